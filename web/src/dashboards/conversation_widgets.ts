/** What a conversation has shown and a dashboard may hold: charts, tables and figures of a query. */
import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../api/request";
import { widgetOf } from "../widgets/widget";
import type { Dashboard, DashboardEdit } from "./dashboards_api";

export type TileContent = Extract<DashboardEdit, { edit: "add" }>["widget"];
type Block = Readonly<Record<string, unknown>>;

export function useConversationWidgets(session: string | null) {
  return useQuery({
    queryKey: ["dashboards", "suggested", session],
    enabled: session !== null,
    queryFn: async () => {
      const path = { session_id: session ?? "" };
      const { messages } = await dataOf(api.GET("/sessions/{session_id}", { params: { path } }));
      return suggested(messages.flatMap((message) => message.blocks));
    },
  });
}

/** The newest first; the same question in the same form counts once. */
export function suggested(blocks: readonly Block[]): TileContent[] {
  const found = new Map<string, TileContent>();
  for (const block of blocks) {
    const content = block.type === "widget" ? contentOf(block.event) : null;
    if (content === null) continue;
    const key = JSON.stringify([content.kind, content.chart, content.query]);
    found.delete(key);
    found.set(key, content);
  }
  return [...found.values()].reverse();
}

/** Whether a dashboard has such a widget already. */
export function isOn(known: Dashboard, content: TileContent): boolean {
  return known.widgets.some((tile) => tile.kind === content.kind && tile.title === content.title);
}

function contentOf(event: unknown): TileContent | null {
  const widget = widgetOf(event);
  if (widget?.type !== "chart" && widget?.type !== "table" && widget?.type !== "kpi") return null;
  const query = queryOf(widget.sources);
  if (query === null) return null;
  const title = widget.type === "kpi" ? widget.label : widget.title;
  const content = { kind: widget.type, title: title.slice(0, 200), query } as TileContent;
  if (widget.type === "chart")
    content.chart = widget.chart_type as NonNullable<TileContent["chart"]>;
  return content;
}

function queryOf(sources: readonly unknown[]): object | null {
  const [source] = sources;
  if (sources.length !== 1 || typeof source !== "object" || source === null) return null;
  const query = "query" in source ? source.query : null;
  return typeof query === "object" ? query : null;
}

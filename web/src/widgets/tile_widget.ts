/** What a widget of a dashboard shows, as the widget of a conversation that it would be. */
import type { TileView } from "../dashboards/dashboards_api";
import type { ChartShown, KpiShown, TableShown } from "./widget";
import { widgetOf } from "./widget";

/** Null for texts and frames, and for what has nothing to show. */
export function shownBy(tile: TileView): ChartShown | KpiShown | TableShown | null {
  if (tile.shows == null) return null;
  const known = widgetOf({ ...tile.shows, type: tile.kind });
  return known?.type === "chart" || known?.type === "kpi" || known?.type === "table" ? known : null;
}

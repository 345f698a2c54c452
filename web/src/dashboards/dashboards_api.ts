/** Dashboards over the API: what is asked, what is changed, and what is forgotten after a change. */
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api, dataOf } from "../api/request";
import type { components } from "../contract/api";
import { languageNow, useLanguage } from "../session/preferences";

type Schemas = components["schemas"];
export type Dashboard = Schemas["DashboardOut"];
export type DashboardItem = Schemas["DashboardItem"];
export type DashboardView = Schemas["DashboardView"];
export type TileView = Schemas["TileView"];
export type Place = Required<Schemas["GridPlace"]>;
export type Tile = Schemas["TileOut"];
export type DashboardEdit = Schemas["EditBody"]["edits"][number];
export type Share = Schemas["ShareOut"];
export type ShareBody = Partial<Schemas["ShareBody"]>;

const ALL = "dashboards";
const PAGE = 60;

function at(dashboard_id: string) {
  return { params: { path: { dashboard_id } } };
}

/** Those whose title holds a text; all of them without one. */
export function useDashboards(search: string) {
  return useInfiniteQuery({
    queryKey: [ALL, "list", search],
    queryFn: ({ pageParam }) => {
      const query: { limit: number; before?: string; search?: string } = { limit: PAGE };
      if (pageParam !== null) query.before = pageParam;
      if (search !== "") query.search = search;
      return dataOf(api.GET("/dashboards", { params: { query } }));
    },
    placeholderData: keepPreviousData,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
}

export function useDashboard(id: string) {
  return useQuery({
    queryKey: [ALL, "one", id],
    queryFn: () => dataOf(api.GET("/dashboards/{dashboard_id}", at(id))),
  });
}

/** The figures of now; what was shown stays in sight while they are asked anew. */
export function useDashboardView(id: string) {
  const language = useLanguage();
  return useQuery({
    queryKey: [ALL, "view", id, language],
    queryFn: () => viewOf(id),
    staleTime: 20_000, // so long the server shows what it has found before
    placeholderData: keepPreviousData,
  });
}

function viewOf(id: string, widget?: string): Promise<DashboardView> {
  const query = { language: languageNow(), ...(widget === undefined ? {} : { widget }) };
  const params = { path: { dashboard_id: id }, query };
  return dataOf(api.GET("/dashboards/{dashboard_id}/data", { params }));
}

/** Ask for one widget's figures anew; the others stay as they are. */
export function useTileRefresh(id: string) {
  const queries = useQueryClient();
  const key = [ALL, "view", id, useLanguage()];
  return useMutation({
    mutationFn: (widget: string) => viewOf(id, widget),
    onSuccess: ({ widgets }) =>
      queries.setQueryData<DashboardView>(key, (known) => known && withTiles(known, widgets)),
  });
}

function withTiles(known: DashboardView, tiles: readonly TileView[]): DashboardView {
  const news = new Map(tiles.map((tile) => [tile.id, tile]));
  return { ...known, widgets: known.widgets.map((tile) => news.get(tile.id) ?? tile) };
}

/** Change a dashboard; the version makes sure that nobody else's change is lost. */
export function useDashboardChanges(id: string) {
  const queries = useQueryClient();
  const settled = (changed: Dashboard | undefined) => {
    if (changed !== undefined) queries.setQueryData([ALL, "one", id], changed);
    void queries.invalidateQueries({ queryKey: [ALL, "view", id] });
    void queries.invalidateQueries({ queryKey: [ALL, "list"] });
  };
  const edit = useMutation({
    mutationFn: ({ edits, version }: { edits: DashboardEdit[]; version: number }) =>
      dataOf(api.PATCH("/dashboards/{dashboard_id}", { ...at(id), body: { edits, version } })),
    onSuccess: settled,
  });
  const undo = useMutation({
    mutationFn: (version: number) =>
      dataOf(api.POST("/dashboards/{dashboard_id}/undo", { ...at(id), body: { version } })),
    onSuccess: settled,
  });
  const redo = useMutation({
    mutationFn: (version: number) =>
      dataOf(api.POST("/dashboards/{dashboard_id}/redo", { ...at(id), body: { version } })),
    onSuccess: settled,
  });
  return { edit, undo, redo };
}

export function useDeleteDashboard() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => dataOf(api.DELETE("/dashboards/{dashboard_id}", at(id))),
    onSuccess: (_, id) => {
      queries.removeQueries({ queryKey: [ALL, "one", id] });
      queries.removeQueries({ queryKey: [ALL, "view", id] });
      return queries.invalidateQueries({ queryKey: [ALL, "list"] });
    },
  });
}

/** What the console asks the server for. */
import {
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api, dataOf } from "../api/request";
import type { components, operations } from "../contract/api";
import { ME, type Me } from "../session/me";

type Schemas = components["schemas"];
export type Case = Schemas["CaseOut"];
export type CasePage = Schemas["CasePage"];
export type CaseList = Schemas["CaseList"];
export type Revealed = Schemas["RevealedOut"];
export type Stats = Schemas["CaseStats"];
export type GuardExample = Schemas["ExampleOut"];
export type BulkBody = Schemas["BulkBody"];
export type CasesAsked = NonNullable<operations["list__cases_get"]["parameters"]["query"]>;

const CASES = ["cases"] as const;
const NEWS_MS = 15_000;
const PAGE = 50;

const queueKey = (asked: CasesAsked) => [...CASES, "queue", asked] as const;
const QUEUES = [...CASES, "queue"] as const;
const caseKey = (id: string) => [...CASES, "one", id] as const;

/** The queue, page by page; counts come with the first page alone. */
export function useQueue(asked: CasesAsked) {
  return useInfiniteQuery({
    queryKey: queueKey(asked),
    queryFn: ({ pageParam, signal }) => {
      const place = asked.order === "oldest" ? { after: pageParam ?? 0 } : { before: pageParam };
      const query = { ...asked, ...place, limit: PAGE, counts: pageParam === null };
      return dataOf(api.GET("/cases", { params: { query: query as CasesAsked }, signal }));
    },
    initialPageParam: null as number | null,
    getNextPageParam: (last: CaseList) => last.next,
    staleTime: 60_000, // what is new is told beside the list, which keeps its place
    refetchOnWindowFocus: false,
  });
}

/** How many cases came after the newest one that is shown; asked for now and then. */
export function useNews(asked: CasesAsked, newest: number | null) {
  return useQuery({
    queryKey: [...CASES, "news", asked, newest],
    queryFn: async ({ signal }) => {
      const query = { ...asked, order: "newest", after: newest, limit: PAGE, counts: false };
      const told = api.GET("/cases", { params: { query: query as CasesAsked }, signal });
      return (await dataOf(told)).cases.length;
    },
    enabled: newest !== null,
    refetchInterval: NEWS_MS,
  });
}

export function useDesk() {
  return useQuery({
    queryKey: [...CASES, "desk"],
    queryFn: () => dataOf(api.GET("/cases/desk")),
    staleTime: 300_000,
  });
}

export function useCase(id: string) {
  return useQuery({
    queryKey: caseKey(id),
    queryFn: () => dataOf(api.GET("/cases/{case_id}", { params: { path: { case_id: id } } })),
    staleTime: 60_000, // each reading is written down: none without somebody who reads
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export function useReveal(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) =>
      dataOf(
        api.POST("/cases/{case_id}/reveal", {
          params: { path: { case_id: id } },
          body: { reason },
        }),
      ),
    onSuccess: (_, reason) =>
      change(queries, id, (page, me) => ({
        ...page,
        people: { ...page.people, [me.id]: me.email },
        readings: [...page.readings, { reader: me.id, kind: "revealed", reason, at: now() }],
      })),
  });
}

export interface Decided {
  decision: "confirm" | "false_positive";
  category?: string;
  note?: string;
  example?: boolean;
}

export function useDecide(id: string) {
  const changed = useChanged(id);
  return useMutation({
    mutationFn: (body: Decided) =>
      dataOf(api.POST("/cases/{case_id}/decision", { params: { path: { case_id: id } }, body })),
    onSettled: changed,
  });
}

export function useEscalate(id: string) {
  const changed = useChanged(id);
  return useMutation({
    mutationFn: (body: { to?: string; note: string }) =>
      api.POST("/cases/{case_id}/escalate", { params: { path: { case_id: id } }, body }),
    onSuccess: changed,
  });
}

export function useAssign(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (to: string | null) =>
      api.POST("/cases/{case_id}/assign", { params: { path: { case_id: id } }, body: { to } }),
    onSuccess: (_, to) => {
      void queries.invalidateQueries({ queryKey: QUEUES });
      change(queries, id, (page) => ({ ...page, case: { ...page.case, assignee: to } }));
    },
  });
}

export function useNote(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      dataOf(
        api.POST("/cases/{case_id}/notes", { params: { path: { case_id: id } }, body: { text } }),
      ),
    onSuccess: (note) =>
      change(queries, id, (page, me) => ({
        ...page,
        people: { ...page.people, [me.id]: me.email },
        notes: [...page.notes, note],
      })),
  });
}

export function useBulk() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: BulkBody) => dataOf(api.POST("/cases/bulk", { body })),
    onSettled: () => queries.invalidateQueries({ queryKey: CASES }),
  });
}

export function useStats(days: number) {
  return useQuery({
    queryKey: [...CASES, "stats", days],
    queryFn: () => {
      const since = new Date(Date.now() - days * 86_400_000).toISOString();
      return dataOf(api.GET("/cases/stats", { params: { query: { since } } }));
    },
    staleTime: 60_000,
  });
}

const EXAMPLES = ["guard-examples"] as const;
export type ExamplesAsked = NonNullable<
  operations["list__guard_examples_get"]["parameters"]["query"]
>;

export function useExamples(asked: ExamplesAsked) {
  return useInfiniteQuery({
    queryKey: [...EXAMPLES, asked],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...asked, limit: PAGE, ...(pageParam === null ? {} : { after: pageParam }) };
      return dataOf(api.GET("/guard-examples", { params: { query }, signal }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });
}

export function useRemoveExample() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      api.DELETE("/guard-examples/{example_id}", { params: { path: { example_id: id } } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: EXAMPLES });
      await queries.invalidateQueries({ queryKey: [...CASES, "one"] });
    },
  });
}

/** Change what is known of a case here: to read it again would be one more reading on record. */
function change(
  queries: QueryClient,
  id: string,
  changed: (page: CasePage, me: Me) => CasePage,
): void {
  const me = queries.getQueryData<Me>(ME);
  queries.setQueryData<CasePage>(caseKey(id), (page) =>
    page === undefined || me === undefined ? page : changed(page, me),
  );
}

function now(): string {
  return new Date().toISOString();
}

/** After a change the case is read again, and the queues when somebody comes back to them. */
function useChanged(id: string) {
  const queries = useQueryClient();
  return async () => {
    void queries.invalidateQueries({ queryKey: QUEUES });
    await queries.invalidateQueries({ queryKey: caseKey(id) });
  };
}

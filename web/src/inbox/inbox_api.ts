/** The staff's inbox: the queue, one conversation, and what is done with it. */
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, dataOf } from "../api/request";
import type { components } from "../contract/api";

type Schemas = components["schemas"];
export type InboxPageData = Schemas["InboxPage"];
export type Handover = Schemas["HandoverOut"];
export type HandoverDetail = Schemas["HandoverDetail"];
export type Line = Schemas["HandoverLine"];
export type Team = Schemas["TeamOut"];
export type StaffSelf = Schemas["StaffSelf"];
export type InboxView = "mine" | "unassigned" | "open" | "ended";

const INBOX = ["inbox"] as const;
const QUEUE_MS = 3_000;
const TALK_MS = 1_500;

/** The queue, looked at again and again; whoever looks counts as there. */
export function useInbox(view: InboxView, team: string) {
  return useQuery({
    queryKey: [...INBOX, "queue", view, team],
    queryFn: () => {
      const query = { view, ...(team === "" ? {} : { team }) };
      return dataOf(api.GET("/inbox", { params: { query } }));
    },
    refetchInterval: QUEUE_MS,
    refetchIntervalInBackground: true,
    placeholderData: (before) => before,
  });
}

/** A conversation: read whole once, then what is new in it. */
export function useHandover(id: string) {
  const queries = useQueryClient();
  const key = [...INBOX, "one", id];
  return useQuery({
    queryKey: key,
    queryFn: async () => {
      const known = queries.getQueryData<HandoverDetail>(key);
      const news = await readHandover(id, known?.last_no ?? 0);
      return known === undefined ? news : { ...news, lines: [...known.lines, ...news.lines] };
    },
    refetchInterval: ({ state }) => (state.data?.handover.ended_at ? false : TALK_MS),
    retry: 1,
    gcTime: 0,
  });
}

function readHandover(id: string, after: number): Promise<HandoverDetail> {
  const params = { path: { handover_id: id }, query: { after } };
  return dataOf(api.GET("/inbox/{handover_id}", { params }));
}

/** What can be done with a conversation; each may be sent again. */
export type HandoverAct =
  | { act: "take" | "return" | "close" }
  | { act: "pass"; team: string }
  | { act: "reply"; text: string; key: string };

export function useHandoverAct(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (wanted: HandoverAct) => carriedOut(id, wanted),
    onSettled: () => refreshed(queries),
  });
}

async function carriedOut(id: string, wanted: HandoverAct): Promise<void> {
  const path = { handover_id: id };
  switch (wanted.act) {
    case "take":
      await dataOf(api.POST("/inbox/{handover_id}/take", { params: { path } }));
      return;
    case "return":
      await dataOf(api.POST("/inbox/{handover_id}/return", { params: { path } }));
      return;
    case "close":
      await dataOf(api.POST("/inbox/{handover_id}/close", { params: { path } }));
      return;
    case "pass": {
      const body = { team: wanted.team };
      await dataOf(api.POST("/inbox/{handover_id}/pass", { params: { path }, body }));
      return;
    }
    case "reply": {
      const header = { "idempotency-key": wanted.key };
      const body = { text: wanted.text };
      await dataOf(api.POST("/inbox/{handover_id}/reply", { params: { path, header }, body }));
    }
  }
}

export function useDescribeSelf() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas["StaffSelfBody"]) => dataOf(api.PUT("/inbox/me", { body })),
    onSettled: () => refreshed(queries),
  });
}

function refreshed(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: INBOX });
}

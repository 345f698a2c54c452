/** The list of conversations: read in pages, renamed, deleted. */
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, dataOf } from "../api/request";
import { forgetConversation, refreshConversation, SESSIONS } from "../conversation/conversations";
import type { SessionOut } from "../conversation/sessions_api";
import { tellTabs } from "../conversation/tabs";

const PAGE = 50;

export function useSessions() {
  return useInfiniteQuery({
    queryKey: SESSIONS,
    queryFn: ({ pageParam }) => {
      const query = { limit: PAGE, ...(pageParam === null ? {} : { before: pageParam }) };
      return dataOf(api.GET("/sessions", { params: { query } }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    refetchInterval: 60_000,
  });
}

export function useRenameSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, title }: Pick<SessionOut, "id"> & { title: string }) =>
      dataOf(
        api.PATCH("/sessions/{session_id}", {
          params: { path: { session_id: id } },
          body: { title },
        }),
      ),
    onSuccess: async (_, { id }) => {
      refreshConversation(id);
      tellTabs({ session: id, turn: null });
      await queries.invalidateQueries({ queryKey: SESSIONS });
    },
  });
}

export function useDeleteSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      await api.DELETE("/sessions/{session_id}", { params: { path: { session_id: id } } });
    },
    onSuccess: async (_, id) => {
      forgetConversation(id);
      tellTabs({ session: id, turn: null });
      await queries.invalidateQueries({ queryKey: SESSIONS });
    },
  });
}

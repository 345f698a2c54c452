/** The audit log, read in pages. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { api, dataOf } from "../api/request";
import type { components } from "../contract/api";

export type AuditRow = components["schemas"]["AuditRow"];
const PAGE = 50;

export interface AuditFilter {
  action: string;
  person: string | null;
}

export function useAuditLog({ action, person }: AuditFilter) {
  return useInfiniteQuery({
    queryKey: ["audit", action, person],
    queryFn: ({ pageParam }) => {
      const query = {
        limit: PAGE,
        ...(action === "" ? {} : { action }),
        ...(person === null ? {} : { person }),
        ...(pageParam === null ? {} : { before: pageParam }),
      };
      return dataOf(api.GET("/audit", { params: { query } }));
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
    placeholderData: (before) => before,
  });
}

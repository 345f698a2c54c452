/** Links to a dashboard. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, dataOf } from "../api/request";
import type { components } from "../contract/api";

export type Share = components["schemas"]["ShareOut"];
export type NewShare = components["schemas"]["NewShare"];
export type Audience = Share["audience"];

export interface ShareWish {
  audience: Audience;
  people: string[];
  hours: number;
}

function key(id: string) {
  return ["dashboards", "shares", id] as const;
}

export function useShares(id: string) {
  const path = { dashboard_id: id };
  return useQuery({
    queryKey: key(id),
    queryFn: async () =>
      (await dataOf(api.GET("/dashboards/{dashboard_id}/shares", { params: { path } }))).shares,
  });
}

/** The answer holds the link's address, which nobody can read again: it is kept by nobody here. */
export function useShare(id: string) {
  const queries = useQueryClient();
  const path = { dashboard_id: id };
  return useMutation({
    mutationFn: (body: ShareWish) =>
      dataOf(api.POST("/dashboards/{dashboard_id}/shares", { params: { path }, body })),
    onSuccess: () => void queries.invalidateQueries({ queryKey: key(id) }),
    gcTime: 0,
  });
}

export function useRevoke(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (share_id: string) => {
      const path = { dashboard_id: id, share_id };
      return dataOf(
        api.DELETE("/dashboards/{dashboard_id}/shares/{share_id}", { params: { path } }),
      );
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: key(id) }),
  });
}

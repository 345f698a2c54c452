/** Who is signed in. */
import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../api/request";
import type { components } from "../contract/api";

export type Me = components["schemas"]["Me"];
export const ME = ["me"] as const;

/** `wait` while somebody is just signing in: what is asked before would be refused afterwards. */
export function useMe(wait = false) {
  return useQuery({
    queryKey: ME,
    queryFn: () => dataOf(api.GET("/me")),
    staleTime: 60_000,
    enabled: !wait,
  });
}

/** Whether somebody may use a page for these roles; an administrator may use all. */
export function mayUse(me: Me | undefined, roles: readonly string[]): boolean {
  if (me === undefined) return false;
  return roles.length === 0 || [...roles, "admin"].some((role) => me.roles.includes(role));
}

/** What this server offers to everybody, before anybody has signed in. */
import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "./request";

export function useServerOptions() {
  return useQuery({
    queryKey: ["options"],
    queryFn: () => dataOf(api.GET("/auth/options")),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** How the person wants to be served, on every device; kept by the server. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "../contract/api";
import { api, dataOf } from "./request";

export type AccountPreferences = components["schemas"]["Preferences"];
const PREFERENCES = ["me", "preferences"] as const;

export function useAccountPreferences() {
  return useQuery({
    queryKey: PREFERENCES,
    queryFn: () => dataOf(api.GET("/me/preferences")),
    staleTime: 60_000,
  });
}

/** Replace them; the page shows the new ones at once. */
export function useSetAccountPreferences() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: AccountPreferences) => dataOf(api.PUT("/me/preferences", { body })),
    onMutate: (body) => {
      const before = queries.getQueryData<AccountPreferences>(PREFERENCES);
      queries.setQueryData(PREFERENCES, body);
      return before;
    },
    onError: (_, __, before) => queries.setQueryData(PREFERENCES, before),
  });
}

/** Which roles may use which workflow. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, dataOf } from "../api/request";
import type { components } from "../contract/api";
import type { Role } from "./people";

export type WorkflowAccess = components["schemas"]["WorkflowAccessOut"];
const ACCESS = ["workflow-access"] as const;

export function useWorkflowAccess() {
  return useQuery({ queryKey: ACCESS, queryFn: () => dataOf(api.GET("/workflow-access")) });
}

export function useSayAccess() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ name, roles }: { name: string; roles: Role[] | null }) =>
      dataOf(api.PUT("/workflow-access/{name}", { params: { path: { name } }, body: { roles } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ACCESS }),
  });
}

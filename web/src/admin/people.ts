/** The people of the organisation: read in pages, added, changed, given links. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, dataOf } from "../api/request";
import type { components } from "../contract/api";

type Schemas = components["schemas"];
export type Person = Schemas["PersonOut"];
export type PersonLink = Schemas["PersonLink"];
export type Role = Person["roles"][number];
export type PersonState = "active" | "disabled" | "new";
export const ROLES: readonly Role[] = ["user", "staff", "moderator", "owner", "operator", "admin"];

export interface PeopleFilter {
  search: string;
  role: Role | "";
  state: PersonState | "";
}

const PEOPLE = ["people"] as const;
const PAGE = 50;

export function usePeople({ search, role, state }: PeopleFilter) {
  return useInfiniteQuery({
    queryKey: [...PEOPLE, search, role, state],
    queryFn: ({ pageParam }) => {
      const query = {
        limit: PAGE,
        ...(search === "" ? {} : { search }),
        ...(role === "" ? {} : { role }),
        ...(state === "" ? {} : { state }),
        ...(pageParam === null ? {} : { after: pageParam }),
      };
      return dataOf(api.GET("/people", { params: { query } }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: (before) => before,
  });
}

function useAfterwards() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: PEOPLE });
}

export function useAddPerson() {
  const again = useAfterwards();
  return useMutation({
    mutationFn: (body: Schemas["NewPersonBody"]) => dataOf(api.POST("/people", { body })),
    onSuccess: again,
  });
}

export function useChangePerson() {
  const again = useAfterwards();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string } & Schemas["ChangedPersonBody"]) =>
      dataOf(api.PATCH("/people/{person_id}", { params: { path: { person_id: id } }, body })),
    onSuccess: again,
  });
}

/** The teams that conversations may be handed to. */
export function useTeams() {
  return useQuery({
    queryKey: ["teams"],
    queryFn: async () => (await dataOf(api.GET("/cases/desk"))).teams,
  });
}

export function useMakeLink() {
  return useMutation({
    mutationFn: ({ id, kind }: { id: string; kind: PersonLink["kind"] }) =>
      dataOf(
        api.POST("/people/{person_id}/links", {
          params: { path: { person_id: id } },
          body: { kind },
        }),
      ),
  });
}

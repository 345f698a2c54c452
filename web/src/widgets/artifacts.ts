/** What a model has written as a page fragment: its code, and the address of its frame. */
import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../api/request";

/** The frame's address was signed and ends soon: a page that stayed open asks for a new one. */
export function useArtifact(id: string) {
  return useQuery({
    queryKey: ["artifact", id],
    queryFn: () =>
      dataOf(api.GET("/artifacts/{artifact_id}", { params: { path: { artifact_id: id } } })),
    staleTime: (query) => (query.state.data?.frame_expires_in ?? 0) * 900,
    refetchOnWindowFocus: false, // a frame that is loaded stays as it is
  });
}

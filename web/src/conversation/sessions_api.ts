/** Conversations on the server: the requests, in one place. */
import { api, dataOf } from "../api/request";
import type { components } from "../contract/api";

export type SessionOut = components["schemas"]["SessionOut"];
export type SessionDetail = components["schemas"]["SessionDetail"];
export type StoredMessage = components["schemas"]["MessageOut"];
export type OpenApproval = components["schemas"]["ApprovalOut"];

const PAGE = 60;

export function readSession(id: string, before?: number): Promise<SessionDetail> {
  const query = { limit: PAGE, ...(before === undefined ? {} : { before }) };
  return dataOf(api.GET("/sessions/{session_id}", { params: { path: { session_id: id }, query } }));
}

export function makeSession(id: string): Promise<SessionOut> {
  return dataOf(api.POST("/sessions", { body: { id } }));
}

export async function cancelTurn(turn: string): Promise<void> {
  await api.POST("/chat/{turn_id}/cancel", { params: { path: { turn_id: turn } } });
}

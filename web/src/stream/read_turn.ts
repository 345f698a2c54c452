/** Reads what is kept of a turn's events, once, to its end. */
import { request } from "../api/request";
import { linesOf, parseEvent } from "./ndjson";
import { take } from "./reduce";
import { NOTHING_YET, type TurnView } from "./turn_view";

export async function readTurn(turn: string, signal: AbortSignal): Promise<TurnView> {
  const answer = await request(`/chat/${turn}/events`, { signal });
  let view = NOTHING_YET;
  if (answer.body === null) return view;
  for await (const lines of linesOf(answer.body))
    for (const line of lines) view = take(view, parseEvent(line));
  return view;
}

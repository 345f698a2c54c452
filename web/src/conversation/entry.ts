/** One turn as the page keeps it: what was asked, and how far the answer is. */
import type { Problem } from "../api/problem";
import type { Connection, TurnPost } from "../stream/follow_turn";
import { NOTHING_YET, type TurnView } from "../stream/turn_view";

export type Question =
  | { kind: "text"; text: string }
  | { kind: "approval"; approval: string; approve: boolean }
  | { kind: "ui_result"; id: string; text: string }
  | { kind: "file"; name: string; text: string; datasets: readonly string[] }
  | { kind: "blocked" };

export type Feedback = "positive" | "negative";

export interface Entry {
  /** The same for as long as the entry is shown, also before its turn is known. */
  readonly key: string;
  readonly turn: string | null;
  readonly question: Question | null;
  readonly view: TurnView;
  readonly at: string;
  /** The workflow that answered, as it is stored; one that is followed tells its route itself. */
  readonly workflow: string | null;
  /** What was said of the answer, as it is stored. */
  readonly feedback: Feedback | null;
  /** Place among the stored messages; null while it is not stored. */
  readonly no: number | null;
  /** What is left of it when the server refused it: why, and what to send again. */
  readonly refused: { problem: Problem; post: TurnPost } | null;
  readonly connection: Connection;
  /** Its events have been followed here, so that the view knows more than what is stored. */
  readonly live: boolean;
}

export function newEntry(key: string, change: Partial<Entry>): Entry {
  return {
    key,
    turn: null,
    question: null,
    view: NOTHING_YET,
    at: new Date().toISOString(),
    workflow: null,
    feedback: null,
    no: null,
    refused: null,
    connection: "open",
    live: false,
    ...change,
  };
}

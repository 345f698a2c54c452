/** What the guards would learn of a decision; the server has the last word about it. */
import type { Case } from "../moderation_api";

export type Lesson = "block" | "allow" | "maybe" | "nothing" | "short" | "long";

const JUDGED = ["input", "tool_args", "tool_result", "output"];
const ASKED = ["sample", "report"]; // no guard has judged these: only where a moderator wants it
const LONGEST = 8_000;
const SHORTEST_BLOCK = 8;

export function lessonOf(
  found: Pick<Case, "stage" | "length">,
  choice: "confirm" | "false_positive",
): Lesson {
  if (ASKED.includes(found.stage)) return "maybe";
  if (!JUDGED.includes(found.stage)) return "nothing";
  if (found.length > LONGEST) return "long";
  if (choice === "confirm" && found.length < SHORTEST_BLOCK) return "short";
  return choice === "confirm" ? "block" : "allow";
}

/** Which examples are listed, read from the page's address. */
import type { ExamplesAsked } from "../moderation_api";

const KINDS = ["allow", "block"] as const;
const STAGES = ["input", "tool_args", "tool_result", "output"] as const;

export function askedOfExamples(search: string): ExamplesAsked {
  const given = new URLSearchParams(search);
  const asked: ExamplesAsked = {};
  const kind = KINDS.find((one) => one === given.get("kind"));
  const stage = STAGES.find((one) => one === given.get("stage"));
  const category = given.get("category");
  if (kind !== undefined) asked.kind = kind;
  if (stage !== undefined) asked.stage = stage;
  if (category !== null && /^[a-z][a-z0-9_-]{0,99}$/.test(category)) asked.category = category;
  if (given.get("met") === "yes") asked.met = true;
  if (given.get("met") === "no") asked.met = false;
  return asked;
}

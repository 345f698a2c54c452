/** What happened to a case, in the order in which it did. */
import type { CasePage } from "../moderation_api";

export type CaseMoment =
  | { kind: "came"; at: string }
  | { kind: "opened"; at: string; who: string; times: number }
  | { kind: "revealed"; at: string; who: string; reason: string }
  | { kind: "noted" | "escalated"; at: string; who: string; text: string }
  | { kind: "decided"; at: string; who: string; decision: string; category: string; text: string };

export function historyOf(page: CasePage): CaseMoment[] {
  const found: CaseMoment[] = [{ kind: "came", at: page.case.created_at }];
  for (const { reader, kind, reason, at } of page.readings) {
    if (kind === "revealed")
      found.push({ kind: "revealed", at, who: reader, reason: reason ?? "" });
    else found.push({ kind: "opened", at, who: reader, times: 1 });
  }
  for (const { author, kind, text, at } of page.notes) {
    found.push({ kind: kind === "escalation" ? "escalated" : "noted", at, who: author, text });
  }
  for (const { reviewer, decision, category, note, at } of page.reviews) {
    found.push({ kind: "decided", at, who: reviewer, decision, category, text: note ?? "" });
  }
  return joined(found.sort((one, other) => Date.parse(one.at) - Date.parse(other.at)));
}

/** Readings of one person in a row are one line: whoever works on a case opens it often. */
function joined(moments: CaseMoment[]): CaseMoment[] {
  const told: CaseMoment[] = [];
  for (const moment of moments) {
    const last = told.at(-1);
    if (moment.kind === "opened" && last?.kind === "opened" && last.who === moment.who) {
      told[told.length - 1] = { ...moment, times: last.times + 1 };
    } else told.push(moment);
  }
  return told;
}

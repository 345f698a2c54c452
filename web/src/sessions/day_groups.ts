/** Puts conversations under the day they were last used. */
import type { SessionOut } from "../conversation/sessions_api";

export type Age = "today" | "yesterday" | "week" | "month" | "older";

export interface DayGroup {
  age: Age;
  sessions: SessionOut[];
}

const DAY_MS = 24 * 60 * 60 * 1000;

export function dayGroups(sessions: readonly SessionOut[], now: Date): DayGroup[] {
  const groups: DayGroup[] = [];
  for (const session of sessions) {
    const age = ageOf(new Date(session.updated_at), now);
    const last = groups.at(-1);
    if (last?.age === age) last.sessions.push(session);
    else groups.push({ age, sessions: [session] });
  }
  return groups;
}

function ageOf(at: Date, now: Date): Age {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const before = midnight - at.getTime();
  if (before <= 0) return "today";
  if (before <= DAY_MS) return "yesterday";
  if (before <= 7 * DAY_MS) return "week";
  return before <= 31 * DAY_MS ? "month" : "older";
}

/** The days of a span, also those on which nothing happened, and what fits into few columns. */
import type { Stats } from "../moderation_api";

export interface DayRow {
  day: string;
  opened: number;
  confirmed: number;
  false_positive: number;
}

const DAY_MS = 86_400_000;

/** Fill the gaps between the days that the server counted; days are those of UTC. */
export function daysOf(days: Stats["days"], span: number, now: number): DayRow[] {
  const known = new Map(days.map((each) => [each.day, each]));
  return Array.from({ length: span }, (_, place) => {
    const day = new Date(now - (span - 1 - place) * DAY_MS).toISOString().slice(0, 10);
    return known.get(day) ?? { day, opened: 0, confirmed: 0, false_positive: 0 };
  });
}

export function totalOf(rows: readonly DayRow[]): Omit<DayRow, "day"> {
  const sum = (name: "opened" | "confirmed" | "false_positive") =>
    rows.reduce((all, row) => all + row[name], 0);
  return {
    opened: sum("opened"),
    confirmed: sum("confirmed"),
    false_positive: sum("false_positive"),
  };
}

/** The share of false alarms among what was decided; null where nothing was. */
export function alarmsOf(row: { confirmed: number; false_positive: number }): number | null {
  const decided = row.confirmed + row.false_positive;
  return decided === 0 ? null : row.false_positive / decided;
}

/** A round number at or above the largest value, and its half a whole one where that can be. */
export function topOf(values: readonly number[]): number {
  const most = Math.max(1, ...values);
  const size = 10 ** Math.floor(Math.log10(most));
  const steps = size === 1 ? [1, 2, 4, 6, 8, 10] : [1, 2, 4, 5, 6, 8, 10];
  return steps.map((step) => step * size).find((top) => top >= most) ?? most;
}

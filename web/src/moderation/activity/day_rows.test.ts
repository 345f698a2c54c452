import { expect, test } from "vitest";
import { alarmsOf, daysOf, topOf, totalOf } from "./day_rows";

const NOW = Date.parse("2026-11-19T01:00:00Z");

test("each day of the span has a row, in order, today the last", () => {
  const counted = [{ day: "2026-11-18", opened: 4, confirmed: 1, false_positive: 2 }];
  const rows = daysOf(counted, 3, NOW);
  expect(rows.map((row) => row.day)).toEqual(["2026-11-17", "2026-11-18", "2026-11-19"]);
  expect(rows.map((row) => row.opened)).toEqual([0, 4, 0]);
  expect(totalOf(rows)).toEqual({ opened: 4, confirmed: 1, false_positive: 2 });
});

test("where nothing was decided there is no share of false alarms", () => {
  expect(alarmsOf({ confirmed: 0, false_positive: 0 })).toBeNull();
  expect(alarmsOf({ confirmed: 3, false_positive: 1 })).toBe(0.25);
});

test.each([
  [[], 1],
  [[3], 4],
  [[5], 6],
  [[7, 12], 20],
  [[100], 100],
  [[999], 1000],
])("the axis of %j ends at %d", (values, top) => {
  expect(topOf(values)).toBe(top);
});

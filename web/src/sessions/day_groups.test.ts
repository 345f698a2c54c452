import { expect, test } from "vitest";
import { dayGroups } from "./day_groups";

const NOW = new Date(2026, 10, 19, 9, 0);

function session(...at: [number, number, number, number]) {
  const when = new Date(...at).toISOString();
  return { id: when, title: null, created_at: when, updated_at: when };
}

test("conversations stand under the day they were last used", () => {
  const all = [
    session(2026, 10, 19, 8),
    session(2026, 10, 19, 0),
    session(2026, 10, 18, 23),
    session(2026, 10, 14, 12),
    session(2026, 9, 25, 12),
    session(2025, 1, 1, 12),
  ];
  expect(dayGroups(all, NOW).map((group) => [group.age, group.sessions.length])).toEqual([
    ["today", 2],
    ["yesterday", 1],
    ["week", 1],
    ["month", 1],
    ["older", 1],
  ]);
});

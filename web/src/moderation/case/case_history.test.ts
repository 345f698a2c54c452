import { expect, test } from "vitest";
import type { CasePage } from "../moderation_api";
import { historyOf } from "./case_history";

const page = {
  case: { created_at: "2026-11-19T10:00:00Z" },
  readings: [
    { reader: "mia", kind: "opened", reason: null, at: "2026-11-19T10:01:00Z" },
    { reader: "mia", kind: "opened", reason: null, at: "2026-11-19T10:02:00Z" },
    { reader: "mia", kind: "revealed", reason: "to decide", at: "2026-11-19T10:03:00Z" },
  ],
  notes: [{ author: "ana", kind: "escalation", text: "look", at: "2026-11-19T10:05:00Z" }],
  reviews: [
    {
      reviewer: "mia",
      decision: "confirm",
      category: "harm",
      note: null,
      at: "2026-11-19T10:04:00Z",
    },
  ],
} as unknown as CasePage;

test("what happened is told in its order, and openings in a row as one", () => {
  expect(historyOf(page).map((moment) => moment.kind)).toEqual([
    "came",
    "opened",
    "revealed",
    "decided",
    "escalated",
  ]);
  expect(historyOf(page)[1]).toMatchObject({ who: "mia", times: 2 });
});

import { expect, test } from "vitest";
import { scaleOf } from "./score_scale";

const LIMITS = { review: -0.45, block: 0.35 };

test.each([
  [0.9, "block"],
  [0.35, "block"],
  [0, "review"],
  [-0.45, "review"],
  [-1, "allow"],
] as const)("a score of %d is %s", (score, verdict) => {
  expect(scaleOf(score, LIMITS).verdict).toBe(verdict);
});

test("all stands on one scale, and what lies beyond it at the edge", () => {
  expect(scaleOf(0, LIMITS)).toMatchObject({ score: 44.4, review: 31.9, block: 54.2 });
  expect(scaleOf(99, LIMITS).score).toBe(100);
  expect(scaleOf(-99, LIMITS).score).toBe(0);
});

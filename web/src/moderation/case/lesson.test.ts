import { expect, test } from "vitest";
import { lessonOf } from "./lesson";

test.each([
  ["input", 40, "confirm", "block"],
  ["tool_result", 40, "false_positive", "allow"],
  ["input", 5, "confirm", "short"],
  ["input", 5, "false_positive", "allow"],
  ["output", 9_000, "confirm", "long"],
  ["sample", 40, "confirm", "maybe"],
  ["feedback", 40, "false_positive", "nothing"],
] as const)(
  "of a text of the stage %s with %d characters, %s teaches: %s",
  (stage, length, choice, lesson) => {
    expect(lessonOf({ stage, length }, choice)).toBe(lesson);
  },
);

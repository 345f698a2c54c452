import { expect, test } from "vitest";
import { NOTHING_YET } from "../stream/turn_view";
import { lastSentenceEnd, spokenOf } from "./announced";

test.each([
  ["It is", 0],
  ["It is done. And", 11],
  ["3.5 and", 0],
  ["One.\n\nTwo", 6],
])("%j is finished up to %i", (text, end) => {
  expect(lastSentenceEnd(text)).toBe(end);
});

test("what a person of the team writes is read with their name", () => {
  const part = {
    kind: "staff",
    message: "m",
    text: "Hello",
    name: "Ana",
    title: "Support",
  } as const;
  expect(spokenOf({ ...NOTHING_YET, parts: [part] })).toBe("Ana, Support: Hello");
});

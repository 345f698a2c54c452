import { expect, test } from "vitest";
import { lastSentenceEnd } from "./announced";

test.each([
  ["It is", 0],
  ["It is done. And", 11],
  ["3.5 and", 0],
  ["One.\n\nTwo", 6],
])("%j is finished up to %i", (text, end) => {
  expect(lastSentenceEnd(text)).toBe(end);
});

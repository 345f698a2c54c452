import { expect, test } from "vitest";
import { beginningOf, partsOf } from "./visible_text";

test("what turns a text around is named and not obeyed", () => {
  expect(partsOf("send \u202eyenom\u202c now")).toEqual([
    { text: "send ", sign: false },
    { text: "RLO", sign: true },
    { text: "yenom", sign: false },
    { text: "PDF", sign: true },
    { text: " now", sign: false },
  ]);
});

test("what shows nothing is named, many of it in few words", () => {
  expect(partsOf("a\u200bb\u0007").map((part) => part.text)).toEqual(["a", "ZWSP", "b", "U+0007"]);
  expect(partsOf("\u{e0041}".repeat(40))[0]?.text).toBe(`${"U+E0041 ".repeat(6)}+34`);
});

test("markup, line breaks and emoji are text like any other", () => {
  const text = "<script>alert(1)</script>\n\t👩‍👩‍👧 न्";
  expect(partsOf(text)).toEqual([{ text, sign: false }]);
});

test("a beginning ends between characters", () => {
  expect(beginningOf("abc", 5)).toBe("abc");
  expect(beginningOf("ab😀c", 3)).toBe("ab");
  expect(beginningOf("ab😀c", 4)).toBe("ab😀");
});

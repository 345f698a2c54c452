import { expect, test } from "vitest";
import { clipboardOf, csvOf } from "./csv";

test.each(["=1+1", "+1", "-2+3", "@SUM(A1)", "\t=1", " =1", "\u00a0=1", "＝1"])(
  "%j is no formula in a file",
  (cell) => {
    const lines = csvOf(["a"], [[cell]]).split("\r\n");
    expect(lines[1]?.replace(/^"/, "").startsWith("'")).toBe(true);
  },
);

test("figures stay figures, and marks are quoted", () => {
  expect(
    csvOf(
      ["n", "t"],
      [
        [-1.5, 'say "hi", you'],
        [null, "a\nb"],
      ],
    ),
  ).toBe('\ufeffn,t\r\n-1.5,"say ""hi"", you"\r\n,"a\nb"\r\n');
});

test("a column's name is no formula either, nor is what is copied", () => {
  expect(csvOf(["=x"], [])).toBe("\ufeff'=x\r\n");
  expect(clipboardOf(["a", "b"], [["=1", "x\ty\nz"]])).toBe("a\tb\n'=1\tx y z");
});

import { expect, test } from "vitest";
import { shortNumber, withUnit, written, writtenNumber } from "./values";

test.each([
  [1234567, "1,234,567", "1.234.567"],
  [1234.5, "1,234.5", "1.234,5"],
  [0.01234, "0.0123", "0,0123"],
  [-3, "-3", "-3"],
])("%d is written with the marks of the language", (value, en, pt) => {
  expect(writtenNumber(value, "en")).toBe(en);
  expect(writtenNumber(value, "pt")).toBe(pt);
});

test("an axis writes large numbers shortly", () => {
  expect(shortNumber(9500, "en")).toBe("9,500");
  expect(shortNumber(1_250_000, "en")).toBe("1.3M");
  expect(shortNumber(120_000, "pt")).toBe("120\u00a0mil");
});

test("a unit of money stands before its figure, another one behind", () => {
  expect(withUnit(1234.5, "R$", "pt")).toEqual({ before: "R$", figure: "1.234,50", after: "" });
  expect(withUnit(7, "kg", "en")).toEqual({ before: "", figure: "7", after: "kg" });
});

test.each([
  [null, "–", "–"],
  [true, "yes", "sim"],
  ["2026-03-09", "2026-03-09", "09/03/2026"],
  ["2026-03-09T10:30:00", "2026-03-09 10:30:00", "09/03/2026 10:30"],
  ["2026-03", "2026-03", "2026-03"],
  [{ a: 1 }, '{"a":1}', '{"a":1}'],
])("a cell of %j", (value, en, pt) => {
  expect(written(value, "en")).toBe(en);
  expect(written(value, "pt")).toBe(pt);
});

import { expect, test } from "vitest";
import { readNumber } from "./answer_schema";
import { answersIncome, incomeAnswer, perCapita } from "./income";

const object = (properties: object, required: string[] = []) => ({
  type: "object",
  properties,
  required,
});

test("an income is shared by all who live from it, and never rounded up", () => {
  expect(perCapita({ people: 4, incomes: [3000, 1000] })).toBe(1000);
  expect(perCapita({ people: 3, incomes: [2000] })).toBe(666.66);
  expect(perCapita({ people: 0, incomes: [] })).toBeNull();
  expect(perCapita({ people: 1, incomes: [1, 2] })).toBeNull();
});

test("an answer has the names that the schema has", () => {
  const household = { people: 2, incomes: [1000, 500] };
  const number = { type: "number" };
  expect(incomeAnswer(household, object({ income_per_capita: number }))).toEqual({
    income_per_capita: 750,
  });
  expect(incomeAnswer(household, object({ income: number, household_size: number }))).toEqual({
    income: 750,
    household_size: 2,
  });
  expect(incomeAnswer(household, number)).toBe(750);
  expect(incomeAnswer(household, {})).toEqual({ income_per_capita: 750 });
});

test("what a household does not tell is asked by a form", () => {
  expect(answersIncome(object({ phone: { type: "string" } }, ["phone"]))).toBe(false);
  expect(answersIncome(object({ phone: { type: "string" } }))).toBe(false);
  expect(
    answersIncome(object({ renda_per_capita: { type: "number" } }, ["renda_per_capita"])),
  ).toBe(true);
});

test.each([
  ["1.234,56", 1234.56],
  ["1,234.56", 1234.56],
  ["1234.5", 1234.5],
  ["1.500", 1500],
  ["R$ 1.500,00", 1500],
  ["0,1234", 0.1234],
  ["1.234.567", 1234567],
  ["2500", 2500],
])("%s is read as %d", (said, value) => {
  expect(readNumber(said)).toBe(value);
});

test("words are no amount", () => {
  expect(readNumber("many")).toBeNaN();
});

import { expect, test } from "vitest";
import { tableColumns } from "./table_columns";
import { nextSorting, sortedRows } from "./table_sort";

const ROWS = [
  ["b10", 3],
  ["B2", null],
  ["á", -1],
  ["a", 20],
];

test("words are in the order of their language, numbers within them counted", () => {
  const order = sortedRows(ROWS, { column: 0, descending: false }, "pt");
  expect(order.map((at) => ROWS[at]?.[0])).toEqual(["á", "a", "B2", "b10"]);
});

test("what is empty stands last, either way", () => {
  const by = (descending: boolean) =>
    sortedRows(ROWS, { column: 1, descending }, "en").map((at) => ROWS[at]?.[1]);
  expect(by(false)).toEqual([-1, 3, 20, null]);
  expect(by(true)).toEqual([20, 3, -1, null]);
});

test("a column is sorted one way, the other way, and not at all; figures from the largest", () => {
  let sorting = nextSorting(null, 1, true);
  expect(sorting).toEqual({ column: 1, descending: true });
  sorting = nextSorting(sorting, 1, true);
  expect(sorting).toEqual({ column: 1, descending: false });
  expect(nextSorting(sorting, 1, true)).toBeNull();
  expect(nextSorting(sorting, 0, false)).toEqual({ column: 0, descending: false });
});

test("columns of figures are known, and none is wider than can be read", () => {
  const [name, figure] = tableColumns(
    ["name", "n"],
    [
      ["x".repeat(500), 1],
      ["y", null],
    ],
    "en",
  );
  expect([name?.figures, figure?.figures]).toEqual([false, true]);
  expect(name?.width).toBeLessThan(60);
});

test("ten thousand rows are sorted without being copied", () => {
  const many = Array.from({ length: 10_000 }, (_, at) => [(at * 7919) % 10_000]);
  const order = sortedRows(many, { column: 0, descending: false }, "en");
  expect(order.map((at) => many[at]?.[0])).toEqual(Array.from({ length: 10_000 }, (_, at) => at));
});

import { expect, test } from "vitest";
import { argumentsOf, faultsIn, fieldsOf, WrongField } from "./argument_fields";

const ARGS = {
  to: "ana@example.org",
  text: "a long line that is longer than a field of one line would show at once, surely",
  copies: 3,
  share: 0.5,
  urgent: true,
  tags: ["a", "b"],
  nothing: null,
};

test("arguments survive being shown as fields", () => {
  const fields = fieldsOf(ARGS);
  expect(fields.map((field) => field.kind)).toEqual([
    "line",
    "text",
    "number",
    "number",
    "yes_no",
    "json",
    "json",
  ]);
  expect(argumentsOf(fields)).toEqual(ARGS);
});

test("a changed field keeps the type it had", () => {
  const fields = fieldsOf({ copies: 3, code: "007" }).map((field) => ({ ...field, text: "4,5" }));
  expect(argumentsOf(fields)).toEqual({ copies: 4.5, code: "4,5" });
});

test.each([
  [{ copies: 3 }, "many"],
  [{ copies: 3 }, ""],
  [{ tags: [] }, "[1"],
])("what is no value of its kind is named: %j with %j", (args, text) => {
  const fields = fieldsOf(args).map((field) => ({ ...field, text }));
  expect(() => argumentsOf(fields)).toThrow(WrongField);
});

test("a refusal of the server stands at the fields that it names", () => {
  const fields = fieldsOf({ name: "x", count: 1 });
  const told = "send was called wrongly: 'name': text should be shorter; 'count.0' is missing";
  expect([...faultsIn(told, fields)]).toEqual([
    ["name", "text should be shorter"],
    ["count", "is missing"],
  ]);
  expect(faultsIn("this approval has no arguments to edit", fields).size).toBe(0);
});

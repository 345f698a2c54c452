import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { prefer } from "../session/preferences";
import { sourcesOf } from "./sources";
import { widgetOf } from "./widget";
import { WidgetView } from "./widget_view";

beforeEach(() => prefer("language", "en"));

test("a figure stands with its unit, its change, and where it is from", () => {
  render(
    <WidgetView
      widget={{
        type: "kpi",
        id: "k",
        label: "Revenue",
        value: 1234.5,
        unit: "R$",
        change: -2,
        sources: [{ dataset: "sales.csv", rows: 612 }],
      }}
    />,
  );
  expect(screen.getByText("1,234.50")).toBeTruthy();
  expect(screen.getByText("From sales.csv, 612 rows looked at")).toBeTruthy();
  expect(screen.getByText(/down by/)).toBeTruthy();
});

test("a stored widget has nulls where an event has nothing", () => {
  const stored = { type: "kpi", id: "k", label: "n", value: 3, unit: null, change: null, turn: "" };
  const known = widgetOf(stored);
  expect(known).not.toBeNull();
  expect(known && "unit" in known).toBe(false);
});

test.each([
  [{ type: "balloon", id: "1" }],
  [{ type: "chart", id: "1", title: "t" }],
  [{ type: "table", id: "1", title: "t", columns: ["a"], rows: [1], total_rows: 1 }],
  [{}],
])("what cannot be read says so: %j", (stored) => {
  render(<WidgetView widget={stored} />);
  expect(screen.getByText(/cannot read/)).toBeTruthy();
});

test("a title is words, whatever it looks like", () => {
  const title = '<img src=x onerror="alert(1)">';
  render(
    <WidgetView
      widget={{ type: "file", id: "f", title, url: "javascript:alert(1)", kind: "csv" }}
    />,
  );
  expect(screen.getByText(title)).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
});

test("sources are told once, with the most rows that one of them looked at", () => {
  const told = sourcesOf([
    { dataset: "a.csv", rows: 3 },
    { dataset: "a.csv", rows: 9 },
    null,
    4,
    { dataset: 1 },
  ]);
  expect(told).toEqual({ names: ["a.csv"], rows: 9 });
});

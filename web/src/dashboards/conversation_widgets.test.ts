import { expect, test } from "vitest";
import { suggested } from "./conversation_widgets";

const QUERY = { dataset: "a.csv", group_by: [{ column: "shift" }] };
const chart = (title: string, more: object = {}) => ({
  type: "widget",
  event: {
    type: "chart",
    id: title,
    title,
    chart_type: "bar",
    spec: {},
    data: { columns: [], rows: [] },
    sources: [{ dataset: "a.csv", rows: 3, query: QUERY }],
    ...more,
  },
});

test("what a conversation has shown of a query can stand on a dashboard, the newest first", () => {
  const kpi = {
    type: "kpi",
    id: "k",
    label: "Total",
    value: 3,
    sources: [{ query: { dataset: "a.csv" } }],
  };
  const found = suggested([
    chart("By shift"),
    { type: "text", text: "x" },
    { type: "widget", event: kpi },
  ]);
  expect(found).toEqual([
    { kind: "kpi", title: "Total", query: { dataset: "a.csv" } },
    { kind: "chart", title: "By shift", query: QUERY, chart: "bar" },
  ]);
});

test("the same question in the same form counts once, under its newest title", () => {
  expect(suggested([chart("Old"), chart("New")]).map(({ title }) => title)).toEqual(["New"]);
});

test("what has no query cannot be asked again", () => {
  expect(suggested([chart("SQL", { sources: [{ sql: "select 1" }] })])).toEqual([]);
  expect(suggested([chart("None", { sources: [] })])).toEqual([]);
  expect(suggested([{ type: "widget", event: 4 }])).toEqual([]);
});

import { expect, test } from "vitest";
import { textOf } from "../stream/turn_view";
import { merged } from "./ordering";
import type { StoredMessage } from "./sessions_api";
import { storedEntries, withFeedback, withoutWaitingCalls, withTold } from "./stored_turns";

let count = 0;

function message(turn: string, role: "user" | "assistant", ...blocks: object[]): StoredMessage {
  count += 1;
  return {
    id: `m${count}`,
    turn,
    no: count,
    role,
    blocks: blocks as StoredMessage["blocks"],
    workflow: role === "assistant" ? "analysis" : null,
    created_at: "2026-01-02T03:04:05Z",
  };
}

const said = (text: string) => ({ type: "text", text });
const called = (id: string) => ({
  type: "tool_use",
  id,
  name: "query_data",
  args: { by: "month" },
});
const returned = (id: string) => ({
  type: "tool_result",
  id,
  name: "query_data",
  status: "ok",
  output: { result: [1, 2] },
});

test("a call is told as it was: its title, its time, whether it was known before", () => {
  const facts = { title: "Dados consultados", duration_ms: 1234, cached: true };
  const [entry] = storedEntries([
    message("t1", "assistant", called("c"), { ...returned("c"), facts }),
  ]);
  expect(entry?.view.parts[0]).toMatchObject({
    title: "Dados consultados",
    duration: 1234,
    cached: true,
  });
});

test("the latest word on an answer is shown with it", () => {
  const entries = storedEntries([
    message("t1", "user", said("?")),
    message("t2", "user", said("?")),
  ]);
  const given = [
    { turn: "t1", type: "positive" },
    { turn: "t1", type: "correction" },
  ];
  expect(withFeedback(entries, given).map((entry) => entry.feedback)).toEqual(["negative", null]);
});

test("messages become turns with all that belongs to them", () => {
  const chart = { type: "chart", id: "w", title: "By month", chart_type: "bar", spec: {} };
  const plan = { type: "task_list", tasks: [{ id: "1", description: "Count", status: "done" }] };
  const [entry] = storedEntries([
    message("t1", "user", said("by month?")),
    message(
      "t1",
      "assistant",
      called("c"),
      returned("c"),
      { type: "widget", event: chart },
      { type: "widget", event: plan },
      { type: "hologram" },
      { ...said("Here"), partial: true },
    ),
  ]);
  expect(entry?.question).toEqual({ kind: "text", text: "by month?" });
  expect(entry?.workflow).toBe("analysis");
  expect(entry?.view.parts.map((part) => part.kind)).toEqual(["tool", "widget", "tasks", "text"]);
  expect(entry?.view.parts[0]).toMatchObject({
    title: "Query data",
    status: "ok",
    output: [1, 2],
    args: { by: "month" },
  });
  expect(entry?.view.parts[3]).toMatchObject({ text: "Here", partial: true });
});

test.each([
  [
    { type: "approval", id: "a", approve: true },
    { kind: "approval", approval: "a", approve: true },
  ],
  [
    { type: "ui_result", id: "u", text: "{}" },
    { kind: "ui_result", id: "u", text: "{}" },
  ],
  [
    { type: "file", name: "a.csv", text: "Rows: 3", datasets: ["d"] },
    { kind: "file", name: "a.csv", text: "Rows: 3", datasets: ["d"] },
  ],
  [{ type: "blocked" }, { kind: "blocked" }],
])("a block %j is what the person did", (block, question) => {
  expect(storedEntries([message("t", "user", block)])[0]?.question).toEqual(question);
});

test("what is damaged is left out and the rest is shown", () => {
  const [entry] = storedEntries([
    message(
      "t",
      "assistant",
      { type: "text", text: 5 },
      { type: "widget", event: null },
      said("ok"),
    ),
  ]);
  expect(entry === undefined ? "" : textOf(entry.view)).toBe("ok");
});

test("a call that had to wait is shown once, where it was carried out", () => {
  const entries = storedEntries([
    message("t1", "user", said("do it")),
    message("t1", "assistant", called("c")),
    message("t2", "user", { type: "approval", id: "a", approve: true }),
    message("t2", "assistant", returned("c"), said("Done.")),
  ]);
  const [first, second] = withoutWaitingCalls(entries, new Set());
  expect(first?.view.parts).toEqual([]);
  expect(second?.view.parts[0]).toMatchObject({ status: "ok", args: { by: "month" } });
});

test("a call that still waits is its question alone; one that nobody waits for was stopped", () => {
  const entries = storedEntries([message("t", "assistant", called("c"))]);
  expect(withoutWaitingCalls(entries, new Set(["c"]))[0]?.view.parts).toEqual([]);
  expect(withoutWaitingCalls(entries, new Set())[0]?.view.parts).toMatchObject([
    { status: "cancelled" },
  ]);
});

test("the two messages of a turn may come on two pages", () => {
  const question = message("t", "user", said("asked"));
  const answer = message("t", "assistant", said("answered"));
  const [entry, ...more] = merged(storedEntries([answer]), storedEntries([question]));
  expect(more).toEqual([]);
  expect(entry?.question).toEqual({ kind: "text", text: "asked" });
  expect(entry === undefined ? "" : textOf(entry.view)).toBe("answered");
  expect(entry?.no).toBe(question.no);
});

test("what is followed is not replaced by what is stored of it", () => {
  const stored = storedEntries([message("t", "user", said("asked"))]);
  const [known] = storedEntries([message("t", "assistant", said("live"))]);
  if (known === undefined) throw new Error("an entry was made");
  const live = { ...known, key: "mine", live: true, no: null, question: null };
  const [entry] = merged([live], stored, (key) => key === "mine");
  expect(entry).toMatchObject({ key: "mine", question: { text: "asked" } });
  expect(entry === undefined ? "" : textOf(entry.view)).toBe("live");
});

test("what guards have said of an answer is shown again", () => {
  const guard = {
    type: "guard",
    turn: "t",
    seq: 4,
    at: "",
    verdict: "review",
    category: "x",
  } as const;
  const other = { ...guard, turn: "another" };
  const stored = storedEntries([message("t", "assistant", said("40 %"))]);
  expect(withTold(stored, [guard, other])[0]?.view.guards).toEqual([guard]);
});

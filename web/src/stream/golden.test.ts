import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type AnyEvent, LineDecoder, parseEvent } from "./ndjson";
import { take } from "./reduce";
import { isOver, NOTHING_YET, type TurnView, textOf } from "./turn_view";

// The same files are read by tests/test_golden_streams.py.
const STREAMS = join(import.meta.dirname, "../../../tests/data/streams");
const NAMES = readdirSync(STREAMS)
  .filter((name) => name.endsWith(".ndjson"))
  .map((name) => name.replace(".ndjson", ""));

function bytesOf(name: string): Uint8Array {
  return readFileSync(join(STREAMS, `${name}.ndjson`));
}

function expected(name: string): unknown {
  return JSON.parse(readFileSync(join(STREAMS, `${name}.json`), "utf-8"));
}

/** Deliver a stream in pieces of one size, as a network may. */
function eventsIn(bytes: Uint8Array, size: number): AnyEvent[] {
  const decoder = new LineDecoder();
  const events: AnyEvent[] = [];
  for (let at = 0; at < bytes.length; at += size)
    for (const line of decoder.take(bytes.subarray(at, at + size))) events.push(parseEvent(line));
  return events;
}

function summed(view: TurnView) {
  const { parts } = view;
  return {
    seen: view.seen,
    status: isOver(view) ? view.phase : null,
    session: view.session,
    text: textOf(view).replaceAll("\n\n", ""),
    workflow: view.route?.workflow ?? null,
    states: view.states.map((state) => state.state),
    tools: Object.fromEntries(
      parts.flatMap((part) => (part.kind === "tool" ? [[part.call, part.status]] : [])),
    ),
    tasks: Object.fromEntries(
      parts.flatMap((part) =>
        part.kind === "tasks" ? part.tasks.map((task) => [task.id, task.status]) : [],
      ),
    ),
    widgets: parts.flatMap((part) =>
      part.kind === "widget" ? [`${part.widget.type} ${part.widget.id}`] : [],
    ),
    ui: parts.flatMap((part) => (part.kind === "ui" ? [part.event.id] : [])),
    approvals: view.approvals.map((asked) => asked.approval),
    choices: view.choices?.id ?? null,
    guards: view.guards.map((guard) => `${guard.verdict} ${guard.category}`),
    model: view.usage?.model ?? null,
    error: view.error?.code ?? null,
  };
}

test.each(NAMES.flatMap((name) => [1, 7, 4096].map((size) => [name, size] as const)))(
  "%s comes to what is written beside it, in pieces of %i bytes",
  (name, size) => {
    const view = eventsIn(bytesOf(name), size).reduce(take, NOTHING_YET);
    expect(summed(view)).toEqual(expected(name));
    expect(view.held).toEqual([]);
  },
);

test("a view is the same at every step, however often its events come again", () => {
  const events = eventsIn(bytesOf("takeover"), 4096);
  let view = NOTHING_YET;
  events.forEach((event, at) => {
    view = take(view, event);
    expect(events.slice(0, at + 1).reduce(take, view)).toBe(view);
  });
});

test("what an interrupted tool had reached starts from nothing when it is tried again", () => {
  const events = eventsIn(bytesOf("takeover"), 4096);
  const until = events.findIndex((event) => event.type === "tool_retry");
  const view = events.slice(0, until + 1).reduce(take, NOTHING_YET);
  const tool = view.parts.find((part) => part.kind === "tool");
  expect(tool).toMatchObject({ status: "running", fraction: null, retry: { attempt: 2 } });
});

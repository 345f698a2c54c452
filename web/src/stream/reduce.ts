/**
 * Events in, view out: pure, so that the same events give the same view in whatever pieces, however
 * often and in whatever order they arrive.
 */
import type { StreamEvent } from "../contract/events";
import type { AnyEvent } from "./ndjson";
import { isOver, type Part, type ToolPart, type TurnView, type Widget } from "./turn_view";

/** More than this is held of no turn: a stream with such a gap is joined again instead. */
const MOST_HELD = 2_000;

/** Take one event; one that was seen changes nothing, one that comes too early waits. */
export function take(view: TurnView, event: AnyEvent): TurnView {
  if (event.seq <= view.seen || isOver(view)) return view;
  if (event.seq > view.seen + 1) return held(view, event);
  const next = taken(view, event);
  const [first] = next.held;
  if (first === undefined || first.seq > next.seen + 1) return next;
  return take({ ...next, held: next.held.slice(1) }, first);
}

/** Go on behind a gap that nobody can fill any more (events are kept for a time). */
export function closeGap(view: TurnView): TurnView {
  const [first, ...rest] = view.held;
  if (first === undefined) return view;
  return take({ ...view, seen: first.seq - 1, held: rest }, first);
}

function held(view: TurnView, event: AnyEvent): TurnView {
  if (view.held.length >= MOST_HELD || view.held.some((one) => one.seq === event.seq)) return view;
  const all = [...view.held, event].sort((one, other) => one.seq - other.seq);
  return { ...view, held: all };
}

function taken(view: TurnView, event: AnyEvent): TurnView {
  const next = { ...view, seen: event.seq };
  return event.type === "unknown" ? next : { ...next, ...changed(next, event) };
}

/** What an event changes. A type that is new to the contract does not compile until it is here. */
function changed(view: TurnView, event: StreamEvent): Partial<TurnView> {
  switch (event.type) {
    case "queued":
      return { phase: "queued", position: event.position };
    case "turn_start":
      return { phase: "running", session: event.session };
    case "guard":
      return { guards: [...view.guards, event] };
    case "route":
      return { route: event };
    case "state":
      return { states: [...view.states, event] };
    case "text":
      return { parts: withText(view.parts, event.message_id, event.content) };
    case "text_restart":
      return { parts: restarted(view.parts, event.message_id) };
    case "tool_start":
      return { parts: started(view.parts, event) };
    case "tool_progress":
      return tool(view, event.call, { fraction: event.fraction ?? null, note: event.note });
    case "tool_retry":
      return tool(view, event.call, { fraction: null, note: "", status: "running", retry: event });
    case "tool_end":
      return tool(view, event.call, {
        status: event.status,
        output: event.output,
        cached: event.cached,
        duration: event.duration_ms,
      });
    case "tool_approval_request":
      return { approvals: [...view.approvals, event] };
    case "choices":
      return { choices: event };
    case "task_list":
      return { parts: planned(view.parts, event.tasks) };
    case "task_update":
      return { parts: advanced(view.parts, event) };
    case "chart":
    case "table":
    case "kpi":
    case "dashboard":
    case "artifact":
    case "file":
      return { parts: shown(view.parts, event) };
    case "ui":
      return { parts: [...view.parts, { kind: "ui", event }] };
    case "handover":
      return event.changed ? { parts: [...view.parts, handedOver(event)] } : {};
    case "staff_message":
      return { parts: [...view.parts, written(event)] };
    case "memory":
      return { memory: event };
    case "feedback_request":
      return { feedbackReason: event.reason };
    case "usage":
      return { usage: event };
    case "error":
      return { error: event };
    case "done":
      return ended(view, event);
    default:
      return unhandled(event);
  }
}

function unhandled(event: never): Partial<TurnView> {
  return event;
}

function handedOver(event: Extract<StreamEvent, { type: "handover" }>): Part {
  const { status, title, name } = event;
  return { kind: "handover", status, title, name: name ?? null };
}

function written(event: Extract<StreamEvent, { type: "staff_message" }>): Part {
  const { message_id, text, title, name } = event;
  return { kind: "staff", message: message_id, text, title, name: name ?? null };
}

function withText(parts: readonly Part[], message: string, content: string): readonly Part[] {
  const last = parts.at(-1);
  if (last?.kind === "text" && last.message === message)
    return [...parts.slice(0, -1), { ...last, text: last.text + content }];
  return [...parts, { kind: "text", message, text: content, partial: false }];
}

/** A new worker writes the text again, in one piece: behind what its predecessor has done. */
function restarted(parts: readonly Part[], message: string): readonly Part[] {
  return parts.filter((part) => part.kind !== "text" || part.message !== message);
}

function started(
  parts: readonly Part[],
  event: Extract<StreamEvent, { type: "tool_start" }>,
): readonly Part[] {
  const { call, tool: name, title, args } = event;
  const fresh: ToolPart = {
    kind: "tool",
    call,
    tool: name,
    title,
    args,
    status: "running",
    output: undefined,
    cached: false,
    duration: null,
    fraction: null,
    note: "",
    retry: null,
  };
  const known = parts.some((part) => part.kind === "tool" && part.call === call);
  if (!known) return [...parts, fresh];
  return parts.map((part) => (part.kind === "tool" && part.call === call ? fresh : part));
}

function tool(view: TurnView, call: string, change: Partial<ToolPart>): Partial<TurnView> {
  return {
    parts: view.parts.map((part) =>
      part.kind === "tool" && part.call === call ? { ...part, ...change } : part,
    ),
  };
}

function planned(
  parts: readonly Part[],
  tasks: Extract<StreamEvent, { type: "task_list" }>["tasks"],
): readonly Part[] {
  const known = parts.some((part) => part.kind === "tasks");
  if (!known) return [...parts, { kind: "tasks", tasks }];
  return parts.map((part) => (part.kind === "tasks" ? { kind: "tasks", tasks } : part));
}

function advanced(
  parts: readonly Part[],
  { id, status, error }: Extract<StreamEvent, { type: "task_update" }>,
): readonly Part[] {
  return parts.map((part) => {
    if (part.kind !== "tasks") return part;
    const tasks = part.tasks.map((task) =>
      task.id !== id ? task : { ...task, status, ...(error === undefined ? {} : { error }) },
    );
    return { kind: "tasks", tasks };
  });
}

/** A widget shown again by a new worker replaces the one it showed before. */
function shown(parts: readonly Part[], widget: Widget): readonly Part[] {
  const same = (part: Part) =>
    part.kind === "widget" && part.widget.type === widget.type && part.widget.id === widget.id;
  if (!parts.some(same)) return [...parts, { kind: "widget", widget }];
  return parts.map((part) => (same(part) ? { kind: "widget", widget } : part));
}

function ended(
  view: TurnView,
  { status, next }: Extract<StreamEvent, { type: "done" }>,
): Partial<TurnView> {
  const parts = view.parts.map((part) =>
    part.kind === "tool" && part.status === "running"
      ? { ...part, status: "cancelled" as const }
      : part,
  );
  return { phase: status, next: next ?? null, parts: brokenOff(parts, status), held: [] };
}

function brokenOff(parts: readonly Part[], status: string): readonly Part[] {
  const last = parts.at(-1);
  if (last?.kind !== "text" || (status !== "failed" && status !== "cancelled")) return parts;
  return [...parts.slice(0, -1), { ...last, partial: true }];
}

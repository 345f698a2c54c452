/** Stored messages become the same view that a turn's events make. */
import type { StreamEvent } from "../contract/events";
import { take } from "../stream/reduce";
import { NOTHING_YET, type Part, type ToolPart, type TurnView } from "../stream/turn_view";
import { type Entry, newEntry, type Question } from "./entry";
import type { StoredMessage } from "./sessions_api";

type Block = Readonly<Record<string, unknown>>;

/** Make entries of messages, one for each turn, in their order. */
export function storedEntries(messages: readonly StoredMessage[]): Entry[] {
  const turns = new Map<string, StoredMessage[]>();
  for (const message of messages)
    turns.set(message.turn, [...(turns.get(message.turn) ?? []), message]);
  return [...turns].map(([turn, told]) => storedEntry(turn, told));
}

/** What was told of a turn beside its messages, as long as the server keeps it. */
export function withTold(entries: readonly Entry[], told: readonly StreamEvent[]): Entry[] {
  return entries.map((entry) => {
    const own = told.filter((event) => event.turn === entry.turn);
    return own.length === 0 ? entry : { ...entry, view: own.reduce(toldOf, entry.view) };
  });
}

/** What was said of the answers: the latest word of each holds. */
export function withFeedback(entries: readonly Entry[], given: readonly Given[]): Entry[] {
  return entries.map((entry) => {
    const last = given.findLast((one) => one.turn === entry.turn);
    if (last === undefined) return entry;
    return { ...entry, feedback: last.type === "positive" ? "positive" : "negative" };
  });
}

type Given = Readonly<{ turn: string; type: string }>;

function toldOf(view: TurnView, event: StreamEvent): TurnView {
  switch (event.type) {
    case "route":
      return { ...view, route: event };
    case "guard":
      return { ...view, guards: [...view.guards, event] };
    case "usage":
      return { ...view, usage: event };
    default:
      return view;
  }
}

function storedEntry(turn: string, messages: readonly StoredMessage[]): Entry {
  const asked = messages.find((one) => one.role === "user");
  const answered = messages.find((one) => one.role === "assistant");
  const question = asked === undefined ? null : questionOf(asked.blocks);
  const view = storedView(answered, question);
  const first = messages[0];
  return newEntry(turn, {
    turn,
    question,
    view,
    at: first?.created_at ?? "",
    workflow: answered?.workflow ?? null,
    no: Math.min(...messages.map((one) => one.no)),
  });
}

function storedView(answered: StoredMessage | undefined, question: Question | null): TurnView {
  const parts = (answered?.blocks ?? []).reduce<Part[]>(withBlock, []);
  const phase = question?.kind === "blocked" ? "blocked" : "finished";
  return { ...NOTHING_YET, phase, parts };
}

function questionOf(blocks: readonly Block[]): Question | null {
  for (const block of blocks) {
    switch (block.type) {
      case "text":
        return { kind: "text", text: text(block.text) };
      case "approval":
        return { kind: "approval", approval: text(block.id), approve: block.approve === true };
      case "ui_result":
        return { kind: "ui_result", id: text(block.id), text: text(block.text) };
      case "file":
        return {
          kind: "file",
          name: text(block.name),
          text: text(block.text),
          datasets: Array.isArray(block.datasets) ? block.datasets.map(text) : [],
        };
      case "blocked":
        return { kind: "blocked" };
      default: // of a newer server
    }
  }
  return null;
}

function withBlock(parts: Part[], block: Block): Part[] {
  switch (block.type) {
    case "text": {
      const partial = block.partial === true;
      return [...parts, { kind: "text", message: "", text: text(block.text), partial }];
    }
    case "tool_use":
      return [...parts, calledTool(block)];
    case "tool_result": {
      const known = parts.some((part) => part.kind === "tool" && part.call === block.id);
      const all = known ? parts : [...parts, calledTool(block)];
      return all.map((part) =>
        part.kind === "tool" && part.call === block.id ? answeredTool(part, block) : part,
      );
    }
    case "widget":
      return [...parts, ...widgetParts(block.event)];
    case "staff":
      return [...parts, { kind: "staff", message: "", text: text(block.text), ...whoOf(block) }];
    case "handover": {
      const status = STANDINGS.find((one) => one === block.status);
      return status === undefined
        ? parts
        : [...parts, { kind: "handover", status, ...whoOf(block) }];
    }
    default:
      return parts;
  }
}

const STANDINGS = ["waiting", "taken", "returned", "closed", "left", "expired"] as const;

function whoOf(block: Block): { name: string | null; title: string } {
  return { name: text(block.name) || null, title: text(block.title) };
}

function calledTool(block: Block): Part {
  const name = text(block.name);
  return {
    kind: "tool",
    call: text(block.id),
    tool: name,
    title: spoken(name), // unless a result tells the tool's own
    args: mapping(block.args),
    status: "cancelled", // unless a result follows
    output: undefined,
    cached: false,
    duration: null,
    fraction: null,
    note: "",
    retry: null,
  };
}

const STATUSES = ["ok", "error", "timeout", "denied", "cancelled"] as const;

function answeredTool(part: Extract<Part, { kind: "tool" }>, block: Block): Part {
  const output = mapping(block.output);
  const status = STATUSES.find((one) => one === block.status) ?? "ok";
  const facts = mapping(block.facts);
  return {
    ...part,
    status,
    output: output.result ?? output.error,
    title: text(facts.title) || part.title,
    duration: typeof facts.duration_ms === "number" ? facts.duration_ms : null,
    cached: facts.cached === true,
  };
}

/** A call that had to wait for a decision is shown once: where it was carried out. */
export function withoutWaitingCalls(
  entries: readonly Entry[],
  open: ReadonlySet<string>,
): readonly Entry[] {
  const args = new Map<string, Record<string, unknown>>();
  const answered = new Set(
    toolsOf(entries).flatMap((tool) => (isWaiting(tool) ? [] : [tool.call])),
  );
  for (const tool of toolsOf(entries)) if (isWaiting(tool)) args.set(tool.call, tool.args);
  if (args.size === 0) return entries;
  return entries.map((entry) => {
    if (entry.live) return entry;
    const parts = entry.view.parts.flatMap((part): Part[] => {
      if (part.kind !== "tool") return [part];
      if (isWaiting(part)) return answered.has(part.call) || open.has(part.call) ? [] : [part];
      const asked = args.get(part.call);
      return [asked === undefined ? part : { ...part, args: asked }];
    });
    return { ...entry, view: { ...entry.view, parts } };
  });
}

function toolsOf(entries: readonly Entry[]): ToolPart[] {
  return entries.flatMap((entry) =>
    entry.view.parts.flatMap((part) => (part.kind === "tool" ? [part] : [])),
  );
}

function isWaiting(tool: ToolPart): boolean {
  return tool.status === "cancelled" && tool.output === undefined;
}

/** Widgets are stored as their events: the reducer that reads the stream reads them too. */
function widgetParts(event: unknown): readonly Part[] {
  if (typeof event !== "object" || event === null || !("type" in event)) return [];
  return take(NOTHING_YET, { ...event, seq: 1 } as StreamEvent).parts;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function mapping(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** `make_chart` as people read it, where its title is not known. */
export function spoken(name: string): string {
  const words = name.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

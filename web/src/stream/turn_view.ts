/** What a page shows of one turn. Made of its events (`reduce.ts`) or of what is stored of it. */
import type {
  ArtifactEvent,
  ChartEvent,
  ChoicesEvent,
  DashboardEvent,
  DoneEvent,
  Envelope,
  ErrorEvent,
  FileEvent,
  GuardEvent,
  HandoverEvent,
  KpiEvent,
  MemoryEvent,
  RouteEvent,
  StaffMessageEvent,
  StateEvent,
  TableEvent,
  Task,
  ToolApprovalRequestEvent,
  ToolEndEvent,
  UiEvent,
  UsageEvent,
} from "../contract/events";
import type { AnyEvent } from "./ndjson";

export type Phase = "sent" | "queued" | "running" | DoneEvent["status"];

type Bare<E extends Envelope> = Omit<E, keyof Envelope>;
export type Widget =
  | Bare<ChartEvent>
  | Bare<TableEvent>
  | Bare<KpiEvent>
  | Bare<DashboardEvent>
  | Bare<ArtifactEvent>
  | Bare<FileEvent>;

export interface TextPart {
  kind: "text";
  message: string;
  text: string;
  /** It was broken off, and nobody goes on with it. */
  partial: boolean;
}

export interface ToolPart {
  kind: "tool";
  call: string;
  tool: string;
  title: string;
  args: Record<string, unknown>;
  status: "running" | ToolEndEvent["status"];
  output: unknown;
  cached: boolean;
  /** Null where nobody has said how long it took. */
  duration: number | null;
  fraction: number | null;
  note: string;
  retry: { attempt: number; max: number; reason: string } | null;
}

export interface TasksPart {
  kind: "tasks";
  tasks: readonly Task[];
}

export interface WidgetPart {
  kind: "widget";
  widget: Widget;
}

export interface UiPart {
  kind: "ui";
  event: Bare<UiEvent>;
}

/** Somebody of a team has written it. */
export interface StaffPart {
  kind: "staff";
  message: string;
  text: string;
  name: string | null;
  title: StaffMessageEvent["title"];
}

/** From here on others have the conversation. */
export interface HandoverPart {
  kind: "handover";
  status: HandoverEvent["status"];
  name: string | null;
  title: string;
}

/** The pieces of an answer, in the order in which they came. */
export type Part = TextPart | ToolPart | TasksPart | WidgetPart | UiPart | StaffPart | HandoverPart;

export interface TurnView {
  /** Up to here every event has been taken. */
  readonly seen: number;
  /** Came before their time; taken as soon as the gap before them is filled. */
  readonly held: readonly AnyEvent[];
  readonly phase: Phase;
  readonly position: number;
  readonly session: string | null;
  readonly route: RouteEvent | null;
  readonly states: readonly StateEvent[];
  readonly parts: readonly Part[];
  readonly guards: readonly GuardEvent[];
  readonly approvals: readonly Bare<ToolApprovalRequestEvent>[];
  readonly choices: Bare<ChoicesEvent> | null;
  readonly memory: MemoryEvent | null;
  readonly feedbackReason: string | null;
  readonly usage: UsageEvent | null;
  readonly error: ErrorEvent | null;
  readonly next: string | null;
}

export const NOTHING_YET: TurnView = {
  seen: 0,
  held: [],
  phase: "sent",
  position: 0,
  session: null,
  route: null,
  states: [],
  parts: [],
  guards: [],
  approvals: [],
  choices: null,
  memory: null,
  feedbackReason: null,
  usage: null,
  error: null,
  next: null,
};

export function isOver(view: TurnView): boolean {
  return view.phase !== "sent" && view.phase !== "queued" && view.phase !== "running";
}

/** What the answer says, its paragraphs apart. */
export function textOf(view: TurnView): string {
  return view.parts
    .flatMap((part) => (part.kind === "text" ? [part.text.trim()] : []))
    .filter((text) => text !== "")
    .join("\n\n");
}

/**
 * One conversation of this page: what is stored of it, what runs in it, and how messages get there.
 * It outlives the component that shows it, so that a turn goes on while another one is looked at.
 */
import { Problem } from "../api/problem";
import type { StreamEvent } from "../contract/events";
import { followSession } from "../stream/follow_session";
import { followTurn, type TurnPost } from "../stream/follow_turn";
import type { AnyEvent } from "../stream/ndjson";
import { closeGap, take } from "../stream/reduce";
import { isOver, NOTHING_YET, type TurnView } from "../stream/turn_view";
import { type Entry, newEntry, type Question } from "./entry";
import { merged } from "./ordering";
import { randomId } from "./random_id";
import { cancelTurn, type OpenApproval, readSession, type SessionDetail } from "./sessions_api";
import { storedEntries, withFeedback, withoutWaitingCalls, withTold } from "./stored_turns";
import { tellTabs } from "./tabs";
import { forgetUnsent, keepUnsent, unsentOf } from "./unsent";

export interface ConversationState {
  readonly status: "new" | "loading" | "ready" | "failed";
  readonly problem: Error | null;
  readonly title: string | null;
  readonly entries: readonly Entry[];
  /** The page of earlier messages; null at the beginning of the conversation. */
  readonly earlier: number | null;
  readonly readingEarlier: boolean;
  /** Were asked here, and wait for nobody any more. */
  readonly settled: ReadonlySet<string>;
  /** People who are awaited here, or have the conversation; null: the assistant. */
  readonly handover: SessionDetail["handover"];
}

type Ended = (session: string) => void;

export class Conversation {
  private state: ConversationState = {
    status: "new",
    problem: null,
    title: null,
    entries: [],
    earlier: null,
    readingEarlier: false,
    settled: new Set(),
    handover: null,
  };
  private readonly listeners = new Set<() => void>();
  private readonly following = new Map<string, AbortController>();
  private frame = 0;
  private reading: Promise<void> | null = null;
  private hasRead = false;
  private listening: AbortController | null = null;
  private waitingCalls: ReadonlySet<string> = new Set();

  constructor(
    readonly session: string,
    private readonly onEnded: Ended,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): ConversationState => this.state;

  /** Read what is stored; what runs is joined. A new conversation has nothing to read. */
  load(): Promise<void> {
    this.reading ??= this.read().finally(() => {
      this.reading = null;
    });
    return this.reading;
  }

  /** Begin one that the server does not know yet. */
  begin(): void {
    if (this.state.status === "new") this.set({ status: "ready" });
  }

  async loadEarlier(): Promise<void> {
    const { earlier, readingEarlier } = this.state;
    if (earlier === null || readingEarlier) return;
    this.set({ readingEarlier: true });
    try {
      const page = await readSession(this.session, earlier);
      const entries = this.withStored(this.state.entries, storedPage(page));
      this.set({ entries, earlier: page.next ?? null });
    } finally {
      this.set({ readingEarlier: false });
    }
  }

  /** Send a message: it is shown at once, and answered as soon as the server has it. */
  say(text: string, more: { autonomous?: boolean; shown?: string; workflow?: string } = {}): void {
    const { shown, ...options } = more;
    const body = { message: text, session_id: this.session, ...options };
    this.post({ kind: "text", text: shown ?? text }, { path: "/chat", body, key: randomId() });
  }

  /** Answer a component of the page. */
  answerUi(id: string, value: unknown): void {
    const body = { ui_result: { id, value }, session_id: this.session };
    const question: Question = { kind: "ui_result", id, text: JSON.stringify({ id, value }) };
    this.post(question, { path: "/chat", body, key: randomId() });
  }

  /** Answer an approval. A refusal that can be mended (422) is thrown, and nothing is shown. */
  decide(approval: string, answer: ApprovalAnswer): Promise<void> {
    const path = `/approvals/${approval}`;
    const question: Question = { kind: "approval", approval, approve: answer.approve };
    return this.post(question, { path, body: answer, key: randomId() }, true);
  }

  /** Join a turn that began elsewhere. */
  join(turn: string, question: Question | null = null, at = new Date().toISOString()): void {
    const known = this.state.entries.find((entry) => entry.turn === turn);
    if (known !== undefined && (isOver(known.view) || this.following.has(known.key))) return;
    const entry = known ?? newEntry(turn, { turn, question, at });
    this.put({ ...entry, live: true, view: NOTHING_YET });
    void this.follow(entry.key, turn, null, false);
  }

  async cancel(turn: string): Promise<void> {
    await cancelTurn(turn);
  }

  /** Send what was refused once more. */
  again(entry: Entry): void {
    if (entry.refused === null || entry.question === null) return;
    this.drop(entry.key);
    this.post(entry.question, { ...entry.refused.post, key: randomId() });
  }

  /** Go on after signing in again: what was refused for want of it is sent now. */
  resume(): void {
    const refused = this.state.entries.filter(
      (entry) => entry.refused?.problem.code === "unauthenticated",
    );
    for (const entry of refused) this.again(entry);
    void this.load();
  }

  /** Take back what was refused, or what has not reached the server. */
  drop(key: string): void {
    this.following.get(key)?.abort();
    forgetUnsent(this.session, key);
    this.set({ entries: this.state.entries.filter((entry) => entry.key !== key) });
  }

  /** Let go of everything; the turns go on without this page. */
  close(): void {
    for (const control of this.following.values()) control.abort();
    this.following.clear();
    this.listen(null);
  }

  /** Hear what comes by itself while people have the conversation. */
  private listen(handover: SessionDetail["handover"]): void {
    if ((handover !== null) === (this.listening !== null)) return;
    this.listening?.abort();
    this.listening = handover === null ? null : new AbortController();
    if (this.listening === null) return;
    const after = this.state.entries.findLast((entry) => entry.turn !== null)?.turn ?? null;
    const { signal } = this.listening;
    const heard = (event: AnyEvent) => this.takeUnasked(event);
    const onEnd = () => void this.load().catch(() => undefined);
    void followSession({ session: this.session, after, take: heard, onEnd, signal });
  }

  private takeUnasked(event: AnyEvent): void {
    const known = this.state.entries.find((entry) => entry.turn === event.turn);
    if (known !== undefined && isOver(known.view)) return;
    const entry = known ?? newEntry(event.turn, { turn: event.turn, at: event.at, live: true });
    const view = take(entry.view, event);
    this.put({ ...entry, view }, true);
    if (isOver(view)) this.ended(entry.key);
  }

  private post(question: Question, post: TurnPost, strict = false): Promise<void> {
    const entry = newEntry(post.key, { question, live: true, connection: "connecting" });
    if (!strict) {
      keepUnsent(this.session, { post, question });
      this.put(entry);
    }
    return this.follow(entry.key, null, post, strict, entry);
  }

  private async follow(
    key: string,
    turn: string | null,
    post: TurnPost | null,
    strict: boolean,
    late?: Entry,
  ): Promise<void> {
    const control = new AbortController();
    this.following.set(key, control);
    const now = () => this.state.entries.find((entry) => entry.key === key);
    const change = (some: Partial<Entry>) => {
      const entry = now();
      if (entry !== undefined) this.put({ ...entry, ...some });
    };
    let named: (() => void) | null = null;
    const shown = new Promise<void>((done) => {
      named = done;
    });
    const whole = followTurn({
      post,
      turn,
      signal: control.signal,
      seen: () => now()?.view.seen ?? 0,
      take: (event) => {
        const entry = now();
        if (entry === undefined) return true;
        const view = take(entry.view, event);
        this.put({ ...entry, view }, true);
        return isOver(view);
      },
      closeGap: () => {
        const entry = now();
        if (entry === undefined) return true;
        const view = closeGap(entry.view);
        this.put({ ...entry, view });
        return isOver(view);
      },
      onTurn: (id) => {
        forgetUnsent(this.session, key);
        if (this.state.entries.some((entry) => entry.turn === id && entry.key !== key)) {
          this.drop(key); // joined already: by another tab's word, or before a reload
          named?.();
          return;
        }
        if (late !== undefined && now() === undefined) this.put({ ...late, turn: id });
        change({ turn: id });
        tellTabs({ session: this.session, turn: id });
        named?.();
      },
      onConnection: (connection) => change({ connection }),
    })
      .then(() => this.ended(key))
      .catch((error: unknown) => {
        const problem = asProblem(error);
        forgetUnsent(this.session, key);
        if (strict && now() === undefined) throw problem;
        if (post !== null && now()?.turn === null) change({ refused: { problem, post } });
        else void this.load().catch(() => undefined);
      })
      .finally(() => {
        if (this.following.get(key) === control) this.following.delete(key);
      });
    await (strict ? Promise.race([whole, shown]) : whole);
  }

  private ended(key: string): void {
    const entry = this.state.entries.find((one) => one.key === key);
    if (entry === undefined || !isOver(entry.view)) return;
    this.flush();
    void this.load().catch(() => undefined);
    this.onEnded(this.session);
  }

  private async read(): Promise<void> {
    if (this.state.status !== "ready") this.set({ status: "loading", problem: null });
    try {
      const visible = this.state.entries.flatMap((entry) => entry.view.approvals);
      const detail = await readSession(this.session);
      this.takeIn(
        detail,
        visible.map((asked) => asked.approval),
      );
    } catch (error) {
      const problem = asProblem(error);
      const fresh = problem.code === "not_found" && this.state.entries.length > 0;
      if (fresh) this.set({ status: "ready" });
      else if (this.state.status !== "ready") this.set({ status: "failed", problem });
    }
    this.sendUnsent();
  }

  private takeIn(detail: SessionDetail, visible: readonly string[]): void {
    const stored = storedPage(detail);
    const first = !this.hasRead;
    this.hasRead = true;
    const open = new Set(detail.approvals);
    this.waitingCalls = new Set(detail.open_approvals.map((asked) => asked.call));
    const newest = Math.max(-1, ...this.state.entries.map((entry) => entry.no ?? -1));
    const oldest = detail.messages[0]?.no ?? 0;
    // More was said elsewhere than one page holds: what lies between is read when it is scrolled to.
    const torn = !first && newest >= 0 && oldest > newest + 2;
    const kept = torn
      ? this.state.entries.filter((entry) => entry.no === null)
      : this.state.entries;
    this.set({
      status: "ready",
      problem: null,
      title: detail.title ?? null,
      entries: withOpenQuestions(this.withStored(kept, stored), detail),
      earlier: first || torn ? (detail.next ?? null) : this.state.earlier,
      handover: detail.handover,
      settled: new Set([...this.state.settled, ...visible.filter((id) => !open.has(id))]),
    });
    this.listen(detail.handover);
    for (const { turn, message, created_at } of detail.open_turns) {
      const said: Question | null = message ? { kind: "text", text: message } : null;
      this.join(turn, said, created_at);
    }
  }

  private sendUnsent(): void {
    for (const { post, question } of unsentOf(this.session)) {
      if (this.state.entries.some((entry) => entry.key === post.key)) continue;
      this.put(newEntry(post.key, { question, live: true, connection: "connecting" }));
      void this.follow(post.key, null, post, false);
    }
  }

  private withStored(known: readonly Entry[], stored: readonly Entry[]): readonly Entry[] {
    const all = merged(known, stored, (key) => this.following.has(key));
    return withoutWaitingCalls(all, this.waitingCalls);
  }

  private put(entry: Entry, often = false): void {
    const at = this.state.entries.findIndex((one) => one.key === entry.key);
    const entries = at < 0 ? [...this.state.entries, entry] : this.state.entries.with(at, entry);
    this.state = { ...this.state, entries };
    // Text may come faster than a screen can be drawn: once a frame is enough to see all of it.
    if (often) this.frame ||= requestAnimationFrame(() => this.flush());
    else this.flush();
  }

  private set(change: Partial<ConversationState>): void {
    this.state = { ...this.state, ...change };
    this.flush();
  }

  private flush(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    for (const listener of this.listeners) listener();
  }
}

export interface ApprovalAnswer {
  approve: boolean;
  edited_args?: Record<string, unknown>;
  remember?: boolean;
}

function storedPage(page: SessionDetail): Entry[] {
  const told = withTold(storedEntries(page.messages), page.told as unknown as StreamEvent[]);
  return withFeedback(told, page.feedback);
}

/** Put what waits for the person where it was asked: messages alone do not hold it. */
function withOpenQuestions(entries: readonly Entry[], detail: SessionDetail): readonly Entry[] {
  const asked = detail.asked as unknown as StreamEvent[];
  return entries.map((entry) => {
    if (entry.live) return entry;
    const approvals = detail.open_approvals.filter((one) => one.turn === entry.turn);
    const choices = asked.find((one) => one.type === "choices" && one.turn === entry.turn);
    const view = {
      ...entry.view,
      approvals: approvals.map(asRequest),
      choices: choices?.type === "choices" ? choices : null,
    };
    return { ...entry, view };
  });
}

function asRequest(open: OpenApproval): TurnView["approvals"][number] {
  const { id, kind, call, tool, title, args, reason, code, expires_at } = open;
  const known = KINDS.find((one) => one === kind) ?? "continue";
  return {
    type: "tool_approval_request",
    approval: id,
    kind: known,
    call,
    tool,
    title,
    args,
    reason,
    code: CODES.find((one) => one === code) ?? "asks_first",
    expires_at,
  };
}

const CODES = [
  "has_effect",
  "asks_first",
  "failed",
  "timed_out",
  "worker_lost",
  "loop_detected",
  "iteration_limit",
] as const;
const KINDS = ["tool", "continue", "retry", "repeat"] as const;

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem("unreadable", error instanceof Error ? error.message : String(error));
}

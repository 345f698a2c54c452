/**
 * Follows a turn from its first event to its end, across connections that break, servers that
 * restart and machines that sleep. Nothing is posted twice: every try carries the same key.
 */
import { Problem } from "../api/problem";
import { request } from "../api/request";
import { type AnyEvent, BrokenStream, linesOf, parseEvent } from "./ndjson";

/** Three heartbeats (15 s) missed: the connection is dead, however open it looks. */
const SILENCE_MS = 50_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 4_000;
const SIGNED_OUT_PAUSE_MS = 3_000;
/** A server that says "internal" this often to a new message will go on saying so. */
const MOST_FAULTS = 3;

export type Connection = "connecting" | "open" | "lost" | "offline";

/** What begins a turn: a message, a decision. Left out, the turn is only read. */
export interface TurnPost {
  path: string;
  body: unknown;
  key: string;
}

export interface FollowOptions {
  post: TurnPost | null;
  turn: string | null;
  /** The last event that was taken. */
  seen: () => number;
  /** Take an event; true when the turn has ended. */
  take: (event: AnyEvent) => boolean;
  /** Events are held behind a gap that joining again has not filled: go on without them. */
  closeGap: () => boolean;
  onTurn: (turn: string) => void;
  onConnection: (connection: Connection) => void;
  signal: AbortSignal;
}

/** Resolves at the end of the turn, or when the signal says so; throws `Problem` on refusal. */
export async function followTurn(options: FollowOptions): Promise<void> {
  const { signal, onConnection } = options;
  let turn = options.turn;
  let pause = FIRST_PAUSE_MS;
  let faults = 0;
  while (!signal.aborted) {
    const before = options.seen();
    let wait = pause;
    try {
      const opened = await open(options, turn);
      if (opened === null) return;
      if (opened.turn !== null && opened.turn !== turn) {
        turn = opened.turn;
        options.onTurn(turn);
      }
      onConnection("open");
      if (await readToEnd(opened.answer, opened.dropped, options)) return;
      // Whoever was asked for all that follows has skipped some of it: it is gone for good.
      if (options.seen() === before && options.closeGap()) return;
    } catch (error) {
      if (signal.aborted) return;
      faults += isFault(error) ? 1 : 0;
      if (!mayPass(error, turn !== null, faults)) throw error;
      if (isSignedOut(error)) wait = SIGNED_OUT_PAUSE_MS;
    }
    if (options.seen() > before) pause = wait = FIRST_PAUSE_MS;
    onConnection(navigator.onLine ? "lost" : "offline");
    await rest(wait, signal);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}

interface Opened {
  answer: Response;
  turn: string | null;
  dropped: AbortController;
}

async function open(options: FollowOptions, turn: string | null): Promise<Opened | null> {
  const dropped = new AbortController();
  const signal = AbortSignal.any([options.signal, dropped.signal]);
  const watch = setTimeout(() => dropped.abort(), SILENCE_MS);
  try {
    const answer = await asked(options, turn, signal);
    if (answer.status === 204 || answer.body === null) return null;
    return { answer, turn: answer.headers.get("x-turn-id") ?? turn, dropped };
  } finally {
    clearTimeout(watch);
  }
}

function asked(
  { post, seen }: FollowOptions,
  turn: string | null,
  signal: AbortSignal,
): Promise<Response> {
  if (turn !== null) return request(`/chat/${turn}/events?after=${seen()}`, { signal });
  if (post === null) throw new Error("a turn is posted or read");
  const headers = { "content-type": "application/json", "idempotency-key": post.key };
  return request(post.path, { method: "POST", body: JSON.stringify(post.body), headers, signal });
}

/** Read what one connection brings; true at the end of the turn. */
async function readToEnd(
  answer: Response,
  dropped: AbortController,
  { take }: FollowOptions,
): Promise<boolean> {
  if (answer.body === null) return false;
  let watch = setTimeout(() => dropped.abort(), SILENCE_MS);
  try {
    for await (const lines of linesOf(answer.body)) {
      clearTimeout(watch);
      watch = setTimeout(() => dropped.abort(), SILENCE_MS);
      for (const line of lines) if (take(parseEvent(line))) return true;
    }
  } catch (error) {
    if (error instanceof BrokenStream) return false;
    throw error;
  } finally {
    clearTimeout(watch);
  }
  return false;
}

/** How a browser says that a connection broke, or that we dropped it ourselves. */
function isLost(error: unknown): boolean {
  return (
    error instanceof TypeError || (error instanceof DOMException && error.name === "AbortError")
  );
}

function isFault(error: unknown): boolean {
  return error instanceof Problem && error.code === "internal";
}

function isSignedOut(error: unknown): boolean {
  return error instanceof Problem && error.code === "unauthenticated";
}

/** Whether trying again may help. A turn that is known goes on, whoever cannot be reached. */
function mayPass(error: unknown, known: boolean, faults: number): boolean {
  if (isLost(error)) return true;
  if (!(error instanceof Problem)) return false;
  if (known)
    return (
      error.status >= 500 || error.status === 0 || error.status === 401 || error.status === 429
    );
  if (error.code === "internal") return faults < MOST_FAULTS;
  return error.code === "offline" || error.status >= 500;
}

/** Wait; being online again ends the waiting. */
function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      done();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
}

/**
 * Hears what comes into a conversation by itself: people who answer, the assistant that goes on
 * after them. Across broken connections nothing is missed: it joins behind what was heard last.
 */
import { Problem } from "../api/problem";
import { request } from "../api/request";
import { type AnyEvent, BrokenStream, linesOf, parseEvent } from "./ndjson";

const SILENCE_MS = 50_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;

export interface SessionListener {
  session: string;
  /** The newest turn that is known. */
  after: string | null;
  take: (event: AnyEvent) => void;
  /** The assistant has the conversation again, and all is told. */
  onEnd: () => void;
  signal: AbortSignal;
}

/** Runs until the signal ends it, or the conversation is gone. */
export async function followSession(listener: SessionListener): Promise<void> {
  const { session, signal } = listener;
  let mark = listener.after;
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    try {
      const query = mark === null ? "" : `?after=${encodeURIComponent(mark)}`;
      const answer = await opened(`/sessions/${session}/events${query}`, signal);
      if (answer === null) return listener.onEnd();
      for await (const event of heard(answer)) {
        mark = `${event.turn}:${event.seq}`;
        pause = FIRST_PAUSE_MS;
        listener.take(event);
      }
    } catch (error) {
      if (error instanceof Problem && !mayPass(error)) return;
    }
    if (signal.aborted) return;
    await new Promise((done) => setTimeout(done, pause));
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}

interface Opened {
  body: ReadableStream<Uint8Array>;
  dropped: AbortController;
}

/** Null: nothing is left to be heard. */
async function opened(path: string, signal: AbortSignal): Promise<Opened | null> {
  const dropped = new AbortController();
  const watch = setTimeout(() => dropped.abort(), SILENCE_MS);
  try {
    const answer = await request(path, { signal: AbortSignal.any([signal, dropped.signal]) });
    return answer.status === 204 || answer.body === null ? null : { body: answer.body, dropped };
  } finally {
    clearTimeout(watch);
  }
}

async function* heard({ body, dropped }: Opened): AsyncGenerator<AnyEvent> {
  let watch = setTimeout(() => dropped.abort(), SILENCE_MS);
  try {
    for await (const lines of linesOf(body)) {
      clearTimeout(watch);
      watch = setTimeout(() => dropped.abort(), SILENCE_MS);
      for (const line of lines) yield parseEvent(line);
    }
  } catch (error) {
    if (!(error instanceof BrokenStream)) throw error;
  } finally {
    clearTimeout(watch);
  }
}

function mayPass({ status }: Problem): boolean {
  return status >= 500 || status === 0 || status === 401 || status === 429;
}

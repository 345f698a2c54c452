/** Reads the stream's lines: one JSON object each, in whatever pieces the network delivers them. */
import { EVENT_TYPES, type StreamEvent } from "../contract/events";

/** The server sends none longer; whatever does is no stream of ours. */
const LONGEST_LINE = 16 * 1024 * 1024;
const KNOWN: ReadonlySet<string> = new Set(EVENT_TYPES);

/** What a newer server may send: it counts in the order, and says nothing to this page. */
export interface UnknownEvent {
  type: "unknown";
  turn: string;
  seq: number;
  at: string;
}

export type AnyEvent = StreamEvent | UnknownEvent;

/** The stream broke off in the middle of something, or is none of ours. Joining it again helps. */
export class BrokenStream extends Error {
  override readonly name = "BrokenStream";
}

/** Gathers pieces and hands out whole lines. */
export class LineDecoder {
  private readonly decoder = new TextDecoder();
  private rest = "";

  take(piece: Uint8Array): string[] {
    const lines = (this.rest + this.decoder.decode(piece, { stream: true })).split("\n");
    this.rest = lines.pop() ?? "";
    if (this.rest.length > LONGEST_LINE) throw new BrokenStream("a line without an end");
    return lines.filter((line) => line.trim() !== "");
  }
}

/** Read one line as an event. */
export function parseEvent(line: string): AnyEvent {
  const read = parsed(line);
  if (typeof read !== "object" || read === null) throw new BrokenStream("a line is no event");
  const { type, seq, turn, at } = read as Partial<Record<string, unknown>>;
  if (typeof type !== "string" || typeof seq !== "number" || !Number.isSafeInteger(seq) || seq < 1)
    throw new BrokenStream("a line is no event");
  if (KNOWN.has(type)) return read as StreamEvent;
  return { type: "unknown", seq, turn: String(turn ?? ""), at: String(at ?? "") };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new BrokenStream("a line is no JSON");
  }
}

function brokenOff(): never {
  throw new BrokenStream("the connection was lost");
}

/** Yield a body's lines; a heartbeat is a piece without any. */
export async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string[]> {
  const reader = body.getReader();
  const decoder = new LineDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(brokenOff);
      if (done) return;
      yield decoder.take(value);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

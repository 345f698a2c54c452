/** Messages that were sent and not yet taken: a reload in between sends them again, once. */
import type { TurnPost } from "../stream/follow_turn";
import type { Question } from "./entry";
import { ownKey } from "./person";

export interface Unsent {
  post: TurnPost;
  question: Question;
}

const DAY_MS = 24 * 60 * 60 * 1000; // as long as the server knows the key

function key(session: string): string {
  return ownKey("unsent", session);
}

export function keepUnsent(session: string, unsent: Unsent): void {
  const all = [...read(session).filter((one) => one.post.key !== unsent.post.key), unsent];
  write(session, all);
}

export function forgetUnsent(session: string, postKey: string): void {
  write(
    session,
    read(session).filter((one) => one.post.key !== postKey),
  );
}

export function unsentOf(session: string): Unsent[] {
  return read(session);
}

function read(session: string): (Unsent & { at: number })[] {
  try {
    const all = JSON.parse(localStorage.getItem(key(session)) ?? "[]") as (Unsent & {
      at: number;
    })[];
    return all.filter((one) => Date.now() - one.at < DAY_MS);
  } catch {
    return [];
  }
}

function write(session: string, all: (Unsent & { at?: number })[]): void {
  if (all.length === 0) localStorage.removeItem(key(session));
  else {
    const dated = all.map((one) => ({ ...one, at: one.at ?? Date.now() }));
    localStorage.setItem(key(session), JSON.stringify(dated));
  }
}

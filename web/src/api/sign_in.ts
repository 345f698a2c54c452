/** The sign-in of this browser: cookies that no script can read, renewed by one tab at a time. */
import { problemOf, unreachable } from "./problem";

const LOCK = "batuta.renew";
let renewing: Promise<boolean> | null = null;
let renewedAt = 0;
const listeners = new Set<() => void>();
const returned = new Set<() => void>();

/**
 * Renew it; false if it is over. Requests that fail at once share one renewal, tabs too.
 * Throws `Problem` where nobody could tell: a lost network ends no sign-in.
 */
export function renewSignIn(): Promise<boolean> {
  renewing ??= renewed().finally(() => {
    renewing = null;
  });
  return renewing;
}

/** Call a function whenever it turns out that nobody is signed in any more. */
export function onSignInEnded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function signInEnded(): void {
  for (const listener of listeners) listener();
}

/** Call a function whenever somebody has signed in again, in a page that was open all the time. */
export function onSignedInAgain(listener: () => void): () => void {
  returned.add(listener);
  return () => returned.delete(listener);
}

export function signedInAgain(): void {
  for (const listener of returned) listener();
}

async function renewed(): Promise<boolean> {
  const asked = Date.now();
  // A renewal uses its token up: two tabs at once would look like a theft and end the sign-in.
  const locks = navigator.locks;
  return locks ? locks.request(LOCK, () => renewedSince(asked)) : renewedSince(asked);
}

async function renewedSince(asked: number): Promise<boolean> {
  renewedAt = Math.max(renewedAt, Number(localStorage.getItem(LOCK)) || 0);
  if (renewedAt > asked) return true; // another tab did it while this one waited
  const answer = await fetch("/auth/browser/refresh", {
    method: "POST",
    headers: { "x-batuta-page": "1" },
    credentials: "same-origin",
  }).catch(unreachable);
  if (answer.status === 429 || answer.status >= 500) throw await problemOf(answer);
  if (!answer.ok) return false;
  localStorage.setItem(LOCK, String(Date.now()));
  return true;
}

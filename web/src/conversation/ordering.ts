/** Puts what is stored and what was followed into one order. */
import { isOver } from "../stream/turn_view";
import type { Entry } from "./entry";

/** Add stored entries to what is known: each turn once, the fuller view of the two. */
export function merged(
  known: readonly Entry[],
  stored: readonly Entry[],
  followed: (key: string) => boolean = () => false,
): readonly Entry[] {
  const byTurn = new Map(stored.map((entry) => [entry.turn, entry]));
  const updated = known.map((entry) => {
    const other = entry.turn === null ? undefined : byTurn.get(entry.turn);
    if (other === undefined) return entry;
    byTurn.delete(other.turn);
    return joined(entry, other, followed(entry.key));
  });
  return [...updated, ...byTurn.values()].sort(byPlace);
}

/** What is followed, or was to its end, says more than what is stored; what was lost says less. */
function joined(known: Entry, stored: Entry, followed: boolean): Entry {
  const no = Math.min(known.no ?? Number.MAX_SAFE_INTEGER, stored.no ?? Number.MAX_SAFE_INTEGER);
  const both = {
    workflow: stored.workflow ?? known.workflow,
    no,
    at: stored.at,
    question: stored.question ?? known.question,
    feedback: stored.feedback ?? known.feedback,
  };
  if (known.live && (followed || isOver(known.view))) return { ...known, ...both };
  // The two messages of a turn may come on two pages.
  const view =
    stored.view.parts.length > 0 ? stored.view : { ...known.view, phase: stored.view.phase };
  return { ...stored, ...both, key: known.key, view };
}

/** What is stored has a number; what is not yet comes behind it, in the order in which it came. */
function byPlace(one: Entry, other: Entry): number {
  if (one.no === null || other.no === null)
    return (one.no === null ? 1 : 0) - (other.no === null ? 1 : 0);
  return one.no - other.no;
}

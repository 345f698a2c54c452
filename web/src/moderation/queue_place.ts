/** Where somebody was in the queue: which cases it showed, and which one they opened. */
const KEY = "batuta.queue";

interface QueuePlace {
  search: string;
  ids: readonly string[];
  opened?: string;
}

const NOWHERE: QueuePlace = { search: "", ids: [] };

/** Remember it for this tab; reloading the page keeps it. */
export function rememberPlace(place: QueuePlace): void {
  sessionStorage.setItem(KEY, JSON.stringify(place));
}

export function rememberOpened(opened: string): void {
  rememberPlace({ ...placeNow(), opened });
}

export function placeNow(): QueuePlace {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return isPlace(kept) ? kept : NOWHERE;
  } catch {
    return NOWHERE;
  }
}

/** The cases before and after one, as the queue showed them. */
export function neighbours(id: string): {
  at: number;
  of: number;
  before?: string;
  after?: string;
} {
  const { ids } = placeNow();
  const at = ids.indexOf(id);
  if (at < 0) return { at, of: ids.length };
  const [before, after] = [ids[at - 1], ids[at + 1]];
  return {
    at,
    of: ids.length,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}

function isPlace(kept: unknown): kept is QueuePlace {
  return (
    typeof kept === "object" &&
    kept !== null &&
    "search" in kept &&
    typeof kept.search === "string" &&
    "ids" in kept &&
    Array.isArray(kept.ids)
  );
}

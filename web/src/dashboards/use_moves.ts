/** Moving and resizing widgets by pointer and by keyboard; what is sent is the end of it. */
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from "react";
import type { Dashboard, DashboardEdit, Place } from "./dashboards_api";
import { COLUMNS, movedTo, type Places, samePlace, settled, sizedTo } from "./grid_places";

type Way = "move" | "resize";

interface Pull {
  id: string;
  way: Way;
  from: Place;
  at: { x: number; y: number };
}

interface Step {
  move: (place: Place) => Place;
  resize: (place: Place) => Place;
}

const STEPS: Readonly<Record<string, Step>> = {
  ArrowLeft: { move: (p) => movedTo(p, p.x - 1, p.y), resize: (p) => sizedTo(p, p.w - 1, p.h) },
  ArrowRight: { move: (p) => movedTo(p, p.x + 1, p.y), resize: (p) => sizedTo(p, p.w + 1, p.h) },
  ArrowUp: { move: (p) => movedTo(p, p.x, p.y - 1), resize: (p) => sizedTo(p, p.w, p.h - 1) },
  ArrowDown: { move: (p) => movedTo(p, p.x, p.y + 1), resize: (p) => sizedTo(p, p.w, p.h + 1) },
};

export interface Moves {
  /** Where everything stands now, what is being moved included. */
  places: Places;
  moving: string | null;
  handle: (
    id: string,
    way: Way,
  ) => {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: () => void;
    onPointerCancel: () => void;
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    onBlur: () => void;
  };
}

export function useMoves(
  known: Dashboard,
  grid: RefObject<HTMLElement | null>,
  apply: (...edits: DashboardEdit[]) => Promise<boolean>,
  say: (id: string, place: Place) => void,
): Moves {
  const kept = Object.fromEntries(known.widgets.map(({ id, place }) => [id, whole(place)]));
  const [draft, setDraft] = useState<{ id: string; place: Place } | null>(null);
  const pull = useRef<Pull | null>(null);
  const places =
    draft === null || kept[draft.id] === undefined
      ? kept
      : settled({ ...kept, [draft.id]: draft.place }, draft.id);
  const commit = async () => {
    pull.current = null;
    if (draft === null) return;
    const edits = editsOf(draft.id, kept[draft.id], draft.place);
    if (edits.length > 0) await apply(...edits);
    setDraft(null);
  };
  const now = (id: string) => (draft?.id === id ? draft.place : places[id]);
  const handle = (id: string, way: Way) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const from = now(id);
      if (event.button !== 0 || from === undefined) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pull.current = { id, way, from, at: { x: event.clientX, y: event.clientY } };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const held = pull.current;
      if (held === null || grid.current === null) return;
      const cell = cellOf(grid.current);
      const x = Math.round((event.clientX - held.at.x) / cell.wide);
      const y = Math.round((event.clientY - held.at.y) / cell.high);
      const { from } = held;
      const place =
        held.way === "move"
          ? movedTo(from, from.x + x, from.y + y)
          : sizedTo(from, from.w + x, from.h + y);
      if (!samePlace(place, now(id))) setDraft({ id, place });
    },
    onPointerUp: () => void commit(),
    onPointerCancel: () => {
      pull.current = null;
      setDraft(null);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const place = now(id);
      const step = STEPS[event.key];
      if (event.key === "Escape" && draft !== null) setDraft(null);
      else if (event.key === "Enter") void commit();
      else if (step !== undefined && place !== undefined) {
        const next = event.shiftKey || way === "resize" ? step.resize(place) : step.move(place);
        setDraft({ id, place: next });
        say(id, next);
      } else return;
      event.preventDefault();
    },
    onBlur: () => {
      if (pull.current === null) void commit();
    },
  });
  return { places, moving: draft?.id ?? null, handle };
}

/** What the server is told: a move, a change of size, or both, in one step that can be undone. */
export function editsOf(id: string, from: Place | undefined, to: Place): DashboardEdit[] {
  if (from === undefined || samePlace(from, to)) return [];
  const edits: DashboardEdit[] = [];
  if (from.x !== to.x || from.y !== to.y)
    edits.push({ edit: "move", widget: id, x: to.x, y: to.y });
  if (from.w !== to.w || from.h !== to.h)
    edits.push({ edit: "resize", widget: id, w: to.w, h: to.h });
  return edits;
}

function whole(place: Partial<Place>): Place {
  return { x: place.x ?? 0, y: place.y ?? 0, w: place.w ?? 6, h: place.h ?? 4 };
}

/** How far one cell is from the next. */
function cellOf(grid: HTMLElement): { wide: number; high: number } {
  const style = getComputedStyle(grid);
  const gap = Number.parseFloat(style.columnGap) || 0;
  const high = Number.parseFloat(style.gridAutoRows) || 56;
  return { wide: (grid.clientWidth + gap) / COLUMNS, high: high + gap };
}

/**
 * Where the widgets of a dashboard stand, worked out as `analysis/grid.py` does, so that somebody
 * who drags one sees what the server will say; both are held to tests/data/grid_moves.json.
 */
import type { Place } from "./dashboards_api";

export const COLUMNS = 12;
export const LARGEST_HEIGHT = 24;
export type Places = Readonly<Record<string, Place>>;

/** Places that do not overlap and leave no row empty above a widget; `first` keeps its own. */
export function settled(places: Places, first: string | null = null): Record<string, Place> {
  const names = Object.keys(places);
  const apart: [string, Place][] = [];
  for (const name of inOrder(names, places, first)) {
    const place = places[name];
    if (place === undefined) continue;
    apart.push([name, down(place, others(apart))]);
  }
  const found: [string, Place][] = [];
  const moved = Object.fromEntries(apart);
  for (const name of inOrder(Object.keys(moved), moved, null)) {
    const place = moved[name];
    if (place !== undefined) found.push([name, up(place, others(found))]);
  }
  return Object.fromEntries(found);
}

/** The place of somebody who pulls a widget: within the grid, whatever they pull at. */
export function movedTo(place: Place, x: number, y: number): Place {
  return { ...place, x: clamp(x, 0, COLUMNS - place.w), y: Math.max(0, y) };
}

export function sizedTo(place: Place, w: number, h: number): Place {
  return { ...place, w: clamp(w, 1, COLUMNS - place.x), h: clamp(h, 1, LARGEST_HEIGHT) };
}

export function samePlace(a: Place | undefined, b: Place | undefined): boolean {
  return a?.x === b?.x && a?.y === b?.y && a?.w === b?.w && a?.h === b?.h;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most));
}

function others(known: readonly [string, Place][]): Place[] {
  return known.map(([, place]) => place);
}

function inOrder(names: string[], places: Places, first: string | null): string[] {
  const rank = (name: string) => {
    const { x = 0, y = 0 } = places[name] ?? {};
    return [name === first ? 0 : 1, y, x] as const;
  };
  return names.toSorted((one, other) => {
    const [a, b] = [rank(one), rank(other)];
    return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
  });
}

function meets(a: Place, b: Place): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

function down(place: Place, taken: readonly Place[]): Place {
  let found = place;
  for (;;) {
    const met = taken.filter((other) => meets(found, other));
    if (met.length === 0) return found;
    found = { ...found, y: Math.max(...met.map((other) => other.y + other.h)) };
  }
}

/** Let a place rise until it rests on another one, or on top. */
function up(place: Place, taken: readonly Place[]): Place {
  const above = taken.filter(
    (other) => other.x < place.x + place.w && place.x < other.x + other.w && other.y < place.y,
  );
  return { ...place, y: Math.max(0, ...above.map((other) => other.y + other.h)) };
}

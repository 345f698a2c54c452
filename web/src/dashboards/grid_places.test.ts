import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Place } from "./dashboards_api";
import { movedTo, settled, sizedTo } from "./grid_places";
import { editsOf } from "./use_moves";

interface Case {
  says: string;
  places: Record<string, Place>;
  first: string | null;
  settled: Record<string, Place>;
}

// The server's test reads the same cases: tests/dashboards/test_dashboard_document.py.
const CASES = JSON.parse(readFileSync("../tests/data/grid_moves.json", "utf-8")) as Case[];

test.each(CASES)("pages and server agree: $says", ({ places, first, settled: wanted }) => {
  expect(settled(places, first)).toEqual(wanted);
});

const PLACE: Place = { x: 3, y: 2, w: 6, h: 4 };

test("nothing is pulled out of the grid", () => {
  expect(movedTo(PLACE, -5, -1)).toEqual({ ...PLACE, x: 0, y: 0 });
  expect(movedTo(PLACE, 20, 1)).toEqual({ ...PLACE, x: 6, y: 1 });
  expect(sizedTo(PLACE, 0, 0)).toEqual({ ...PLACE, w: 1, h: 1 });
  expect(sizedTo(PLACE, 40, 99)).toEqual({ ...PLACE, w: 9, h: 24 });
});

test("what is sent says what changed, and nothing if nothing did", () => {
  expect(editsOf("w1", PLACE, PLACE)).toEqual([]);
  expect(editsOf("w1", PLACE, { ...PLACE, x: 0 })).toEqual([
    { edit: "move", widget: "w1", x: 0, y: 2 },
  ]);
  expect(editsOf("w1", PLACE, { x: 0, y: 0, w: 12, h: 4 })).toHaveLength(2);
});

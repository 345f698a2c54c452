import { beforeEach, expect, test } from "vitest";
import { neighbours, placeNow, rememberOpened, rememberPlace } from "./queue_place";

beforeEach(() => sessionStorage.clear());

test("a case has the neighbours that the queue showed", () => {
  rememberPlace({ search: "?status=all", ids: ["a", "b", "c"] });
  expect(neighbours("b")).toEqual({ at: 1, of: 3, before: "a", after: "c" });
  expect(neighbours("c")).toEqual({ at: 2, of: 3, before: "b" });
  expect(neighbours("elsewhere")).toEqual({ at: -1, of: 3 });
});

test("which case was opened is kept beside the queue", () => {
  rememberPlace({ search: "?status=all", ids: ["a"] });
  rememberOpened("a");
  expect(placeNow()).toEqual({ search: "?status=all", ids: ["a"], opened: "a" });
});

test("what is no place is none", () => {
  for (const broken of ["", "{", "null", "[]", '{"ids": 1}']) {
    sessionStorage.setItem("batuta.queue", broken);
    expect(placeNow().ids).toEqual([]);
  }
});

import { expect, test } from "vitest";
import { askedOf, filterOf, isNarrowed, searchOf } from "./case_filter";

const NOW = new Date("2026-11-19T10:20:30Z");

test("an address is read and written back as it was", () => {
  for (const search of [
    "",
    "?status=all&category=harm&verdict=block&guard=heads&assigned=me",
    "?stage=report&team=support&second=yes&time=week&order=oldest",
  ]) {
    expect(searchOf(filterOf(search))).toBe(search);
  }
});

test("what nobody could have chosen is left out", () => {
  const hostile =
    "?status=shut&verdict=<b>&category=%3Cscript%3E&time=year&order=up&x=1&team=&stage=attic&person=me&assigned=you";
  expect(filterOf(hostile)).toEqual({});
  expect(filterOf(`?category=${"a".repeat(200)}`)).toEqual({});
});

test("the usual queue is the open cases, the newest first, and has the short address", () => {
  expect(searchOf({ status: "open", order: "newest" })).toBe("");
  expect(askedOf({}, "me-id", NOW)).toEqual({ status: "open", order: "newest" });
  expect(askedOf({ status: "all" }, "me-id", NOW)).toEqual({ order: "newest" });
});

test("who asks, nobody and somebody else are three different questions", () => {
  expect(askedOf({ assigned: "me" }, "me-id", NOW)).toMatchObject({ assignee: "me-id" });
  expect(askedOf({ assigned: "nobody" }, "me-id", NOW)).toMatchObject({ assigned: false });
  expect(askedOf({ assigned: "ab-1" }, "me-id", NOW)).toMatchObject({ assignee: "ab-1" });
});

test("a span begins at a whole minute", () => {
  expect(askedOf({ time: "day" }, "", NOW).since).toBe("2026-11-18T10:20:00.000Z");
});

test("a status alone narrows nothing", () => {
  expect(isNarrowed({ status: "decided", order: "oldest" })).toBe(false);
  expect(isNarrowed({ category: "harm" })).toBe(true);
});

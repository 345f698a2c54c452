/** Which cases the queue shows: read from the page's address and written back into it. */
import type { operations } from "../contract/api";

type Asked = NonNullable<operations["list__cases_get"]["parameters"]["query"]>;

export const SPANS = { day: 1, week: 7, month: 30 } as const;
export type Span = keyof typeof SPANS;
export const ORDERS = ["newest", "oldest"] as const;
export type Order = (typeof ORDERS)[number];

/** What may be chosen; a name that is not there, or says nothing we know, does not matter. */
export interface CaseFilter {
  status?: "open" | "escalated" | "decided" | "all";
  category?: string;
  verdict?: string;
  guard?: string;
  stage?: string;
  workflow?: string;
  team?: string;
  person?: string;
  /** `me`, `nobody`, or a moderator's id. */
  assigned?: string;
  second?: "yes";
  time?: Span;
  order?: Order;
}

export const STAGES = [
  "input",
  "tool_args",
  "tool_result",
  "output",
  "feedback",
  "sample",
  "report",
] as const;
const NAMES = [
  "status",
  "category",
  "verdict",
  "guard",
  "stage",
  "workflow",
  "team",
  "person",
  "assigned",
  "second",
  "time",
  "order",
] as const satisfies readonly (keyof CaseFilter)[];

const KNOWN: Readonly<Partial<Record<keyof CaseFilter, readonly string[]>>> = {
  status: ["open", "escalated", "decided", "all"],
  verdict: ["block", "review", "redact", "allow"],
  stage: STAGES,
  second: ["yes"],
  time: Object.keys(SPANS),
  order: ORDERS,
};
const WORD = /^[a-z][a-z0-9_-]{0,99}$/;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SOMEBODY = new RegExp(`^(me|nobody)$|${ID.source}`);
const FORMS: Readonly<Partial<Record<keyof CaseFilter, RegExp>>> = {
  person: ID,
  assigned: SOMEBODY,
};

/** Read an address; what nobody could have chosen is left out and not asked of the server. */
export function filterOf(search: string): CaseFilter {
  const given = new URLSearchParams(search);
  const found: Record<string, string> = {};
  for (const name of NAMES) {
    const value = given.get(name);
    if (value !== null && (KNOWN[name]?.includes(value) ?? (FORMS[name] ?? WORD).test(value))) {
      found[name] = value;
    }
  }
  return found as CaseFilter;
}

/** Write a filter as an address says it: always in one order, and nothing where all is as usual. */
export function searchOf(filter: CaseFilter): string {
  const said = new URLSearchParams();
  for (const name of NAMES) {
    const value = filter[name];
    if (value !== undefined && value !== "" && value !== USUAL[name]) said.set(name, value);
  }
  const text = said.toString();
  return text === "" ? "" : `?${text}`;
}

const USUAL: CaseFilter = { status: "open", order: "newest" };

/** Say what the server is asked; `me` is who asks, `now` what the spans end with. */
export function askedOf(filter: CaseFilter, me: string, now: Date): Asked {
  const { assigned, time, second, order } = filter;
  const status = filter.status ?? "open";
  const asked: Record<string, unknown> = { order: order ?? "newest" };
  for (const name of ["category", "verdict", "guard", "stage", "workflow", "team", "person"]) {
    const value = filter[name as keyof CaseFilter];
    if (value !== undefined) asked[name] = value;
  }
  if (status !== "all") asked.status = status;
  if (second === "yes") asked.second = true;
  if (assigned === "nobody") asked.assigned = false;
  else if (assigned !== undefined) asked.assignee = assigned === "me" ? me : assigned;
  if (time !== undefined) asked.since = minutesFrom(now, SPANS[time]);
  return asked as Asked;
}

/** A span begins at a whole minute: the same question is asked again and answered from memory. */
function minutesFrom(now: Date, days: number): string {
  const minute = Math.floor(now.getTime() / 60_000) * 60_000;
  return new Date(minute - days * 86_400_000).toISOString();
}

/** Whether anything is chosen beyond the queue that everybody opens. */
export function isNarrowed(filter: CaseFilter): boolean {
  return NAMES.some((name) => name !== "status" && name !== "order" && filter[name] !== undefined);
}

/** Says an answer to screen readers by finished sentences: tokens would be noise. */
import { useEffect, useRef } from "react";
import type { Entry } from "../conversation/entry";
import { useAnnouncer } from "../design/announcer";
import { calledWho } from "../people/handover_line";
import { isOver, type TurnView, textOf } from "../stream/turn_view";

const MARKS = /[*_`#>|]|\[([^\]]*)\]\([^)]*\)/g;
const END = /[.!?…:](?=\s)|\n/g;

export function useAnnounced(entry: Entry | undefined): void {
  const { say } = useAnnouncer();
  const said = useRef({ key: "", length: 0 });
  useEffect(() => {
    if (entry === undefined || !entry.live) return;
    if (said.current.key !== entry.key) said.current = { key: entry.key, length: 0 };
    const text = spokenOf(entry.view);
    const until = isOver(entry.view) ? text.length : lastSentenceEnd(text);
    if (until <= said.current.length) return;
    say(text.slice(said.current.length, until).replaceAll(MARKS, "$1").trim());
    said.current.length = until;
  }, [entry, say]);
}

/** What is read aloud: the answer, and what a person has written with their name before it. */
export function spokenOf(view: TurnView): string {
  const written = view.parts.flatMap((part) =>
    part.kind === "staff" ? [`${calledWho(part.name, part.title)}: ${part.text}`] : [],
  );
  return [textOf(view), ...written].filter((text) => text !== "").join("\n\n");
}

/** Where the last finished sentence of a text ends. */
export function lastSentenceEnd(text: string): number {
  let end = 0;
  for (const found of text.matchAll(END)) end = found.index + found[0].length;
  return end;
}

/** What was typed and not sent, by conversation: it survives a reload and a sign-in. */
import { useCallback, useEffect, useState } from "react";
import { ownKey } from "../conversation/person";

export function useDraft(place: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => localStorage.getItem(ownKey("draft", place)) ?? "");
  useEffect(() => setText(localStorage.getItem(ownKey("draft", place)) ?? ""), [place]);
  const change = useCallback(
    (next: string) => {
      setText(next);
      if (next === "") localStorage.removeItem(ownKey("draft", place));
      else localStorage.setItem(ownKey("draft", place), next);
    },
    [place],
  );
  return [text, change];
}

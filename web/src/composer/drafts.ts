/** What was typed and not sent, by conversation: it survives a reload and a sign-in. */
import { useCallback, useEffect, useState } from "react";

function key(place: string): string {
  return `batuta.draft.${place}`;
}

export function useDraft(place: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => localStorage.getItem(key(place)) ?? "");
  useEffect(() => setText(localStorage.getItem(key(place)) ?? ""), [place]);
  const change = useCallback(
    (next: string) => {
      setText(next);
      if (next === "") localStorage.removeItem(key(place));
      else localStorage.setItem(key(place), next);
    },
    [place],
  );
  return [text, change];
}

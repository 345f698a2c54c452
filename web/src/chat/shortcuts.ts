/** The keys of the chat. Letters count only while nothing is being written. */
import { useEffect, useRef } from "react";

interface Actions {
  stop: () => void;
  help: () => void;
  fresh: () => void;
}

export function useShortcuts(actions: Actions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (document.querySelector("dialog[open]") !== null) return;
      if (event.key === "Escape") return latest.current.stop();
      if (event.ctrlKey && event.shiftKey && event.key.toLowerCase() === "o") {
        event.preventDefault();
        return latest.current.fresh();
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
      const act = LETTERS[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act(latest.current);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

const LETTERS: Readonly<Record<string, (actions: Actions) => void>> = {
  "?": (actions) => actions.help(),
  "/": () => focusOn("write"),
  s: () => focusOn("search"),
  n: (actions) => actions.fresh(),
};

function focusOn(name: string): void {
  document.querySelector<HTMLElement>(`[data-shortcut="${name}"]`)?.focus();
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]")
  );
}

/** Keys that act on the page, while nobody types and no dialog is in front of it. */
import { useEffect, useRef } from "react";

export type Keys = Readonly<Record<string, (() => void) | undefined>>;

/** What a press means, or null where it is not meant for the page. */
export function keyOf(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null;
  const at = event.target;
  if (at instanceof HTMLElement && at.closest("input, textarea, select, dialog, [contenteditable]"))
    return at instanceof HTMLInputElement && at.type === "checkbox" ? nameOf(event) : null;
  if (document.querySelector("dialog[open]") !== null) return null;
  return nameOf(event);
}

function nameOf(event: KeyboardEvent): string {
  return event.key === "Escape" ? "escape" : event.key;
}

/** Act on keys for as long as the component is on the page. */
export function useKeys(keys: Keys): void {
  const now = useRef(keys);
  useEffect(() => {
    now.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = keyOf(event);
      const act = key !== null && Object.hasOwn(now.current, key) ? now.current[key] : undefined;
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

/** Puts the focus where a dialog is answered; a browser would take the cross at its top. */
import { type RefObject, useEffect, useRef } from "react";

export function useFirstFocus(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return button;
}

/** Puts the focus where a question is answered; a dialog would take the cross at its top. */
import { type RefObject, useEffect, useRef } from "react";

export function useFirstFocus<T extends HTMLElement>(answer: string): RefObject<T | null> {
  const place = useRef<T>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>(answer)?.focus(), [answer]);
  return place;
}

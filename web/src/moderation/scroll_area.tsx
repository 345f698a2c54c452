import type { ReactNode } from "react";

/** What may be wider or longer than its place: it is reached by key, so that it can be moved by key. */
export function ScrollArea(props: {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached without a mouse
    <section className={props.className} tabIndex={0} aria-label={props.label}>
      {props.children}
    </section>
  );
}

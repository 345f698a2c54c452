import type { ReactNode } from "react";
import { Sources } from "./sources";
import styles from "./widget_card.module.css";

interface Props {
  title: string;
  /** Small buttons beside the title. */
  tools?: ReactNode;
  sources?: readonly unknown[];
  /** Beneath, beside the sources: how much of it is shown. */
  note?: ReactNode;
  children: ReactNode;
}

/** What stands around a widget of a conversation: its title, what can be done, where it is from. */
export function WidgetCard({ title, tools, sources = [], note, children }: Props) {
  const foot = note !== undefined || sources.length > 0;
  return (
    <figure className={styles.card} aria-label={title}>
      <figcaption className={styles.head}>
        <span className={styles.title} title={title}>
          {title}
        </span>
        {tools !== undefined && <span className={styles.tools}>{tools}</span>}
      </figcaption>
      {children}
      {foot && (
        <div className={styles.foot}>
          {note !== undefined && <p className={styles.note}>{note}</p>}
          <Sources sources={sources} />
        </div>
      )}
    </figure>
  );
}

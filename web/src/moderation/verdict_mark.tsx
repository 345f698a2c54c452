import { useNames } from "./case_words";
import styles from "./verdict_mark.module.css";

/** How grave a case is: told by its form and its word, and by colour besides. */
export function VerdictMark({ verdict }: { verdict: string }) {
  const name = useNames();
  return (
    <span className={styles.verdict} data-verdict={verdict}>
      <svg viewBox="0 0 10 10" aria-hidden="true">
        {verdict === "block" ? (
          <rect x="1" y="1" width="8" height="8" rx="2" />
        ) : (
          <circle cx="5" cy="5" r="3.25" />
        )}
      </svg>
      {name("verdict", verdict)}
    </span>
  );
}

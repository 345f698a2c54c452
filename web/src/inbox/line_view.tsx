import { LOCALE, useTexts } from "../language/texts";
import { useLanguage } from "../session/preferences";
import styles from "./inbox.module.css";
import type { Line } from "./inbox_api";
import { INBOX_WORDS } from "./inbox_words";

/** One thing that was said or happened; as text, never as markup. */
export function LineView({ line }: { line: Line }) {
  const t = useTexts(INBOX_WORDS);
  const locale = LOCALE[useLanguage()];
  const when = new Date(line.at).toLocaleString(locale, { dateStyle: "short", timeStyle: "short" });
  switch (line.source) {
    case "status":
      return <p className={styles.status}>{standingOf(line, t)}</p>;
    case "tool":
      return <p className={styles.status}>{`${t.assistant} ${t.tool(line.text)}`}</p>;
    case "blocked":
      return <p className={styles.status}>{blockedAs(line, t)}</p>;
    default: {
      const who = { person: t.person, file: t.person, assistant: t.assistant, staff: "" };
      return (
        <div className={styles.line} data-source={line.source}>
          <p className={styles.said}>
            {line.source === "staff" ? line.name : who[line.source]} · {when}
          </p>
          <p dir="auto" className={styles.text}>
            {line.source === "file" ? t.file(line.text) : line.text}
          </p>
        </div>
      );
    }
  }
}

function standingOf(line: Line, t: (typeof INBOX_WORDS)["en"]): string {
  const known: Readonly<Record<string, (who: string) => string>> = t.standing;
  return Object.hasOwn(known, line.text) ? (known[line.text]?.(line.name ?? "") ?? "") : line.text;
}

/** Staff do not read what was stopped, but must know who is in danger. */
function blockedAs(line: Line, t: (typeof INBOX_WORDS)["en"]): string {
  const known: Readonly<Record<string, string>> = t.care;
  return line.name && Object.hasOwn(known, line.name) ? (known[line.name] ?? "") : t.blocked;
}

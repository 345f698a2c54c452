import { LOCALE, texts, useTexts } from "../language/texts";
import { useLanguage } from "../session/preferences";
import { ACTION_WORDS, actionWord } from "./action_words";
import styles from "./admin.module.css";
import type { AuditRow } from "./audit_log";

const WORDS = texts(
  {
    log: "Audit log",
    at: "When",
    who: "Who",
    what: "What",
    whom: "To whom or what",
    detail: "Details",
    system: "a command",
  },
  {
    log: "Registro de auditoria",
    at: "Quando",
    who: "Quem",
    what: "O quê",
    whom: "A quem ou a quê",
    detail: "Detalhes",
    system: "um comando",
  },
);

/** Rows of the log; the hint of a kind is its name, by which `batuta audit` finds it. */
export function AuditTable({ entries }: { entries: readonly AuditRow[] }) {
  const t = useTexts(WORDS);
  const words = useTexts(ACTION_WORDS);
  const locale = LOCALE[useLanguage()];
  const when = new Intl.DateTimeFormat(locale, { dateStyle: "short", timeStyle: "medium" });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled sideways by keyboard, too
    <section className={styles.scroll} aria-label={t.log} tabIndex={0}>
      <table className={styles.table}>
        <caption className="hidden">{t.log}</caption>
        <thead>
          <tr>
            <th scope="col">{t.at}</th>
            <th scope="col">{t.who}</th>
            <th scope="col">{t.what}</th>
            <th scope="col">{t.whom}</th>
            <th scope="col">{t.detail}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>{when.format(new Date(entry.at))}</td>
              <td>{entry.actor_email ?? entry.actor ?? t.system}</td>
              <td title={entry.action}>{actionWord(entry.action, words)}</td>
              <td>{entry.subject_email ?? entry.subject ?? ""}</td>
              <td className={styles.detail}>{detailOf(entry.detail)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function detailOf(detail: AuditRow["detail"]): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${shown(value)}`)
    .join(" · ");
}

function shown(value: unknown): string {
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.map(shown).join(", ") : JSON.stringify(value);
}

import { LOCALE, texts, useTexts } from "../../language/texts";
import { useLanguage } from "../../session/preferences";
import { type Namer, useNames } from "../case_words";
import type { CasePage } from "../moderation_api";
import { type CaseMoment, historyOf } from "./case_history";
import styles from "./case_view.module.css";
import { QuotedText } from "./quoted_text";

const WORDS = texts(
  {
    title: "History",
    came: "The case came",
    opened: (who: string, times: number) =>
      times === 1 ? `${who} opened it` : `${who} opened it ${times} times`,
    revealed: (who: string) => `${who} read the text, because:`,
    noted: (who: string) => `${who} noted:`,
    escalated: (who: string) => `${who} handed it on:`,
    decided: (who: string, how: string) => `${who} decided: ${how}`,
    somebody: "somebody",
  },
  {
    title: "Histórico",
    came: "O caso chegou",
    opened: (who: string, times: number) =>
      times === 1 ? `${who} abriu` : `${who} abriu ${times} vezes`,
    revealed: (who: string) => `${who} leu o texto, porque:`,
    noted: (who: string) => `${who} anotou:`,
    escalated: (who: string) => `${who} encaminhou:`,
    decided: (who: string, how: string) => `${who} decidiu: ${how}`,
    somebody: "alguém",
  },
);

/** Who did what with the case, and when. */
export function HistoryList({ page }: { page: CasePage }) {
  const t = useTexts(WORDS);
  const name = useNames();
  const locale = LOCALE[useLanguage()];
  const time = new Intl.DateTimeFormat(locale, { dateStyle: "short", timeStyle: "short" });
  return (
    <section className={styles.part} aria-label={t.title}>
      <h2>{t.title}</h2>
      <ol className={styles.history}>
        {historyOf(page).map((moment) => (
          <li key={`${moment.kind} ${moment.at}`}>
            <time dateTime={moment.at}>{time.format(new Date(moment.at))}</time>
            <div>
              <p>{said(moment, page, t, name)}</p>
              {"text" in moment && moment.text !== "" && <QuotedText text={moment.text} />}
              {"reason" in moment && <QuotedText text={moment.reason} />}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function said(moment: CaseMoment, page: CasePage, t: (typeof WORDS)["en"], name: Namer): string {
  if (moment.kind === "came") return t.came;
  const who = page.people[moment.who] ?? t.somebody;
  switch (moment.kind) {
    case "opened":
      return t.opened(who, moment.times);
    case "decided":
      return t.decided(
        who,
        `${name("decision", moment.decision)} (${name("category", moment.category)})`,
      );
    default:
      return t[moment.kind](who);
  }
}

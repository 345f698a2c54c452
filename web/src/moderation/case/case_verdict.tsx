import { LOCALE, texts, useTexts } from "../../language/texts";
import { useLanguage } from "../../session/preferences";
import { useNames } from "../case_words";
import type { CasePage } from "../moderation_api";
import { VerdictMark } from "../verdict_mark";
import styles from "./case_view.module.css";
import { ScoreBar } from "./score_bar";

const WORDS = texts(
  {
    title: "Verdict",
    limits: "Scores against the limits as they are now.",
    more: (count: number) => `${count} further findings were counted and not kept.`,
    size: (count: string) => `${count} characters`,
  },
  {
    title: "Veredito",
    limits: "Pontuações diante dos limites atuais.",
    more: (count: number) => `Mais ${count} achados foram contados e não guardados.`,
    size: (count: string) => `${count} caracteres`,
  },
);

/** What was found, by whom, and how far each score is from its limits. */
export function CaseVerdict({ page }: { page: CasePage }) {
  const t = useTexts(WORDS);
  const name = useNames();
  const locale = LOCALE[useLanguage()];
  const { findings, limits } = page;
  const scored = findings.some((finding) => Object.keys(finding.scores).length > 0);
  return (
    <section className={styles.part} aria-label={t.title}>
      <h2>{t.title}</h2>
      <ol className={styles.findings}>
        {findings.map((finding, place) => (
          <li key={`${finding.at} ${place.toString()}`}>
            <p className={styles.finding}>
              <VerdictMark verdict={finding.verdict} />
              <span>{name("stage", finding.stage)}</span>
              {finding.about !== "" && <code>{finding.about}</code>}
              <span className={styles.soft}>
                {[
                  place === 0 ? name("guard", page.case.guard) : "",
                  finding.reason,
                  t.size(finding.length.toLocaleString(locale)),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </p>
            {Object.entries(finding.scores).map(([head, score]) => {
              const known = limits[head];
              if (known === undefined || score === null) return null;
              return <ScoreBar key={head} head={head} score={score} limits={known} />;
            })}
          </li>
        ))}
      </ol>
      {scored && <p className={styles.small}>{t.limits}</p>}
      {page.case.found > findings.length && (
        <p className={styles.small}>{t.more(page.case.found - findings.length)}</p>
      )}
    </section>
  );
}

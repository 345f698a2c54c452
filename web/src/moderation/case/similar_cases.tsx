import { Link } from "wouter";
import { LOCALE, texts, useTexts } from "../../language/texts";
import { useLanguage } from "../../session/preferences";
import { ageOf, useNames } from "../case_words";
import type { CasePage } from "../moderation_api";
import styles from "./case_view.module.css";

const WORDS = texts(
  {
    title: "Similar cases",
    none: "No other case of this category has a similar text.",
    how: "By the letters of their texts, not by what they mean.",
  },
  {
    title: "Casos parecidos",
    none: "Nenhum outro caso desta categoria tem um texto parecido.",
    how: "Pelas letras dos textos, não pelo que significam.",
  },
);
const LEAST = 0.2;

/** Cases with a similar text, and how they were decided. */
export function SimilarCases({ page }: { page: CasePage }) {
  const t = useTexts(WORDS);
  const name = useNames();
  const locale = LOCALE[useLanguage()];
  const percent = new Intl.NumberFormat(locale, { style: "percent" });
  const similar = page.similar.filter((other) => other.likeness >= LEAST);
  return (
    <section className={styles.part} aria-label={t.title}>
      <h2>{t.title}</h2>
      {similar.length === 0 ? (
        <p className={styles.soft}>{t.none}</p>
      ) : (
        <>
          <ul className={styles.similar}>
            {similar.map((other) => (
              <li key={other.id}>
                <Link href={`/moderation/${other.id}`}>#{other.no}</Link>
                <span>
                  {other.decision === null
                    ? name("standing", other.status)
                    : name("decision", other.decision)}
                </span>
                <span>{ageOf(other.created_at, Date.now(), locale)}</span>
                <span>{percent.format(other.likeness)}</span>
              </li>
            ))}
          </ul>
          <p className={styles.small}>{t.how}</p>
        </>
      )}
    </section>
  );
}

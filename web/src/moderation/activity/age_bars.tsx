import { LOCALE, texts, useTexts } from "../../language/texts";
import { useLanguage } from "../../session/preferences";
import { spanOf } from "../case_words";
import type { Stats } from "../moderation_api";
import styles from "./activity_page.module.css";

const WORDS = texts(
  {
    title: "How long undecided cases have waited",
    under: (span: string) => `under ${span}`,
    over: (span: string) => `over ${span}`,
    none: "No case waits.",
  },
  {
    title: "Há quanto tempo os casos sem decisão esperam",
    under: (span: string) => `menos de ${span}`,
    over: (span: string) => `mais de ${span}`,
    none: "Nenhum caso espera.",
  },
);
const HOUR = 3_600;

/** The ages of what nobody has decided, the oldest last. */
export function AgeBars({ ages }: { ages: Stats["ages"] }) {
  const t = useTexts(WORDS);
  const locale = LOCALE[useLanguage()];
  const most = Math.max(1, ...ages.map((age) => age.cases));
  const waiting = ages.reduce((sum, age) => sum + age.cases, 0);
  const named = (place: number) => {
    const { hours } = ages[place] ?? { hours: null };
    const longest = ages[place - 1]?.hours ?? 0;
    return hours === null
      ? t.over(spanOf(longest * HOUR, locale))
      : t.under(spanOf(hours * HOUR, locale));
  };
  return (
    <section className={styles.share}>
      <h2>{t.title}</h2>
      {waiting === 0 ? (
        <p className={styles.soft}>{t.none}</p>
      ) : (
        <dl className={styles.ages}>
          {ages.map((age, place) => (
            <div key={String(age.hours)} data-late={age.hours === null || age.hours > 24}>
              <dt>{named(place)}</dt>
              <dd>
                <svg width="100%" height="14" aria-hidden="true">
                  <rect width={`${(age.cases / most) * 100}%`} height="14" rx="2" />
                </svg>
                {age.cases.toLocaleString(locale)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

import { LOCALE, texts, useTexts } from "../../language/texts";
import { useLanguage } from "../../session/preferences";
import { useNames } from "../case_words";
import styles from "./score_bar.module.css";
import { scaleOf } from "./score_scale";

const WORDS = texts(
  {
    block: "at or above its limit for blocking",
    review: "at or above its limit for review",
    allow: "below its limits",
    from: (review: string, block: string) => `review from ${review}, blocked from ${block}`,
  },
  {
    block: "no limite de bloqueio ou acima",
    review: "no limite de revisão ou acima",
    allow: "abaixo dos limites",
    from: (review: string, block: string) => `revisão a partir de ${review}, bloqueio de ${block}`,
  },
);

interface Props {
  head: string;
  score: number;
  limits: { review: number; block: number };
}

/** One head's score against its limits: a line, two zones and a mark. */
export function ScoreBar({ head, score, limits }: Props) {
  const t = useTexts(WORDS);
  const name = useNames();
  const number = new Intl.NumberFormat(LOCALE[useLanguage()], {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const scale = scaleOf(score, limits);
  const percent = (value: number) => `${value}%`;
  return (
    <div className={styles.score} data-verdict={scale.verdict}>
      <span className={styles.head}>{name("category", head)}</span>
      <svg width="100%" height="20" aria-hidden="true">
        <rect className={styles.line} x="0" y="8" width="100%" height="4" rx="2" />
        <rect
          className={styles.review}
          x={percent(scale.review)}
          y="6"
          width={percent(Math.max(0, scale.block - scale.review))}
          height="8"
        />
        <rect
          className={styles.block}
          x={percent(scale.block)}
          y="6"
          width={percent(100 - scale.block)}
          height="8"
        />
        <circle className={styles.mark} cx={percent(scale.score)} cy="10" r="5.5" />
      </svg>
      <span className={styles.number}>{number.format(score)}</span>
      <span className={styles.told}>
        {t[scale.verdict]} · {t.from(number.format(limits.review), number.format(limits.block))}
      </span>
    </div>
  );
}

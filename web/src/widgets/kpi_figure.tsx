import { texts, useTexts } from "../language/texts";
import { useLanguage } from "../session/preferences";
import styles from "./kpi_figure.module.css";
import { withUnit, writtenNumber } from "./values";
import type { KpiShown } from "./widget";

const WORDS = texts(
  { up: "up by", down: "down by", same: "unchanged" },
  { up: "subiu", down: "caiu", same: "sem mudança" },
);

/** One figure, large enough to be read first. */
export function KpiFigure({ kpi }: { kpi: KpiShown }) {
  const language = useLanguage();
  const { before, figure, after } = withUnit(kpi.value, kpi.unit, language);
  return (
    <div className={styles.kpi}>
      <p className={styles.figure} data-long={figure.length > 12}>
        {before !== "" && <span className={styles.unit}>{before} </span>}
        {figure}
        {after !== "" && (
          <span className={styles.unit}>
            {after === "%" ? "" : " "}
            {after}
          </span>
        )}
      </p>
      {kpi.change !== undefined && <Change by={kpi.change} />}
    </div>
  );
}

function Change({ by }: { by: number }) {
  const t = useTexts(WORDS);
  const language = useLanguage();
  const way = by > 0 ? "up" : by < 0 ? "down" : "same";
  return (
    <p className={styles.change} data-way={way}>
      <span aria-hidden="true">{{ up: "▲", down: "▼", same: "=" }[way]} </span>
      <span className="hidden">{t[way]} </span>
      {writtenNumber(Math.abs(by), language)}%
    </p>
  );
}

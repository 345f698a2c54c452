import { LOCALE, texts, useTexts } from "../../language/texts";
import { useLanguage } from "../../session/preferences";
import { ScrollArea } from "../scroll_area";
import styles from "./activity_page.module.css";
import { alarmsOf } from "./day_rows";

const WORDS = texts(
  {
    cases: "Cases",
    undecided: "Undecided",
    alarms: "False alarms",
    none: "no decision yet",
  },
  {
    cases: "Casos",
    undecided: "Sem decisão",
    alarms: "Alarmes falsos",
    none: "nenhuma decisão",
  },
);

export interface ShareRow {
  name: string;
  cases: number;
  undecided: number;
  confirmed: number;
  false_positive: number;
}

/** How often a kind of flag was wrong: a figure, and a line as long as it. */
export function ShareTable({ title, rows }: { title: string; rows: readonly ShareRow[] }) {
  const t = useTexts(WORDS);
  const locale = LOCALE[useLanguage()];
  const percent = new Intl.NumberFormat(locale, { style: "percent" });
  return (
    <section className={styles.share}>
      <h2>{title}</h2>
      <ScrollArea className={styles.scroll} label={title}>
        <table>
          <caption className="hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="hidden">{title}</span>
              </th>
              <th scope="col">{t.cases}</th>
              <th scope="col">{t.undecided}</th>
              <th scope="col">{t.alarms}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const share = alarmsOf(row);
              return (
                <tr key={row.name}>
                  <th scope="row">{row.name}</th>
                  <td>{row.cases.toLocaleString(locale)}</td>
                  <td>{row.undecided.toLocaleString(locale)}</td>
                  <td>
                    {share === null ? (
                      <span className={styles.soft}>{t.none}</span>
                    ) : (
                      <span className={styles.bar}>
                        <svg width="100%" height="8" aria-hidden="true">
                          <rect width="100%" height="8" rx="2" className={styles.track} />
                          <rect
                            data-series="false_positive"
                            width={percentOf(share)}
                            height="8"
                            rx="2"
                          />
                        </svg>
                        {percent.format(share)}
                      </span>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollArea>
    </section>
  );
}

function percentOf(share: number): string {
  return `${Math.round(share * 1000) / 10}%`;
}

import { useRef } from "react";
import { LOCALE, texts, useTexts } from "../../language/texts";
import { useLanguage } from "../../session/preferences";
import { ScrollArea } from "../scroll_area";
import styles from "./activity_page.module.css";
import { type DayRow, topOf } from "./day_rows";
import { useWidth } from "./use_width";

const WORDS = texts(
  {
    title: "Opened and decided, by day",
    opened: "Opened",
    confirmed: "Rightly flagged",
    false_positive: "False alarm",
    day: "Day (UTC)",
    table: "As a table",
    drawn: (opened: number, decided: number) =>
      `Columns by day: ${opened} opened, ${decided} decided in all. The table below has the figures.`,
  },
  {
    title: "Abertos e decididos, por dia",
    opened: "Abertos",
    confirmed: "Sinalizado com razão",
    false_positive: "Alarme falso",
    day: "Dia (UTC)",
    table: "Em tabela",
    drawn: (opened: number, decided: number) =>
      `Colunas por dia: ${opened} abertos, ${decided} decididos ao todo. A tabela abaixo tem os números.`,
  },
);
const HEIGHT = 150;
const MARGIN = 36;
const SERIES = ["opened", "confirmed", "false_positive"] as const;

/** What came and what was decided: two columns a day, the second in two parts. */
export function DayChart({ rows }: { rows: readonly DayRow[] }) {
  const t = useTexts(WORDS);
  const locale = LOCALE[useLanguage()];
  const top = topOf(rows.map((row) => Math.max(row.opened, row.confirmed + row.false_positive)));
  const drawn = useRef<HTMLElement>(null);
  const width = useWidth(drawn, 720) - MARGIN;
  const step = width / rows.length;
  const wide = Math.max(1.5, step * 0.36);
  const high = (count: number) => (count / top) * HEIGHT;
  const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });
  const named = Math.ceil((rows.length * 72) / width);
  const sum = (name: (typeof SERIES)[number]) => rows.reduce((all, row) => all + row[name], 0);
  return (
    <figure className={styles.chart} ref={drawn}>
      <figcaption>
        <h2>{t.title}</h2>
        <ul className={styles.legend}>
          {SERIES.map((name) => (
            <li key={name} data-series={name}>
              {t[name]}
            </li>
          ))}
        </ul>
      </figcaption>
      <svg
        width="100%"
        height={HEIGHT + 36}
        viewBox={`${-MARGIN} -8 ${width + MARGIN} ${HEIGHT + 36}`}
        role="img"
        aria-label={t.drawn(sum("opened"), sum("confirmed") + sum("false_positive"))}
      >
        {[0, 0.5, 1].map((share) => (
          <g key={share} className={styles.axis}>
            <line x1="0" x2={width} y1={HEIGHT * (1 - share)} y2={HEIGHT * (1 - share)} />
            {(share !== 0.5 || top > 1) && (
              <text x="-8" y={HEIGHT * (1 - share) + 4} textAnchor="end">
                {(top * share).toLocaleString(locale)}
              </text>
            )}
          </g>
        ))}
        {rows.map((row, place) => {
          const left = place * step + step / 2;
          const { opened, confirmed, false_positive } = row;
          return (
            <g key={row.day}>
              <rect
                data-series="opened"
                x={left - wide - 0.5}
                y={HEIGHT - high(opened)}
                width={wide}
                height={high(opened)}
              />
              <rect
                data-series="confirmed"
                x={left + 0.5}
                y={HEIGHT - high(confirmed)}
                width={wide}
                height={high(confirmed)}
              />
              <rect
                data-series="false_positive"
                x={left + 0.5}
                y={HEIGHT - high(confirmed + false_positive)}
                width={wide}
                height={high(false_positive)}
              />
              {(rows.length - 1 - place) % named === 0 && (
                <text
                  className={styles.day}
                  x={place === rows.length - 1 ? width : left}
                  y={HEIGHT + 18}
                  textAnchor={place === rows.length - 1 ? "end" : "middle"}
                >
                  {day.format(new Date(row.day))}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <details className={styles.behind}>
        <summary>{t.table}</summary>
        <ScrollArea className={styles.scroll} label={t.title}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t.day}</th>
                {SERIES.map((name) => (
                  <th key={name} scope="col">
                    {t[name]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.day}>
                  <th scope="row">{day.format(new Date(row.day))}</th>
                  {SERIES.map((name) => (
                    <td key={name}>{row[name].toLocaleString(locale)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      </details>
    </figure>
  );
}

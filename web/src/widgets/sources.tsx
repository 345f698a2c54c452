import { texts, useTexts } from "../language/texts";
import { useLanguage } from "../session/preferences";
import { writtenNumber } from "./values";
import styles from "./widget_card.module.css";

const WORDS = texts(
  {
    from: (names: string) => `From ${names}`,
    rows: (n: string) => `${n} rows looked at`,
    one: "1 row looked at",
    short: (name: string, n: string) => `${name}, ${n} rows`,
  },
  {
    from: (names: string) => `De ${names}`,
    rows: (n: string) => `${n} linhas consultadas`,
    one: "1 linha consultada",
    short: (name: string, n: string) => `${name}, ${n} linhas`,
  },
);

interface Props {
  sources: readonly unknown[];
  /** Where there is little room: all of it stands in the hint. */
  short?: boolean;
}

/** Where the figures come from: the data, and how many of its rows they were worked out of. */
export function Sources({ sources, short = false }: Props) {
  const t = useTexts(WORDS);
  const language = useLanguage();
  const known = sourcesOf(sources);
  if (known.names.length === 0) return null;
  const parts = [t.from(known.names.join(", "))];
  if (known.rows === 1) parts.push(t.one);
  else if (known.rows !== null) parts.push(t.rows(writtenNumber(known.rows, language)));
  const whole = parts.join(", ");
  const said =
    short && known.rows !== null
      ? t.short(known.names.join(", "), writtenNumber(known.rows, language))
      : whole;
  return (
    <p className={styles.sources} title={short ? whole : undefined}>
      {said}
    </p>
  );
}

/** Read what a widget cites; several queries of one data set are told once. */
export function sourcesOf(sources: readonly unknown[]): { names: string[]; rows: number | null } {
  const names = new Set<string>();
  let rows: number | null = null;
  for (const source of sources) {
    if (typeof source !== "object" || source === null) continue;
    if ("dataset" in source && typeof source.dataset === "string") names.add(source.dataset);
    if ("rows" in source && typeof source.rows === "number")
      rows = Math.max(rows ?? 0, source.rows);
  }
  return { names: [...names], rows };
}

import { Link } from "wouter";
import { LOCALE, texts, useTexts } from "../../language/texts";
import { useLanguage } from "../../session/preferences";
import { ageOf, useNames } from "../case_words";
import type { Case } from "../moderation_api";
import { VerdictMark } from "../verdict_mark";
import styles from "./queue_row.module.css";

const WORDS = texts(
  {
    pick: (no: string) => `Select case ${no}`,
    size: (count: string) => `${count} characters`,
    times: (count: string) => `found ${count} times`,
    second: "second moderator needed",
    by: "with",
  },
  {
    pick: (no: string) => `Selecionar o caso ${no}`,
    size: (count: string) => `${count} caracteres`,
    times: (count: string) => `achado ${count} vezes`,
    second: "falta o segundo moderador",
    by: "com",
  },
);

interface Props {
  found: Case;
  people: Readonly<Record<string, string>>;
  now: number;
  picked: boolean;
  onPick: (range: boolean) => void;
}

/** One case of the queue: what is known of it, and nothing of what was said. */
export function QueueRow({ found, people, now, picked, onPick }: Props) {
  const t = useTexts(WORDS);
  const name = useNames();
  const locale = LOCALE[useLanguage()];
  const place = found.path.at(-1);
  const with_ = found.assignee ? (people[found.assignee] ?? "…") : found.team;
  return (
    <li className={styles.row} data-picked={picked}>
      <label className={styles.pick}>
        <span className="hidden">{t.pick(String(found.no))}</span>
        <input
          type="checkbox"
          checked={picked}
          onChange={() => {}}
          onClick={(event) => onPick(event.shiftKey)}
        />
      </label>
      <Link href={`/moderation/${found.id}`} className={styles.link} data-case={found.id}>
        <span className={styles.no}>#{found.no}</span>
        <span className={styles.verdict}>
          <VerdictMark verdict={found.verdict} />
        </span>
        <span className={styles.what}>
          <strong>{name("category", found.category)}</strong>
          {found.stage !== found.category && (
            <span className={styles.stage}>{name("stage", found.stage)}</span>
          )}
          {found.about !== "" && <code>{found.about}</code>}
        </span>
        <span className={styles.why}>
          {found.guard !== "" && <span>{name("guard", found.guard)}</span>}
          <span>{found.reason}</span>
        </span>
        <span className={styles.where}>
          {place ? `${place.workflow}${place.state ? ` › ${place.state}` : ""}` : found.workflow}
        </span>
        <span className={styles.size}>
          {t.size(found.length.toLocaleString(locale))}
          {found.language !== null && ` · ${found.language}`}
          {found.found > 1 && ` · ${t.times(String(found.found))}`}
        </span>
        <span className={styles.state}>
          {found.second && <span className={styles.waits}>{t.second}</span>}
          {found.decision !== null && <span>{name("decision", found.decision)}</span>}
          {with_ && (
            <span className={styles.with} title={with_}>
              {`${t.by} ${with_.split("@")[0]}`}
            </span>
          )}
        </span>
        <time className={styles.age} dateTime={found.created_at}>
          {ageOf(found.created_at, now, locale)}
        </time>
      </Link>
    </li>
  );
}

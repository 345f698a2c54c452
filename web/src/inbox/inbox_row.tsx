import { Link } from "wouter";
import { LOCALE, useTexts } from "../language/texts";
import { ageOf } from "../moderation/case_words";
import { useLanguage } from "../session/preferences";
import styles from "./inbox.module.css";
import type { Handover } from "./inbox_api";
import { INBOX_WORDS } from "./inbox_words";

interface Props {
  handover: Handover;
  now: number;
  href: string;
  current: boolean;
}

/** One conversation in the queue: who, what about, since when, and who has it. */
export function InboxRow({ handover, now, href, current }: Props) {
  const t = useTexts(INBOX_WORDS);
  const locale = LOCALE[useLanguage()];
  const { status, person, title, team_title, late, mine } = handover;
  const fresh = mine && isUnanswered(handover);
  return (
    <Link href={href} className={styles.row} aria-current={current ? "true" : undefined}>
      <span className={styles.person}>{person}</span>
      <span className={styles.age} data-late={late}>
        {status === "waiting"
          ? t.waits(ageOf(handover.waits_since, now, locale))
          : ageOf(handover.ended_at ?? handover.heard_at, now, locale)}
        {late && ` · ${t.late}`}
      </span>
      <span className={styles.about}>{title ?? ""}</span>
      <span className={styles.facts}>
        {team_title}
        {status === "taken" && ` · ${t.with(mine ? t.you : (handover.staff_name ?? "…"))}`}
        {handover.ended_at !== null && ` · ${t.ending[status]}`}
        {fresh && <strong className={styles.fresh}>{t.newWord}</strong>}
      </span>
    </Link>
  );
}

/** The person's last word is newer than the staff's. */
export function isUnanswered({ heard_at, spoken_at }: Handover): boolean {
  return spoken_at === null || Date.parse(heard_at) > Date.parse(spoken_at);
}

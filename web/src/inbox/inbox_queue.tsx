import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { Empty } from "../design/states";
import { useTexts } from "../language/texts";
import { useKeys } from "../moderation/use_keys";
import styles from "./inbox.module.css";
import type { InboxPageData, InboxView } from "./inbox_api";
import { InboxRow } from "./inbox_row";
import { INBOX_WORDS } from "./inbox_words";

interface Props {
  data: InboxPageData;
  view: InboxView;
  team: string;
  open: string;
  address: (id: string, to?: { view?: InboxView; team?: string }) => string;
  onTeam: (team: string) => void;
  onKeys: () => void;
}

/** The queue: which part of it, and who waits longest first. */
export function InboxQueue({ data, view, team, open, address, onTeam, onKeys }: Props) {
  const t = useTexts(INBOX_WORDS);
  const list = useRef<HTMLUListElement>(null);
  const now = useNow();
  const step = (by: number) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>("a") ?? [])];
    const at = rows.findIndex((row) => row === document.activeElement || row.ariaCurrent !== null);
    rows[Math.max(0, Math.min(rows.length - 1, at + by))]?.focus();
  };
  useKeys({ j: () => step(1), k: () => step(-1), "?": onKeys });
  const own = data.me.all_teams || data.me.teams.length > 0;
  const counts = { ...data.counts, ended: null };
  return (
    <section className={styles.queue} aria-label={t.queue}>
      <nav className={styles.views} aria-label={t.views}>
        {(["open", "mine", "unassigned", "ended"] as const).map((name) => (
          <Link
            key={name}
            href={address("", { view: name })}
            aria-current={name === view ? "page" : undefined}
          >
            {t[name]}
            {counts[name] !== null && <span className={styles.count}>{counts[name]}</span>}
          </Link>
        ))}
      </nav>
      <label className={styles.team}>
        {t.team}
        <select value={team} onChange={(event) => onTeam(event.target.value)}>
          <option value="">{t.allTeams}</option>
          {data.teams
            .filter((one) => one.own)
            .map((one) => (
              <option key={one.name} value={one.name}>
                {one.title} ({one.waiting})
              </option>
            ))}
        </select>
      </label>
      {!own && <p className={styles.hint}>{t.noTeam}</p>}
      {data.handovers.length === 0 ? (
        <Empty title={emptyOf(view, t)}>
          <p>{t.emptyMore}</p>
        </Empty>
      ) : (
        <ul ref={list} className={styles.rows}>
          {data.handovers.map((one) => (
            <li key={one.id}>
              <InboxRow handover={one} now={now} href={address(one.id)} current={one.id === open} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const MINUTE_MS = 30_000;

/** The time, looked at often enough for ages in minutes. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function emptyOf(view: InboxView, t: (typeof INBOX_WORDS)["en"]): string {
  const words = {
    mine: t.emptyMine,
    unassigned: t.emptyUnassigned,
    open: t.emptyOpen,
    ended: t.emptyEnded,
  };
  return words[view];
}

import { Button } from "../design/button";
import { Dialog } from "../design/dialog";
import { useTexts } from "../language/texts";
import styles from "./inbox.module.css";
import type { Handover, HandoverAct, Team } from "./inbox_api";
import { INBOX_WORDS } from "./inbox_words";

export type HandoverFront = "pass" | "close" | null;

interface Props {
  handover: Handover;
  teams: readonly Team[];
  busy: boolean;
  front: HandoverFront;
  setFront: (front: HandoverFront) => void;
  onAct: (wanted: HandoverAct) => Promise<unknown>;
}

/** What can be done with a conversation right now. */
export function HandoverActions({ handover, teams, busy, front, setFront, onAct }: Props) {
  const t = useTexts(INBOX_WORDS);
  const waits = handover.status === "waiting";
  const choose = (wanted: HandoverAct) => {
    setFront(null);
    void onAct(wanted);
  };
  if (handover.ended_at !== null) return null;
  return (
    <div className={styles.actions}>
      {waits && (
        <Button look="primary" busy={busy} onClick={() => void onAct({ act: "take" })}>
          {t.take}
        </Button>
      )}
      {handover.mine && (
        <Button busy={busy} onClick={() => void onAct({ act: "return" })}>
          {t.give}
        </Button>
      )}
      <Button onClick={() => setFront("pass")}>{t.pass}</Button>
      {handover.mine && <Button onClick={() => setFront("close")}>{t.close}</Button>}
      {front === "pass" && (
        <Dialog title={t.passTitle} onClose={() => setFront(null)}>
          <ul className={styles.teams}>
            {teams
              .filter((team) => !(waits && team.name === handover.team))
              .map((team) => (
                <li key={team.name}>
                  <button type="button" onClick={() => choose({ act: "pass", team: team.name })}>
                    <strong>{team.title}</strong>
                    <span>
                      {team.open ? t.passOpen : t.passShut} · {t.passWaiting(team.waiting)}
                    </span>
                  </button>
                </li>
              ))}
          </ul>
        </Dialog>
      )}
      {front === "close" && (
        <Dialog
          title={t.closeTitle}
          onClose={() => setFront(null)}
          actions={
            <>
              <Button onClick={() => setFront(null)}>{t.cancel}</Button>
              <Button look="primary" onClick={() => choose({ act: "close" })}>
                {t.close}
              </Button>
            </>
          }
        >
          <p>{t.closeMore}</p>
        </Dialog>
      )}
    </div>
  );
}

import { type FormEvent, type Ref, useId, useState } from "react";
import { useAnnouncer } from "../../design/announcer";
import { Button } from "../../design/button";
import { Failed } from "../../design/states";
import { texts, useTexts } from "../../language/texts";
import { type CasePage, useAssign, useDesk, useEscalate } from "../moderation_api";
import { NoteField } from "../note_field";
import styles from "./hand_on.module.css";

const WORDS = texts(
  {
    title: "Who works on it",
    assigned: "Assigned to",
    nobody: "Nobody",
    mine: "Take it",
    hand: "Hand it on",
    to: "To",
    anyone: "whoever takes it",
    teams: "Teams",
    people: "Moderators",
    why: "Why",
    act: "Hand on",
    cancel: "Cancel",
    done: "Handed on.",
    taken: "It is yours now.",
    given: "Assigned.",
  },
  {
    title: "Quem cuida dele",
    assigned: "Atribuído a",
    nobody: "Ninguém",
    mine: "Assumir",
    hand: "Encaminhar",
    to: "Para",
    anyone: "quem assumir",
    teams: "Equipes",
    people: "Moderadores",
    why: "Motivo",
    act: "Encaminhar",
    cancel: "Cancelar",
    done: "Encaminhado.",
    taken: "Agora é seu.",
    given: "Atribuído.",
  },
);

interface Props {
  page: CasePage;
  me: string;
  open: boolean;
  note: Ref<HTMLTextAreaElement>;
  onOpen: (open: boolean) => void;
}

/** Who works on a case, and handing it to a person, a team or whoever takes it. */
export function HandOn({ page, me, open, note, onOpen }: Props) {
  const t = useTexts(WORDS);
  const id = useId();
  const { notify } = useAnnouncer();
  const desk = useDesk().data;
  const assign = useAssign(page.case.id);
  const { assignee, team, status } = page.case;
  const give = (to: string | null) =>
    assign.mutate(to, { onSuccess: () => notify(to === me ? t.taken : t.given) });
  return (
    <section className={styles.panel} aria-label={t.title}>
      <div className={styles.assigned}>
        <label htmlFor={id}>{t.assigned}</label>
        <select
          id={id}
          value={assignee ?? ""}
          disabled={assign.isPending}
          onChange={(event) => give(event.target.value === "" ? null : event.target.value)}
        >
          <option value="">{t.nobody}</option>
          {assignee !== null && desk?.moderators.every((one) => one.id !== assignee) && (
            <option value={assignee}>{page.people[assignee] ?? assignee}</option>
          )}
          {desk?.moderators.map((one) => (
            <option key={one.id} value={one.id}>
              {one.email}
            </option>
          ))}
        </select>
      </div>
      {team !== null && <p className={styles.team}>{team}</p>}
      {assign.error !== null && <Failed error={assign.error} />}
      <div className={styles.actions}>
        {assignee !== me && (
          <Button busy={assign.isPending} onClick={() => give(me)}>
            {t.mine} <kbd>m</kbd>
          </Button>
        )}
        {status !== "decided" && (
          <Button aria-expanded={open} onClick={() => onOpen(!open)}>
            {t.hand} <kbd>h</kbd>
          </Button>
        )}
      </div>
      {open && status !== "decided" && (
        <HandOnForm page={page} note={note} onClose={() => onOpen(false)} />
      )}
    </section>
  );
}

function HandOnForm({
  page,
  note,
  onClose,
}: Pick<Props, "page" | "note"> & { onClose: () => void }) {
  const t = useTexts(WORDS);
  const id = useId();
  const { notify } = useAnnouncer();
  const desk = useDesk().data;
  const escalate = useEscalate(page.case.id);
  const [to, setTo] = useState("");
  const [why, setWhy] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    const body = to === "" ? { note: why } : { to, note: why };
    escalate.mutate(body, {
      onSuccess: () => {
        notify(t.done);
        onClose();
      },
    });
  };
  return (
    <form className={styles.form} onSubmit={send}>
      <div className={styles.assigned}>
        <label htmlFor={id}>{t.to}</label>
        <select id={id} value={to} onChange={(event) => setTo(event.target.value)}>
          <option value="">{t.anyone}</option>
          {(desk?.teams.length ?? 0) > 0 && (
            <optgroup label={t.teams}>
              {desk?.teams.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </optgroup>
          )}
          <optgroup label={t.people}>
            {desk?.moderators.map((one) => (
              <option key={one.id} value={one.id}>
                {one.email}
              </option>
            ))}
          </optgroup>
        </select>
      </div>
      <NoteField
        label={t.why}
        value={why}
        onChange={setWhy}
        field={note}
        required
        onEscape={onClose}
      />
      {escalate.error !== null && <Failed error={escalate.error} />}
      <div className={styles.actions}>
        <Button look="quiet" onClick={onClose}>
          {t.cancel}
        </Button>
        <Button type="submit" look="primary" busy={escalate.isPending}>
          {t.act}
        </Button>
      </div>
    </form>
  );
}

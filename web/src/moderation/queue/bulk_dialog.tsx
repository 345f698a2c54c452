import { type FormEvent, useState } from "react";
import { Button } from "../../design/button";
import { Dialog } from "../../design/dialog";
import { Failed } from "../../design/states";
import { texts, useTexts } from "../../language/texts";
import { type BulkBody, useBulk } from "../moderation_api";
import { NoteField } from "../note_field";
import { useFirstFocus } from "../use_first_focus";
import styles from "./bulk_dialog.module.css";

const WORDS = texts(
  {
    title: {
      confirm: (count: number) => `Rightly flagged: ${cases(count)}`,
      false_positive: (count: number) => `False alarm: ${cases(count)}`,
      escalate: (count: number) => `Hand on: ${cases(count)}`,
    },
    means: {
      confirm:
        "Within ten seconds each text that a guard judged is blocked, whoever sends it. Texts with fewer than 8 or more than 8,000 characters teach nothing.",
      false_positive:
        "Within ten seconds no guess blocks these texts any more; a rule still does. Texts with a password, a key or an e-mail address in them teach nothing.",
      escalate: "They leave the open queue and wait for whoever takes them.",
    },
    final: "A decision is final. What was learnt of it can be taken back.",
    whole:
      "All cases that fit the filters, the newest 500 of them, also those you have not seen here.",
    more: "There are more that fit the filters.",
    note: "Note (optional)",
    why: "Why",
    act: { confirm: "Rightly flagged", false_positive: "False alarm", escalate: "Hand on" },
    cancel: "Cancel",
    done: "Close",
    told: "What became of them",
    outcome: {
      decided: "decided",
      awaits_second: "wait for a second moderator",
      disagreed: "decided differently by two: a third one is needed",
      escalated: "handed on",
      closed: "were decided before",
      twice: "you had decided; another moderator must",
      own: "are about you",
      not_found: "do not exist any more",
    },
  },
  {
    title: {
      confirm: (count: number) => `Sinalizado com razão: ${casos(count)}`,
      false_positive: (count: number) => `Alarme falso: ${casos(count)}`,
      escalate: (count: number) => `Encaminhar: ${casos(count)}`,
    },
    means: {
      confirm:
        "Em até dez segundos cada texto que uma guarda julgou passa a ser bloqueado, de quem quer que venha. Textos com menos de 8 ou mais de 8.000 caracteres não ensinam nada.",
      false_positive:
        "Em até dez segundos nenhum palpite bloqueia mais estes textos; uma regra ainda bloqueia. Textos com senha, chave ou e-mail não ensinam nada.",
      escalate: "Eles saem da fila aberta e esperam por quem os assumir.",
    },
    final: "Uma decisão é definitiva. O que foi aprendido com ela pode ser desfeito.",
    whole:
      "Todos os casos que os filtros mostram, os 500 mais novos, também os que você não viu aqui.",
    more: "Há mais casos com estes filtros.",
    note: "Nota (opcional)",
    why: "Motivo",
    act: {
      confirm: "Sinalizado com razão",
      false_positive: "Alarme falso",
      escalate: "Encaminhar",
    },
    cancel: "Cancelar",
    done: "Fechar",
    told: "O que aconteceu com eles",
    outcome: {
      decided: "decididos",
      awaits_second: "esperam um segundo moderador",
      disagreed: "decididos de modo diferente por dois: falta um terceiro",
      escalated: "encaminhados",
      closed: "já estavam decididos",
      twice: "você já decidiu; outra pessoa precisa decidir",
      own: "são sobre você",
      not_found: "não existem mais",
    },
  },
);

function cases(count: number): string {
  return count === 1 ? "1 case" : `${count} cases`;
}
function casos(count: number): string {
  return count === 1 ? "1 caso" : `${count} casos`;
}

export interface BulkMeant {
  decision: BulkBody["decision"];
  ids: string[];
  /** Instead of ids: all that it fits, the newest five hundred of them. */
  filter?: BulkBody["filter"];
}

/** One decision for many cases: says what follows, asks once, and tells what became of each. */
export function BulkDialog({ meant, onClose }: { meant: BulkMeant; onClose: () => void }) {
  const t = useTexts(WORDS);
  const bulk = useBulk();
  const [note, setNote] = useState("");
  const { decision, ids, filter } = meant;
  const form = useFirstFocus<HTMLFormElement>(
    decision === "escalate" ? "textarea" : "button[type=submit]",
  );
  const decide = (event: FormEvent) => {
    event.preventDefault();
    const which = filter ? { filter } : { ids };
    bulk.mutate({ ...which, decision, note: note.trim() || null });
  };
  if (bulk.data !== undefined) {
    const outcomes = bulk.data.outcomes.map((each) => each.outcome);
    const kinds = [...new Set(outcomes)];
    return (
      <Dialog
        title={t.told}
        onClose={onClose}
        actions={
          <Button look="primary" autoFocus onClick={onClose}>
            {t.done}
          </Button>
        }
      >
        <ul className={styles.outcomes}>
          {kinds.map((kind) => (
            <li key={kind}>
              <strong>{outcomes.filter((one) => one === kind).length}</strong> {t.outcome[kind]}
            </li>
          ))}
        </ul>
        {bulk.data.more && <p>{t.more}</p>}
      </Dialog>
    );
  }
  return (
    <Dialog title={filter ? t.act[decision] : t.title[decision](ids.length)} onClose={onClose}>
      <form ref={form} className={styles.form} onSubmit={decide}>
        {filter && <p>{t.whole}</p>}
        <p>{t.means[decision]}</p>
        {decision !== "escalate" && <p className={styles.final}>{t.final}</p>}
        <NoteField
          label={decision === "escalate" ? t.why : t.note}
          value={note}
          onChange={setNote}
          required={decision === "escalate"}
        />
        {bulk.error !== null && <Failed error={bulk.error} />}
        <div className={styles.actions}>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" look="primary" busy={bulk.isPending}>
            {t.act[decision]}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

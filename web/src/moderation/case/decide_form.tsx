import { type FormEvent, useEffect, useId, useState } from "react";
import { useAnnouncer } from "../../design/announcer";
import { Button } from "../../design/button";
import { Failed } from "../../design/states";
import { texts, useTexts } from "../../language/texts";
import { useNames } from "../case_words";
import { type CasePage, type Decided, useDecide } from "../moderation_api";
import { NoteField } from "../note_field";
import { useFirstFocus } from "../use_first_focus";
import type { Choice } from "./decide_panel";
import styles from "./decide_panel.module.css";
import { lessonOf } from "./lesson";

const WORDS = texts(
  {
    lesson: {
      block:
        "Within ten seconds this text is blocked, whoever sends it, in whatever case and spacing. Texts near it are judged as before.",
      allow:
        "Within ten seconds no guess blocks this text any more; a rule still does. If it holds a password, a key or an e-mail address, nothing is learnt.",
      maybe: "No guard judged this text. The guards learn it only if you want them to.",
      nothing: "The guards learn nothing of this case: no guard judged it.",
      short: "The text is too short to teach the guards anything.",
      long: "The text is too long to teach the guards anything.",
    },
    first: "Nothing is learnt before the second moderator has decided.",
    final: "A decision is final; what was learnt of it can be taken back.",
    learn: "The guards learn this text",
    category: "Category",
    note: "Note (optional)",
    decide: "Decide",
    cancel: "Cancel",
    told: {
      block: "Decided. Within ten seconds the text is blocked.",
      allow: "Decided. Within ten seconds no guess blocks the text any more.",
      none: "Decided. The guards learnt nothing of it.",
      awaits_second: "Kept. Another moderator decides now.",
      disagreed: "Kept. You two decided differently: a third moderator has the last word.",
    },
  },
  {
    lesson: {
      block:
        "Em até dez segundos este texto passa a ser bloqueado, de quem quer que venha, com qualquer espaço ou maiúscula. Textos parecidos são julgados como antes.",
      allow:
        "Em até dez segundos nenhum palpite bloqueia mais este texto; uma regra ainda bloqueia. Se ele tiver senha, chave ou e-mail, nada é aprendido.",
      maybe: "Nenhuma guarda julgou este texto. Elas só o aprendem se você quiser.",
      nothing: "As guardas não aprendem nada deste caso: nenhuma o julgou.",
      short: "O texto é curto demais para ensinar algo às guardas.",
      long: "O texto é longo demais para ensinar algo às guardas.",
    },
    first: "Nada é aprendido antes que o segundo moderador decida.",
    final: "Uma decisão é definitiva; o que foi aprendido com ela pode ser desfeito.",
    learn: "As guardas aprendem este texto",
    category: "Categoria",
    note: "Nota (opcional)",
    decide: "Decidir",
    cancel: "Cancelar",
    told: {
      block: "Decidido. Em até dez segundos o texto passa a ser bloqueado.",
      allow: "Decidido. Em até dez segundos nenhum palpite bloqueia mais o texto.",
      none: "Decidido. As guardas não aprenderam nada dele.",
      awaits_second: "Guardado. Agora outra pessoa decide.",
      disagreed:
        "Guardado. Vocês dois decidiram diferente: uma terceira pessoa tem a última palavra.",
    },
  },
);

interface Props {
  page: CasePage;
  choice: Choice;
  onCancel: () => void;
  onDecided: () => void;
}

/** Says what follows of a decision before it is made; Enter makes it, Escape does not. */
export function DecideForm({ page, choice, onCancel, onDecided }: Props) {
  const t = useTexts(WORDS);
  const name = useNames();
  const id = useId();
  const { notify } = useAnnouncer();
  const decide = useDecide(page.case.id);
  const form = useFirstFocus<HTMLFormElement>("button[type=submit]");
  const [note, setNote] = useState("");
  const [category, setCategory] = useState(page.case.category);
  const [learn, setLearn] = useState(false);
  const lesson = lessonOf(page.case, choice);
  const waits = page.deciders > 1 && page.reviews.length === 0 && !page.case.second;
  useEffect(() => {
    form.current?.scrollIntoView({ block: "nearest" });
  }, [form]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const body: Decided = { decision: choice };
    if (note.trim() !== "") body.note = note;
    if (category !== page.case.category) body.category = category;
    if (lesson === "maybe" && learn) body.example = true;
    decide.mutate(body, {
      onSuccess: ({ outcome, example }) => {
        notify(t.told[outcome === "decided" ? (example ?? "none") : outcome]);
        onDecided();
      },
    });
  };
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation(); // it takes the choice back, and does not leave the case
        onCancel();
      }}
    >
      <p className={styles.lesson} data-lesson={lesson}>
        {t.lesson[lesson]}
      </p>
      <p className={styles.soft}>{waits ? t.first : t.final}</p>
      {lesson === "maybe" && (
        <label className={styles.learn}>
          <input
            type="checkbox"
            checked={learn}
            onChange={(event) => setLearn(event.target.checked)}
          />
          {t.learn}
        </label>
      )}
      <label className={styles.category} htmlFor={id}>
        {t.category}
        <select id={id} value={category} onChange={(event) => setCategory(event.target.value)}>
          {[...new Set([page.case.category, ...CATEGORIES])].map((one) => (
            <option key={one} value={one}>
              {name("category", one)}
            </option>
          ))}
        </select>
      </label>
      <NoteField label={t.note} value={note} onChange={setNote} />
      {decide.error !== null && <Failed error={decide.error} />}
      <div className={styles.actions}>
        <Button look="quiet" onClick={onCancel}>
          {t.cancel}
        </Button>
        <Button type="submit" look="primary" busy={decide.isPending}>
          {t.decide} <kbd>↵</kbd>
        </Button>
      </div>
    </form>
  );
}

const CATEGORIES = ["harm", "injection", "self_harm", "personal_data", "fraud", "spam"];

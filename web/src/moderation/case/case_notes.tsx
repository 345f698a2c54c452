import { type FormEvent, type Ref, useState } from "react";
import { Button } from "../../design/button";
import { Failed } from "../../design/states";
import { texts, useTexts } from "../../language/texts";
import { useNote } from "../moderation_api";
import { NoteField } from "../note_field";
import styles from "./hand_on.module.css";

const WORDS = texts(
  {
    title: "Notes",
    note: "A note for the other moderators",
    hint: "It goes with the words of the case when their time is over.",
    add: "Add the note",
  },
  {
    title: "Notas",
    note: "Uma nota para os outros moderadores",
    hint: "Ela vai embora com as palavras do caso quando o prazo delas acaba.",
    add: "Adicionar a nota",
  },
);

/** A few words for whoever reads the case next; those that are there stand in its history. */
export function CaseNotes({ id, field }: { id: string; field: Ref<HTMLTextAreaElement> }) {
  const t = useTexts(WORDS);
  const note = useNote(id);
  const [text, setText] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "") note.mutate(text, { onSuccess: () => setText("") });
  };
  return (
    <section className={styles.notes} aria-label={t.title}>
      <form className={styles.form} onSubmit={send}>
        <NoteField label={t.note} hint={t.hint} value={text} onChange={setText} field={field} />
        {note.error !== null && <Failed error={note.error} />}
        <div className={styles.actions}>
          <Button type="submit" busy={note.isPending} disabled={text.trim() === ""}>
            {t.add}
          </Button>
        </div>
      </form>
    </section>
  );
}

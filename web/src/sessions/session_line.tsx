import { Ellipsis } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import type { SessionOut } from "../conversation/sessions_api";
import { Button, IconButton } from "../design/button";
import { Dialog } from "../design/dialog";
import { Field } from "../design/field";
import { texts, useTexts } from "../language/texts";
import styles from "./session_list.module.css";
import { useDeleteSession, useRenameSession } from "./sessions";

const WORDS = texts(
  {
    untitled: "Untitled",
    more: (title: string) => `Rename or delete: ${title}`,
    title: "Title",
    edit: "Conversation",
    save: "Save",
    remove: "Delete",
    ask: "Delete this conversation?",
    what: (title: string) =>
      `“${title}” goes with all its messages and files. Dashboards made of it stay; figures that they read from these files are gone unless they were pinned.`,
    keep: "Keep it",
    failed: "This did not work. Try again.",
  },
  {
    untitled: "Sem título",
    more: (title: string) => `Renomear ou apagar: ${title}`,
    title: "Título",
    edit: "Conversa",
    save: "Salvar",
    remove: "Apagar",
    ask: "Apagar esta conversa?",
    what: (title: string) =>
      `“${title}” some com todas as mensagens e arquivos. Dashboards feitos dela ficam; números lidos destes arquivos somem, a não ser os fixados.`,
    keep: "Manter",
    failed: "Não deu certo. Tente de novo.",
  },
);

interface Props {
  session: SessionOut;
  current: boolean;
  onDeleted: () => void;
}

/** One conversation in the list: open it, rename it, delete it after a question. */
export function SessionLine({ session, current, onDeleted }: Props) {
  const t = useTexts(WORDS);
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const line = useRef<HTMLLIElement>(null);
  const title = session.title ?? t.untitled;
  useEffect(() => {
    if (current) line.current?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <li ref={line} className={styles.line}>
      <Link
        href={`/c/${session.id}`}
        className={styles.open}
        aria-current={current ? "page" : undefined}
        title={title}
      >
        <bdi>{title}</bdi>
      </Link>
      <IconButton label={t.more(title)} className={styles.more} onClick={() => setOpen("edit")}>
        <Ellipsis />
      </IconButton>
      {open === "edit" && (
        <EditDialog
          session={session}
          onClose={() => setOpen(null)}
          onDelete={() => setOpen("delete")}
        />
      )}
      {open === "delete" && (
        <DeleteDialog
          id={session.id}
          title={title}
          onClose={() => setOpen(null)}
          onDeleted={onDeleted}
        />
      )}
    </li>
  );
}

interface EditProps {
  session: SessionOut;
  onClose: () => void;
  onDelete: () => void;
}

function EditDialog({ session, onClose, onDelete }: EditProps) {
  const t = useTexts(WORDS);
  const rename = useRenameSession();
  const [title, setTitle] = useState(session.title ?? "");
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() !== "")
      rename.mutate({ id: session.id, title: title.trim() }, { onSuccess: onClose });
  };
  return (
    <Dialog title={t.edit} onClose={onClose}>
      <form className={styles.form} onSubmit={save}>
        <Field
          label={t.title}
          value={title}
          maxLength={200}
          required
          fault={rename.error === null ? null : t.failed}
          onChange={(event) => setTitle(event.target.value)}
        />
        <div className={styles.actions}>
          <Button look="danger" onClick={onDelete}>
            {t.remove}
          </Button>
          <Button type="submit" look="primary" busy={rename.isPending}>
            {t.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface DeleteProps {
  id: string;
  title: string;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteDialog({ id, title, onClose, onDeleted }: DeleteProps) {
  const t = useTexts(WORDS);
  const remove = useDeleteSession();
  return (
    <Dialog
      title={t.ask}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.keep}</Button>
          <Button
            look="danger"
            busy={remove.isPending}
            onClick={() => remove.mutate(id, { onSuccess: onDeleted })}
          >
            {t.remove}
          </Button>
        </>
      }
    >
      <p>{t.what(title)}</p>
      {remove.error !== null && <p role="alert">{t.failed}</p>}
    </Dialog>
  );
}

import { type FormEvent, type KeyboardEvent, type RefObject, useId, useRef, useState } from "react";
import { Problem } from "../api/problem";
import { ownKey } from "../conversation/person";
import { randomId } from "../conversation/random_id";
import { Button } from "../design/button";
import { useTexts } from "../language/texts";
import styles from "./inbox.module.css";
import { INBOX_WORDS } from "./inbox_words";

const MOST = 4_000;

interface Props {
  place: string;
  field: RefObject<HTMLTextAreaElement | null>;
  onSend: (text: string, key: string) => Promise<unknown>;
}

/** Where an answer is written; kept until it was sent, and sent once however often it is tried. */
export function ReplyBox({ place, field, onSend }: Props) {
  const t = useTexts(INBOX_WORDS);
  const id = useId();
  const kept = ownKey("draft", `inbox.${place}`);
  const [text, setText] = useState(() => sessionStorage.getItem(kept) ?? "");
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const key = useRef(randomId());
  const write = (next: string) => {
    setText(next);
    sessionStorage.setItem(kept, next);
  };
  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() === "" || busy) return;
    setBusy(true);
    setFault(null);
    try {
      await onSend(text.trim(), key.current);
      key.current = randomId();
      write("");
    } catch (error) {
      setFault(error instanceof Problem ? error.message : String(error));
    } finally {
      setBusy(false);
      field.current?.focus();
    }
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send();
    if (event.key === "Escape") field.current?.blur();
  };
  return (
    <form className={styles.reply} onSubmit={(event) => void send(event)}>
      <label htmlFor={id} className="hidden">
        {t.reply}
      </label>
      <textarea
        id={id}
        ref={field}
        rows={3}
        maxLength={MOST}
        value={text}
        placeholder={t.placeholder}
        aria-describedby={`${id}-told`}
        onChange={(event) => write(event.target.value)}
        onKeyDown={press}
      />
      <div className={styles.sending}>
        <p id={`${id}-told`} className={fault === null ? styles.hint : styles.fault}>
          {fault ?? t.sendHint}
        </p>
        <Button look="primary" type="submit" busy={busy} disabled={text.trim() === ""}>
          {t.send}
        </Button>
      </div>
    </form>
  );
}

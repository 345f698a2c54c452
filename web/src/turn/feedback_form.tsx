import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "../design/button";
import { texts, useTexts } from "../language/texts";
import type { FeedbackType } from "./feedback";
import styles from "./feedback_form.module.css";

const REASONS = ["wrong", "incomplete", "misunderstood", "slow", "unsafe", "other"] as const;
const WORDS = texts(
  {
    what: "What is wrong with this answer?",
    wrong: "It is wrong",
    incomplete: "Something is missing",
    misunderstood: "I was not understood",
    slow: "It took too long",
    unsafe: "It is harmful",
    other: "Something else",
    comment: "In your words, or how it should be (optional)",
    send: "Send",
    close: "Cancel",
    seen: "A person may read this together with the conversation.",
  },
  {
    what: "O que há de errado nesta resposta?",
    wrong: "Está errada",
    incomplete: "Falta algo",
    misunderstood: "Não me entendeu",
    slow: "Demorou demais",
    unsafe: "É nociva",
    other: "Outra coisa",
    comment: "Com suas palavras, ou como deveria ser (opcional)",
    send: "Enviar",
    close: "Cancelar",
    seen: "Uma pessoa pode ler isto junto com a conversa.",
  },
);
const LONGEST = 4_000;

interface Props {
  onSend: (type: FeedbackType, comment: string, data: Record<string, unknown>) => Promise<void>;
  onClose: () => void;
}

/** Why an answer was no good: a reason to pick, and words. */
export function FeedbackForm({ onSend, onClose }: Props) {
  const t = useTexts(WORDS);
  const id = useId();
  const [reason, setReason] = useState<(typeof REASONS)[number]>("wrong");
  const [comment, setComment] = useState("");
  const [busy, setBusy] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    await onSend("negative", comment.trim(), { reason });
    setBusy(false);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)}>
      <fieldset className={styles.reasons}>
        <legend>{t.what}</legend>
        {REASONS.map((one) => (
          <label key={one}>
            <input
              ref={one === "wrong" ? first : null}
              type="radio"
              name={`${id}-reason`}
              checked={one === reason}
              onChange={() => setReason(one)}
            />
            {t[one]}
          </label>
        ))}
      </fieldset>
      <label htmlFor={id}>{t.comment}</label>
      <textarea
        id={id}
        rows={2}
        maxLength={LONGEST}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
      />
      <p className={styles.seen}>{t.seen}</p>
      <div className={styles.actions}>
        <Button type="submit" look="primary" busy={busy}>
          {t.send}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t.close}
        </Button>
      </div>
    </form>
  );
}

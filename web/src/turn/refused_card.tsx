import { useEffect } from "react";
import type { Conversation } from "../conversation/conversation";
import type { Entry } from "../conversation/entry";
import { useAnnouncer } from "../design/announcer";
import { Button } from "../design/button";
import { texts, useTexts } from "../language/texts";
import { useProblemWords } from "./problem_words";
import styles from "./refused_card.module.css";

const WORDS = texts(
  { again: "Send again", drop: "Discard", reference: "Reference for the operator:" },
  { again: "Enviar de novo", drop: "Descartar", reference: "Referência para o operador:" },
);

/** A message that the server did not take: why, what helps, and the same text once more. */
export function RefusedCard({ entry, conversation }: { entry: Entry; conversation: Conversation }) {
  const t = useTexts(WORDS);
  const words = useProblemWords();
  const { say } = useAnnouncer();
  const told = entry.refused === null ? "" : words(entry.refused.problem);
  useEffect(() => say(told), [say, told]);
  if (entry.refused === null) return null;
  const { problem } = entry.refused;
  return (
    <div className={styles.card}>
      <p>{told}</p>
      {problem.correlationId !== "" && problem.code === "internal" && (
        <p className={styles.small}>
          {t.reference} <code>{problem.correlationId}</code>
        </p>
      )}
      <div className={styles.actions}>
        <Button onClick={() => conversation.again(entry)}>{t.again}</Button>
        <Button look="quiet" onClick={() => conversation.drop(entry.key)}>
          {t.drop}
        </Button>
      </div>
    </div>
  );
}

import type { Conversation } from "../conversation/conversation";
import type { Entry } from "../conversation/entry";
import { Button } from "../design/button";
import { texts, useTexts } from "../language/texts";
import type { TurnView } from "../stream/turn_view";
import { useProblemWords } from "./problem_words";
import styles from "./refused_card.module.css";

const WORDS = texts(
  {
    cancelled: "Stopped. What was said stays; a tool that was running may have taken effect.",
    again: "Send again",
    reference: "Reference for the operator:",
  },
  {
    cancelled:
      "Interrompido. O que foi dito fica; uma ferramenta em execução pode ter tido efeito.",
    again: "Enviar de novo",
    reference: "Referência para o operador:",
  },
);

interface Props {
  view: TurnView;
  entry: Entry;
  conversation: Conversation;
}

/** How a turn ended where the answer alone does not tell: stopped, failed. */
export function TurnEnding({ view, entry, conversation }: Props) {
  const t = useTexts(WORDS);
  const words = useProblemWords();
  if (view.phase === "cancelled") return <p className={styles.small}>{t.cancelled}</p>;
  // Limits that were reached ask whether to go on: the question says all of it.
  if (view.error === null || view.phase === "waiting") return null;
  const { question } = entry;
  return (
    <div className={styles.card}>
      <p>{words(view.error)}</p>
      <p className={styles.small}>
        {t.reference} <code>{view.error.correlation_id}</code>
      </p>
      {view.error.retryable && question?.kind === "text" && (
        <div className={styles.actions}>
          <Button onClick={() => conversation.say(question.text)}>{t.again}</Button>
        </div>
      )}
    </div>
  );
}

import { HelpCircle, ThumbsDown, ThumbsUp } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Conversation } from "../conversation/conversation";
import type { Entry } from "../conversation/entry";
import { IconButton } from "../design/button";
import { CopyButton } from "../design/copy_button";
import { texts, useTexts } from "../language/texts";
import { textOf } from "../stream/turn_view";
import { useSentFeedback } from "./feedback";
import { FeedbackForm } from "./feedback_form";
import styles from "./turn_footer.module.css";
import { usageLine, useUsageWords } from "./usage_line";

const WhyDialog = lazy(() => import("./why_dialog").then((of) => ({ default: of.WhyDialog })));
const WORDS = texts(
  {
    copy: "Copy the answer",
    good: "Good answer",
    bad: "Something is wrong with it",
    why: "Why this answer?",
    asked: "Was this what you needed?",
  },
  {
    copy: "Copiar a resposta",
    good: "Boa resposta",
    bad: "Há algo errado",
    why: "Por que esta resposta?",
    asked: "Era disto que você precisava?",
  },
);

interface Props {
  entry: Entry;
  turn: string;
  conversation: Conversation;
}

/** What can be done with an answer: copy it, rate it, ask why; and what it took. */
export function TurnFooter({ entry, turn }: Props) {
  const t = useTexts(WORDS);
  const words = useUsageWords();
  const [given, send] = useSentFeedback(turn, entry.feedback);
  const [complaining, setComplaining] = useState(false);
  const [why, setWhy] = useState(false);
  const text = textOf(entry.view);
  const { usage, feedbackReason } = entry.view;
  return (
    <footer className={styles.footer}>
      <div className={styles.line}>
        {text !== "" && <CopyButton label={t.copy} text={text} />}
        <IconButton
          label={t.good}
          aria-pressed={given === "positive"}
          onClick={() => void send("positive")}
        >
          <ThumbsUp />
        </IconButton>
        <IconButton
          label={t.bad}
          aria-pressed={given === "negative"}
          aria-expanded={complaining}
          onClick={() => setComplaining(!complaining)}
        >
          <ThumbsDown />
        </IconButton>
        <IconButton label={t.why} onClick={() => setWhy(true)}>
          <HelpCircle />
        </IconButton>
        {feedbackReason !== null && given === null && (
          <span className={styles.told}>{t.asked}</span>
        )}
        {usage !== null && <span className={styles.usage}>{usageLine(usage, words)}</span>}
      </div>
      {complaining && (
        <FeedbackForm
          onSend={async (type, comment, data) => {
            if (await send(type, comment, data)) setComplaining(false);
          }}
          onClose={() => setComplaining(false)}
        />
      )}
      {why && (
        <Suspense>
          <WhyDialog entry={entry} turn={turn} onClose={() => setWhy(false)} />
        </Suspense>
      )}
    </footer>
  );
}

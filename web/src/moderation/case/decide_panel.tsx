import { Button } from "../../design/button";
import { texts, useTexts } from "../../language/texts";
import { useNames } from "../case_words";
import type { CasePage } from "../moderation_api";
import { DecideForm } from "./decide_form";
import styles from "./decide_panel.module.css";
import { LearntList } from "./learnt_list";

const WORDS = texts(
  {
    title: "Decision",
    two: "Two moderators decide cases like this one, each without seeing what the other said.",
    second: "One moderator has decided. You see what they said after you have.",
    waits: "You have decided. Another moderator decides now.",
    third: "Two moderators decided differently. Yours is the last word.",
    confirm: "Rightly flagged",
    false_positive: "False alarm",
  },
  {
    title: "Decisão",
    two: "Casos como este são decididos por dois moderadores, um sem ver o que o outro disse.",
    second: "Um moderador já decidiu. Você verá o que ele disse depois de decidir.",
    waits: "Você já decidiu. Agora outra pessoa decide.",
    third: "Dois moderadores decidiram de modo diferente. A sua é a última palavra.",
    confirm: "Sinalizado com razão",
    false_positive: "Alarme falso",
  },
);

export type Choice = "confirm" | "false_positive";

interface Props {
  page: CasePage;
  me: string;
  choice: Choice | null;
  onChoose: (choice: Choice | null) => void;
  onDecided: () => void;
}

/** Whether the flag was right; first the choice, then what follows of it, then the decision. */
export function DecidePanel({ page, me, choice, onChoose, onDecided }: Props) {
  const t = useTexts(WORDS);
  const name = useNames();
  const { case: found, reviews } = page;
  const mine = reviews.some((review) => review.reviewer === me);
  return (
    <section className={styles.panel} aria-label={t.title}>
      <h2>{t.title}</h2>
      {found.status === "decided" ? (
        <>
          <p className={styles.decided}>
            <strong>{name("decision", found.decision)}</strong> · {name("category", found.category)}
          </p>
          <LearntList page={page} />
        </>
      ) : mine ? (
        <p className={styles.soft}>{t.waits}</p>
      ) : (
        <>
          {reviews.length >= 2 ? (
            <p className={styles.soft}>{t.third}</p>
          ) : found.second ? (
            <p className={styles.soft}>{t.second}</p>
          ) : (
            page.deciders > 1 && <p className={styles.soft}>{t.two}</p>
          )}
          <div className={styles.choices}>
            {(["confirm", "false_positive"] as const).map((one) => (
              <Button
                key={one}
                aria-pressed={choice === one}
                aria-keyshortcuts={KEYS[one]}
                onClick={() => onChoose(choice === one ? null : one)}
              >
                {t[one]} <kbd>{KEYS[one]}</kbd>
              </Button>
            ))}
          </div>
          {choice !== null && (
            <DecideForm
              key={choice}
              page={page}
              choice={choice}
              onCancel={() => onChoose(null)}
              onDecided={onDecided}
            />
          )}
        </>
      )}
    </section>
  );
}

const KEYS: Readonly<Record<Choice, string>> = { confirm: "c", false_positive: "f" };

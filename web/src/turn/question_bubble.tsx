import type { Question } from "../conversation/entry";
import { CopyButton } from "../design/copy_button";
import { texts, useTexts } from "../language/texts";
import { FileCard } from "./file_card";
import styles from "./question_bubble.module.css";

const WORDS = texts(
  {
    you: "You said",
    copy: "Copy your message",
    yes: "Allowed",
    no: "Denied",
    form: "Form answered",
    blocked: "This message was not let through, and is not kept.",
  },
  {
    you: "Você disse",
    copy: "Copiar sua mensagem",
    yes: "Permitido",
    no: "Negado",
    form: "Formulário respondido",
    blocked: "Esta mensagem foi bloqueada e não fica guardada.",
  },
);

/** What the person said or did. */
export function QuestionBubble({ question }: { question: Question }) {
  const t = useTexts(WORDS);
  switch (question.kind) {
    case "text":
      return (
        <div className={styles.mine}>
          <div className={styles.actions}>
            <CopyButton label={t.copy} text={question.text} />
          </div>
          <div className={styles.bubble} dir="auto">
            <span className="hidden">{t.you}: </span>
            {question.text}
          </div>
        </div>
      );
    case "file":
      return <FileCard file={question} />;
    case "approval":
      return <p className={styles.act}>{question.approve ? t.yes : t.no}</p>;
    case "ui_result":
      return <p className={styles.act}>{t.form}</p>;
    case "blocked":
      return <p className={styles.act}>{t.blocked}</p>;
  }
}

import { texts, useTexts } from "../language/texts";
import { Markdown } from "../markdown/markdown";
import type { TextPart } from "../stream/turn_view";
import styles from "./text_part.module.css";

const WORDS = texts(
  { broken: "The answer was broken off here." },
  { broken: "A resposta foi interrompida aqui." },
);

interface Props {
  part: TextPart;
  writing: boolean;
}

/** A stretch of what the answer says. */
export function TextPartView({ part, writing }: Props) {
  const t = useTexts(WORDS);
  const text = part.text.replace(/^\n+/, "");
  if (text === "") return null;
  return (
    <div dir="auto" className={styles.part} data-writing={writing}>
      <Markdown text={text} />
      {part.partial && <p className={styles.broken}>{t.broken}</p>}
    </div>
  );
}

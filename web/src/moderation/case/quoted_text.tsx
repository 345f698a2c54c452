import { useState } from "react";
import { LOCALE, texts, useTexts } from "../../language/texts";
import { useLanguage } from "../../session/preferences";
import styles from "./quoted_text.module.css";
import { beginningOf, partsOf } from "./visible_text";

const WORDS = texts(
  {
    all: (count: string) => `Show all ${count} characters`,
    less: "Show less",
    nothing: "No words.",
  },
  {
    all: (count: string) => `Mostrar os ${count} caracteres`,
    less: "Mostrar menos",
    nothing: "Sem palavras.",
  },
);
const FIRST = 2_000;

/** Somebody else's words, as text and nothing else, however hostile and however long. */
export function QuotedText({ text }: { text: string }) {
  const t = useTexts(WORDS);
  const locale = LOCALE[useLanguage()];
  const [all, setAll] = useState(false);
  const long = text.length > FIRST;
  const parts = partsOf(all ? text : beginningOf(text, FIRST));
  if (text === "") return <p className={styles.nothing}>{t.nothing}</p>;
  return (
    <div>
      <p className={styles.quoted} dir="auto">
        {parts.map((part, place) =>
          part.sign ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other name
            <span key={place} className={styles.sign}>
              {part.text}
            </span>
          ) : (
            part.text
          ),
        )}
        {long && !all && "…"}
      </p>
      {long && (
        <button type="button" className={styles.more} onClick={() => setAll(!all)}>
          {all ? t.less : t.all(text.length.toLocaleString(locale))}
        </button>
      )}
    </div>
  );
}

import { Table2 } from "lucide-react";
import type { Question } from "../conversation/entry";
import { texts, useTexts } from "../language/texts";
import styles from "./file_card.module.css";

const WORDS = texts(
  {
    tables: (count: number) => (count === 1 ? "1 table" : `${count} tables`),
    more: "What was understood of it",
  },
  {
    tables: (count: number) => (count === 1 ? "1 tabela" : `${count} tabelas`),
    more: "O que foi entendido",
  },
);

/** A file that the person sent, and, folded away, what the conversation was told of it. */
export function FileCard({ file }: { file: Extract<Question, { kind: "file" }> }) {
  const t = useTexts(WORDS);
  const size = shape(file.text);
  return (
    <div className={styles.card}>
      <Table2 aria-hidden="true" />
      <div className={styles.told}>
        <p className={styles.name}>
          <bdi>{file.name}</bdi>
        </p>
        <p className={styles.size}>
          {file.datasets.length > 0 && t.tables(file.datasets.length)}
          {size !== null && ` · ${size}`}
        </p>
        {file.text !== "" && (
          <details>
            <summary>{t.more}</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long summary scrolls by keyboard */}
            <pre tabIndex={0}>{file.text}</pre>
          </details>
        )}
      </div>
    </div>
  );
}

/** The line of the summary that tells how large the table is, in the words of the server. */
function shape(text: string): string | null {
  return /\d[\d.,\s]* (?:rows|linhas)[^\n.;]*/i.exec(text)?.[0].slice(0, 80) ?? null;
}

import { Table2 } from "lucide-react";
import type { Question } from "../conversation/entry";
import { LOCALE, texts, useTexts } from "../language/texts";
import { useLanguage } from "../session/preferences";
import styles from "./file_card.module.css";

const WORDS = texts(
  {
    tables: (count: number) => (count === 1 ? "1 table" : `${count} tables`),
    rows: (count: string) => `${count} rows`,
    columns: (count: number) => `${count} columns`,
    more: "What was understood of it",
  },
  {
    tables: (count: number) => (count === 1 ? "1 tabela" : `${count} tabelas`),
    rows: (count: string) => `${count} linhas`,
    columns: (count: number) => `${count} colunas`,
    more: "O que foi entendido",
  },
);

/** A file that the person sent, and, folded away, what the conversation was told of it. */
export function FileCard({ file }: { file: Extract<Question, { kind: "file" }> }) {
  const t = useTexts(WORDS);
  const language = useLanguage();
  const [rows, columns] = shape(file.text);
  const size = [
    file.datasets.length > 0 && t.tables(file.datasets.length),
    rows > 0 && t.rows(rows.toLocaleString(LOCALE[language])),
    columns > 0 && t.columns(columns),
  ].filter(Boolean);
  return (
    <div className={styles.card}>
      <Table2 aria-hidden="true" />
      <div className={styles.told}>
        <p className={styles.name}>
          <bdi>{file.name}</bdi>
        </p>
        <p className={styles.size}>{size.join(" · ")}</p>
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

/** How large the tables are, as the summary tells: rows and columns together. */
function shape(text: string): [rows: number, columns: number] {
  const rows = [...text.matchAll(/^Rows: (\d+)/gm)].map((found) => Number(found[1]));
  const columns = [...text.matchAll(/^Columns: (.+)$/gm)].map((found) => found[1] ?? "");
  return [sum(rows), sum(columns.map((names) => names.split(", ").length))];
}

function sum(all: readonly number[]): number {
  return all.reduce((one, other) => one + other, 0);
}

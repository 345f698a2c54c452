import { Copy, Download } from "lucide-react";
import { useAnnouncer } from "../design/announcer";
import { IconButton } from "../design/button";
import { texts, useTexts } from "../language/texts";
import { clipboardOf, csvOf } from "./csv";
import { copied, fileName, saveFile } from "./save";

const WORDS = texts(
  {
    copy: "Copy the rows",
    copied: "Copied",
    not: "The browser did not let it be copied.",
    csv: "Save as CSV",
  },
  {
    copy: "Copiar as linhas",
    copied: "Copiado",
    not: "O navegador não permitiu copiar.",
    csv: "Salvar como CSV",
  },
);

interface Rows {
  columns: readonly string[];
  rows: readonly (readonly unknown[])[];
}

export function CopyRows({ columns, rows }: Rows) {
  const t = useTexts(WORDS);
  const { notify } = useAnnouncer();
  const copy = async () => {
    const done = await copied(clipboardOf(columns, rows));
    notify(done ? t.copied : t.not, done ? "done" : "failed");
  };
  return (
    <IconButton label={t.copy} onClick={() => void copy()}>
      <Copy />
    </IconButton>
  );
}

export function SaveRows({ title, columns, rows }: Rows & { title: string }) {
  const t = useTexts(WORDS);
  const save = () => {
    const content = new Blob([csvOf(columns, rows)], { type: "text/csv;charset=utf-8" });
    saveFile(fileName(title, "csv"), content);
  };
  return (
    <IconButton label={t.csv} onClick={save}>
      <Download />
    </IconButton>
  );
}

import { RotateCcw, X } from "lucide-react";
import { Button, IconButton } from "../design/button";
import { LOCALE, texts, useTexts } from "../language/texts";
import { useLanguage } from "../session/preferences";
import styles from "./upload_list.module.css";
import type { Upload, Uploads } from "./uploads";

const WORDS = texts(
  {
    files: "Files on their way",
    waiting: "waits for the one before",
    sending: "sending",
    reading: "reading",
    cancel: (name: string) => `Give up ${name}`,
    again: "Try again",
    tooLarge: "It is too large. Split it, or leave columns out.",
    offline: "The server cannot be reached. Check your connection.",
    quick: "Too many files at once. Wait a moment.",
  },
  {
    files: "Arquivos a caminho",
    waiting: "aguarda o anterior",
    sending: "enviando",
    reading: "lendo",
    cancel: (name: string) => `Desistir de ${name}`,
    again: "Tentar de novo",
    tooLarge: "É grande demais. Divida, ou deixe colunas de fora.",
    offline: "O servidor não responde. Verifique a conexão.",
    quick: "Arquivos demais de uma vez. Espere um instante.",
  },
);

/** Files on their way: how far each is, what went wrong, and a way to give it up. */
export function UploadList({ uploads }: { uploads: Uploads }) {
  const t = useTexts(WORDS);
  if (uploads.list.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t.files}>
      {uploads.list.map((upload) => (
        <Line key={upload.id} upload={upload} uploads={uploads} />
      ))}
    </ul>
  );
}

function Line({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
  const t = useTexts(WORDS);
  const language = useLanguage();
  const { file, progress, problem } = upload;
  const percent = progress?.fraction?.toLocaleString(LOCALE[language], { style: "percent" });
  const doing =
    progress === null ? t.waiting : [t[progress.phase], percent].filter(Boolean).join(" ");
  return (
    <li className={styles.line} data-failed={problem !== null}>
      <div className={styles.told}>
        <p className={styles.name}>
          <bdi>{file.name}</bdi>
        </p>
        {problem === null ? (
          <p className={styles.doing}>{doing}</p>
        ) : (
          <p className={styles.fault} role="alert">
            {cure(problem.code, t) ?? problem.message}
          </p>
        )}
      </div>
      {problem !== null && (
        <Button look="quiet" icon={<RotateCcw />} onClick={() => uploads.again(upload.id)}>
          {t.again}
        </Button>
      )}
      <IconButton label={t.cancel(file.name)} onClick={() => uploads.remove(upload.id)}>
        <X />
      </IconButton>
      {progress !== null && (
        <progress
          className={styles.bar}
          aria-label={file.name}
          {...(progress.fraction === null ? {} : { value: progress.fraction })}
        />
      )}
    </li>
  );
}

function cure(code: string, t: (typeof WORDS)["en"]): string | null {
  if (code === "too_large") return t.tooLarge;
  if (code === "offline") return t.offline;
  return code === "rate_limited" ? t.quick : null;
}

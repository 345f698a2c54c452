import { Download, FileText } from "lucide-react";
import { useState } from "react";
import { request } from "../api/request";
import { useAnnouncer } from "../design/announcer";
import { Button } from "../design/button";
import { texts, useTexts } from "../language/texts";
import { outsideLink, ownPath } from "./addresses";
import styles from "./file_widget.module.css";
import { fileName, saveFile } from "./save";
import type { FileShown } from "./widget";

const WORDS = texts(
  {
    download: "Download",
    open: "Open",
    failed: (why: string) => `It could not be downloaded: ${why}`,
  },
  {
    download: "Baixar",
    open: "Abrir",
    failed: (why: string) => `Não foi possível baixar: ${why}`,
  },
);

/** A file to take along. */
export function FileWidget({ file }: { file: FileShown }) {
  const t = useTexts(WORDS);
  const path = ownPath(file.url);
  const outside = path === null ? outsideLink(file.url) : null;
  return (
    <div className={styles.file}>
      <FileText aria-hidden="true" />
      <span className={styles.name} title={file.title}>
        {file.title}
      </span>
      <span className={styles.kind}>{file.kind}</span>
      {path !== null && <Take path={path} file={file} />}
      {outside !== null && (
        <a href={outside} target="_blank" rel="noopener noreferrer nofollow">
          {t.open}
        </a>
      )}
    </div>
  );
}

/** It is asked for like all else, so that a sign-in that ran out is renewed on the way. */
function Take({ path, file }: { path: string; file: FileShown }) {
  const t = useTexts(WORDS);
  const { notify } = useAnnouncer();
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    try {
      const answer = await request(path);
      const known = /\.\w{1,8}$/.test(file.title);
      saveFile(known ? file.title : fileName(file.title, file.kind), await answer.blob());
    } catch (error) {
      notify(t.failed(error instanceof Error ? error.message : ""), "failed");
    }
    setBusy(false);
  };
  return (
    <Button icon={<Download />} busy={busy} onClick={() => void take()}>
      {t.download}
    </Button>
  );
}

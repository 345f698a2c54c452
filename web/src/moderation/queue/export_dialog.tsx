import { useState } from "react";
import { api, dataOf } from "../../api/request";
import { useAnnouncer } from "../../design/announcer";
import { Button } from "../../design/button";
import { Dialog } from "../../design/dialog";
import { Failed } from "../../design/states";
import { texts, useTexts } from "../../language/texts";
import type { CasesAsked } from "../moderation_api";
import { useFirstFocus } from "../use_first_focus";
import styles from "./bulk_dialog.module.css";
import type { Counts } from "./queue_filters";

const WORDS = texts(
  {
    title: "Export these cases",
    what: (count: number) =>
      `${count} of them, as the filters stand: facts, and no word of any text. The export is written down with your name.`,
    done: "The export was saved.",
  },
  {
    title: "Exportar estes casos",
    what: (count: number) =>
      `${count} casos, conforme os filtros: fatos, e nenhuma palavra de texto algum. A exportação é registrada com seu nome.`,
    done: "A exportação foi salva.",
  },
);

interface Props {
  asked: CasesAsked;
  counts: Counts;
  onClose: () => void;
}

/** Saves the cases of a filter as a file. */
export function ExportDialog({ asked, counts, onClose }: Props) {
  const t = useTexts(WORDS);
  const { notify } = useAnnouncer();
  const answer = useFirstFocus<HTMLDivElement>("[data-first]");
  const [busy, setBusy] = useState<"csv" | "jsonl" | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const statuses = counts.status ?? {};
  const status = asked.status;
  const count = status
    ? (statuses[status] ?? 0)
    : Object.values(statuses).reduce((sum, each) => sum + each, 0);
  const save = async (format: "csv" | "jsonl") => {
    setBusy(format);
    try {
      const { order: _order, ...filter } = asked;
      const query = { ...filter, format };
      const asBlob = api.GET("/cases/export", { params: { query }, parseAs: "blob" });
      keep((await dataOf(asBlob)) as Blob, `cases.${format}`);
      notify(t.done);
      onClose();
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
      setBusy(null);
    }
  };
  return (
    <Dialog title={t.title} onClose={onClose}>
      <div ref={answer} className={styles.form}>
        <p>{t.what(count)}</p>
        {failure !== null && <Failed error={failure} />}
        <div className={styles.actions}>
          <Button busy={busy === "jsonl"} onClick={() => void save("jsonl")}>
            JSON lines
          </Button>
          <Button look="primary" data-first busy={busy === "csv"} onClick={() => void save("csv")}>
            CSV
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function keep(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

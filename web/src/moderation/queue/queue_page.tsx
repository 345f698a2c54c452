import { Download, Keyboard, RefreshCw } from "lucide-react";
import { useMemo, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { IconButton } from "../../design/button";
import { texts, useTexts } from "../../language/texts";
import { useMe } from "../../session/me";
import { askedOf, filterOf, searchOf } from "../case_filter";
import { KeysHelp } from "../keys_help";
import { useNews, useQueue } from "../moderation_api";
import { ModerationFrame } from "../moderation_frame";
import { BulkDialog, type BulkMeant } from "./bulk_dialog";
import { ExportDialog } from "./export_dialog";
import { QueueFilters } from "./queue_filters";
import { QueueList } from "./queue_list";
import styles from "./queue_page.module.css";

const WORDS = texts(
  {
    export: "Export (e)",
    keys: "Keys (?)",
    again: "Load anew",
    news: (count: number) =>
      count === 1
        ? "1 new case. Show it"
        : `${count < 50 ? count : "50 or more"} new cases. Show them`,
  },
  {
    export: "Exportar (e)",
    keys: "Teclas (?)",
    again: "Recarregar",
    news: (count: number) =>
      count === 1
        ? "1 caso novo. Mostrar"
        : `${count < 50 ? count : "50 ou mais"} casos novos. Mostrar`,
  },
);

/** The queue of cases, narrowed by what the page's address says. */
export function QueuePage() {
  const t = useTexts(WORDS);
  const me = useMe().data;
  const search = useSearch();
  const [, navigate] = useLocation();
  const filter = useMemo(() => filterOf(search), [search]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a span ends when its filter was chosen
  const asked = useMemo(() => askedOf(filter, me?.id ?? "", new Date()), [search, me?.id]);
  const queue = useQueue(asked);
  const cases = useMemo(() => queue.data?.pages.flatMap((page) => page.cases), [queue.data]);
  const counts = queue.data?.pages[0]?.counts ?? {};
  const newest = cases === undefined ? null : Math.max(0, ...cases.map((found) => found.no));
  const news = useNews(asked, newest).data ?? 0;
  const [front, setFront] = useState<"keys" | "export" | BulkMeant | null>(null);
  const workflows = useMemo(
    () => [...new Set((cases ?? []).map((found) => found.workflow ?? ""))].filter(Boolean).sort(),
    [cases],
  );
  return (
    <ModerationFrame
      actions={
        <>
          <IconButton label={t.again} onClick={() => void queue.refetch()}>
            <RefreshCw />
          </IconButton>
          <IconButton label={t.export} onClick={() => setFront("export")}>
            <Download />
          </IconButton>
          <IconButton label={t.keys} onClick={() => setFront("keys")}>
            <Keyboard />
          </IconButton>
        </>
      }
    >
      <QueueFilters
        filter={filter}
        counts={counts}
        workflows={workflows}
        onChange={(next) => navigate(`/moderation${searchOf(next)}`, { replace: true })}
      />
      <div role="status">
        {news > 0 && (
          <button type="button" className={styles.news} onClick={() => void queue.refetch()}>
            {t.news(news)}
          </button>
        )}
      </div>
      <QueueList
        queue={queue}
        cases={cases}
        filter={filter}
        asked={asked}
        onAct={(meant) => setFront(meant)}
        onExport={() => setFront("export")}
        onKeys={() => setFront("keys")}
      />
      {front === "keys" && <KeysHelp onClose={() => setFront(null)} />}
      {front === "export" && (
        <ExportDialog asked={asked} counts={counts} onClose={() => setFront(null)} />
      )}
      {front !== null && typeof front === "object" && (
        <BulkDialog meant={front} onClose={() => setFront(null)} />
      )}
    </ModerationFrame>
  );
}

import { useState } from "react";
import { Link, useSearchParams } from "wouter";
import { Button } from "../design/button";
import { Empty, Failed, Loading } from "../design/states";
import { texts, useTexts } from "../language/texts";
import { ACTION_WORDS } from "./action_words";
import styles from "./admin.module.css";
import { useAuditLog } from "./audit_log";
import { AuditTable } from "./audit_table";

const WORDS = texts(
  {
    kind: "What happened",
    all: "Everything",
    none: "Nothing of this kind has happened",
    more: "Show more",
    person: "Of one person.",
    everybody: "Show everybody",
  },
  {
    kind: "O que aconteceu",
    all: "Tudo",
    none: "Nada desse tipo aconteceu",
    more: "Mostrar mais",
    person: "De uma pessoa.",
    everybody: "Mostrar todos",
  },
);

/** Who did what, the newest first. */
export function AuditPage() {
  const t = useTexts(WORDS);
  const words = useTexts(ACTION_WORDS);
  const person = useSearchParams()[0].get("person");
  const [action, setAction] = useState("");
  const log = useAuditLog({ action, person });
  const pages = log.data?.pages ?? [];
  const entries = pages.flatMap((page) => page.entries);
  return (
    <>
      <div className={styles.bar}>
        <div className={styles.filters}>
          <label className={styles.filter}>
            {t.kind}
            <select value={action} onChange={(event) => setAction(event.target.value)}>
              <option value="">{t.all}</option>
              {pages[0]?.actions.map((one) => (
                <option key={one} value={one}>
                  {words[one]}
                </option>
              ))}
            </select>
          </label>
        </div>
        {person !== null && (
          <p>
            {t.person} <Link href="/admin/log">{t.everybody}</Link>
          </p>
        )}
      </div>
      {log.isPending && <Loading />}
      {log.error !== null && entries.length === 0 && (
        <Failed error={log.error} onRetry={() => void log.refetch()} />
      )}
      {log.isSuccess && entries.length === 0 && <Empty title={t.none} />}
      {entries.length > 0 && <AuditTable entries={entries} />}
      {log.hasNextPage && (
        <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {t.more}
        </Button>
      )}
    </>
  );
}

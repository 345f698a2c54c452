import { useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "wouter";
import { Button } from "../../design/button";
import { Empty, Failed, Loading } from "../../design/states";
import { texts, useTexts } from "../../language/texts";
import { type CaseFilter, isNarrowed, searchOf } from "../case_filter";
import { type Case, type CasesAsked, useDesk, type useQueue } from "../moderation_api";
import { placeNow, rememberPlace } from "../queue_place";
import { useKeys } from "../use_keys";
import type { BulkMeant } from "./bulk_dialog";
import styles from "./queue_page.module.css";
import { QueueRow } from "./queue_row";
import { SelectionBar } from "./selection_bar";
import { useSelection } from "./use_selection";

const WORDS = texts(
  {
    nothing: "Nothing waits for you",
    nothingMore: "What guards flag, people complain about or chance picks out appears here.",
    none: "No case fits these filters",
    show: "Show all open cases",
    more: "Show more",
    cases: "Cases",
  },
  {
    nothing: "Nada espera por você",
    nothingMore: "O que as guardas sinalizam, as pessoas reclamam ou o acaso sorteia aparece aqui.",
    none: "Nenhum caso com estes filtros",
    show: "Mostrar todos os casos abertos",
    more: "Mostrar mais",
    cases: "Casos",
  },
);

interface Props {
  queue: ReturnType<typeof useQueue>;
  cases: Case[] | undefined;
  filter: CaseFilter;
  asked: CasesAsked;
  onAct: (meant: BulkMeant) => void;
  onExport: () => void;
  onKeys: () => void;
}

/** The cases, by mouse and by key; where one was is where one comes back to. */
export function QueueList({ queue, cases, filter, asked, onAct, onExport, onKeys }: Props) {
  const t = useTexts(WORDS);
  const [, navigate] = useLocation();
  const desk = useDesk().data;
  const people = useMemo(
    () => Object.fromEntries((desk?.moderators ?? []).map(({ id, email }) => [id, email])),
    [desk],
  );
  const ids = useMemo(() => (cases ?? []).map((found) => found.id), [cases]);
  const selection = useSelection(ids);
  const list = useRef<HTMLUListElement>(null);
  const [now] = useState(Date.now);
  const [whole, setWhole] = useState<string | null>(null);
  const search = searchOf(filter);
  useEffect(() => {
    if (ids.length > 0) rememberPlace({ ...placeNow(), search, ids });
  }, [ids, search]);
  useReturn(list, ids.length > 0);
  // What a filter takes is never what was decided: the server leaves that out.
  const mayTake = queue.hasNextPage && (asked.status === "open" || asked.status === "escalated");
  const taken = mayTake && whole === search && selection.ids.size === ids.length;
  const act = (decision: BulkMeant["decision"]) => {
    const at = currentCase(list.current);
    const meant = selection.ids.size > 0 ? [...selection.ids] : at === null ? [] : [at];
    const { order: _order, ...rest } = asked;
    if (meant.length > 0) onAct({ decision, ids: meant, ...(taken ? { filter: rest } : {}) });
  };
  useKeys({
    j: () => step(list.current, 1),
    k: () => step(list.current, -1),
    x: () => {
      const at = currentCase(list.current);
      if (at !== null) selection.pick(at);
    },
    c: () => act("confirm"),
    f: () => act("false_positive"),
    e: onExport,
    "?": onKeys,
    escape: () => selection.pickAll(false),
  });
  if (queue.error !== null && cases === undefined) {
    return <Failed error={queue.error} onRetry={() => void queue.refetch()} />;
  }
  if (cases === undefined) return <Loading />;
  if (cases.length === 0) {
    return isNarrowed(filter) ? (
      <Empty title={t.none}>
        <Button onClick={() => navigate("/moderation", { replace: true })}>{t.show}</Button>
      </Empty>
    ) : (
      <Empty title={t.nothing}>
        <p>{t.nothingMore}</p>
      </Empty>
    );
  }
  return (
    <section className={styles.list} aria-label={t.cases}>
      <SelectionBar
        selection={selection}
        shown={ids.length}
        onAct={act}
        whole={mayTake ? taken : null}
        onWhole={() => setWhole(search)}
      />
      <ul ref={list} aria-busy={queue.isFetching}>
        {cases.map((found) => (
          <QueueRow
            key={found.id}
            found={found}
            people={people}
            now={now}
            picked={selection.ids.has(found.id)}
            onPick={(range) => selection.pick(found.id, range)}
          />
        ))}
      </ul>
      {queue.hasNextPage && (
        <div className={styles.more}>
          <Button busy={queue.isFetchingNextPage} onClick={() => void queue.fetchNextPage()}>
            {t.more}
          </Button>
        </div>
      )}
    </section>
  );
}

function links(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>("a[data-case]") ?? [])];
}

/** The case whose row has the focus. */
function currentCase(list: HTMLElement | null): string | null {
  const row = document.activeElement?.closest("li");
  if (!row || list === null || !list.contains(row)) return null;
  return row.querySelector<HTMLElement>("a[data-case]")?.dataset.case ?? null;
}

/** Move the focus to the next row, or to the first where none has it. */
function step(list: HTMLElement | null, by: 1 | -1): void {
  const all = links(list);
  const at = all.findIndex((link) => link.dataset.case === currentCase(list));
  const next = all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + by))];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

/** Back from a case its row has the focus again. */
function useReturn(list: { current: HTMLElement | null }, shown: boolean): void {
  const done = useRef(false);
  useEffect(() => {
    if (!shown || done.current) return;
    done.current = true;
    const { opened } = placeNow();
    const link = links(list.current).find((one) => one.dataset.case === opened);
    link?.focus({ preventScroll: true });
    link?.scrollIntoView({ block: "center" });
  }, [list, shown]);
}

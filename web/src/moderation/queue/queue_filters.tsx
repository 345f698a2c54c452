import { texts, useTexts } from "../../language/texts";
import { type CaseFilter, SPANS } from "../case_filter";
import { type Namer, useNames } from "../case_words";
import { useDesk } from "../moderation_api";
import { type FilterOption, FilterSelect } from "./filter_select";
import styles from "./queue_filters.module.css";

const WORDS = texts(
  {
    filters: "Filters",
    statuses: "Status",
    category: "Category",
    verdict: "Verdict",
    guard: "Guard",
    stage: "Found in",
    workflow: "Workflow",
    assigned: "Assigned",
    team: "Team",
    time: "Time",
    order: "Order",
    second: "Reviewers",
    all: "all",
    anybody: "to anybody",
    me: "to me",
    nobody: "to nobody",
    day: "last 24 h",
    week: "last 7 days",
    month: "last 30 days",
    newest: "newest first",
    oldest: "oldest first",
    yes: "second one needed",
    clear: "Clear",
  },
  {
    filters: "Filtros",
    statuses: "Situação",
    category: "Categoria",
    verdict: "Veredito",
    guard: "Guarda",
    stage: "Achado em",
    workflow: "Fluxo",
    assigned: "Atribuído",
    team: "Equipe",
    time: "Período",
    order: "Ordem",
    second: "Revisores",
    all: "todos",
    anybody: "a qualquer um",
    me: "a mim",
    nobody: "a ninguém",
    day: "últimas 24 h",
    week: "últimos 7 dias",
    month: "últimos 30 dias",
    newest: "mais novos primeiro",
    oldest: "mais antigos primeiro",
    yes: "falta o segundo",
    clear: "Limpar",
  },
);
const STATUSES = ["open", "escalated", "decided", "all"] as const;

export type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

interface Props {
  filter: CaseFilter;
  counts: Counts;
  workflows: readonly string[];
  onChange: (filter: CaseFilter) => void;
}

/** What the queue is narrowed by; each choice says how many cases it would show. */
export function QueueFilters({ filter, counts, workflows, onChange }: Props) {
  const t = useTexts(WORDS);
  const name = useNames();
  const desk = useDesk().data;
  const chosen = filter.status ?? "open";
  const set = (change: { [K in keyof CaseFilter]?: string | undefined }) =>
    onChange(Object.fromEntries(given({ ...filter, ...change })) as CaseFilter);
  const known = <T extends string>(all: readonly T[], words: { readonly [K in T]: string }) =>
    all.map((value) => ({ value, label: words[value] as string }));
  const people = (desk?.moderators ?? []).map(({ id, email }) => ({ value: id, label: email }));
  const lists: [keyof CaseFilter, readonly FilterOption[], string?][] = [
    ["category", counted("category", counts, name)],
    ["verdict", counted("verdict", counts, name)],
    ["guard", counted("guard", counts, name)],
    ["stage", counted("stage", counts, name)],
    ["workflow", workflows.map((value) => ({ value, label: value }))],
    ["assigned", [...known(["me", "nobody"], t), ...people], t.anybody],
    ["team", (desk?.teams ?? []).map((value) => ({ value, label: value }))],
    ["time", known(Object.keys(SPANS) as (keyof typeof SPANS)[], t)],
    ["second", known(["yes"], t)],
    ["order", known(["oldest"], t), t.newest],
  ];
  const narrowed = lists.some(([key]) => key !== "order" && filter[key] !== undefined);
  return (
    <section className={styles.filters} aria-label={t.filters}>
      <fieldset className={styles.statuses}>
        <legend className="hidden">{t.statuses}</legend>
        {STATUSES.map((status) => (
          <button
            key={status}
            type="button"
            aria-pressed={status === chosen}
            onClick={() => set({ status })}
          >
            {name("status", status)}
            <span className={styles.count}>{totalOf(status, counts)}</span>
          </button>
        ))}
      </fieldset>
      <div className={styles.lists}>
        {lists.map(([key, options, none]) => (
          <FilterSelect
            key={key}
            label={t[key as Exclude<keyof CaseFilter, "status" | "person">]}
            none={none ?? t.all}
            value={filter[key]}
            options={options}
            onChange={(value) => set({ [key]: value })}
          />
        ))}
        {narrowed && (
          <button
            type="button"
            className={styles.clear}
            onClick={() => set(Object.fromEntries(lists.map(([key]) => [key, undefined])))}
          >
            {t.clear}
          </button>
        )}
      </div>
    </section>
  );
}

function given(all: object): [string, string][] {
  return Object.entries(all).filter(([, value]) => value !== undefined && value !== "");
}

function counted(kind: "category" | "verdict" | "guard" | "stage", counts: Counts, name: Namer) {
  return Object.entries(counts[kind] ?? {}).map(([value, count]) => ({
    value,
    label: name(kind, value),
    count,
  }));
}

/** How many cases a status would show; all of them together for `all`. */
function totalOf(status: string, counts: Counts): number | string {
  const known = counts.status;
  if (known === undefined) return "";
  if (status !== "all") return known[status] ?? 0;
  return Object.values(known).reduce((sum, count) => sum + count, 0);
}

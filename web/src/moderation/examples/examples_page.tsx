import { useState } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { Button } from "../../design/button";
import { Empty, Failed, Loading } from "../../design/states";
import { LOCALE, texts, useTexts } from "../../language/texts";
import { useLanguage } from "../../session/preferences";
import { useNames } from "../case_words";
import { type GuardExample, useDesk, useExamples } from "../moderation_api";
import { ModerationFrame } from "../moderation_frame";
import { FilterSelect } from "../queue/filter_select";
import { ScrollArea } from "../scroll_area";
import { askedOfExamples } from "./example_filter";
import styles from "./examples_page.module.css";
import { RemoveDialog } from "./remove_dialog";

const WORDS = texts(
  {
    title: "What the guards have learnt",
    what: "Each decision about a text that a guard judged settles that text. The words themselves are read in their case, for a reason.",
    kind: "Effect",
    category: "Category",
    stage: "Where",
    met: "Met",
    all: "all",
    yes: "at least once",
    no: "never",
    made: "Learnt",
    by: "By",
    times: "Settled",
    last: "Last",
    read: "Case",
    back: "Take back",
    hash: "by its hash alone",
    more: "Show more",
    none: "Nothing was learnt yet",
    noneMore: "What moderators decide in the queue appears here.",
    noneFound: "Nothing fits these filters",
    actions: "Actions",
  },
  {
    title: "O que as guardas aprenderam",
    what: "Cada decisão sobre um texto julgado por uma guarda resolve aquele texto. As palavras são lidas no caso, com um motivo.",
    kind: "Efeito",
    category: "Categoria",
    stage: "Onde",
    met: "Encontrado",
    all: "todos",
    yes: "ao menos uma vez",
    no: "nunca",
    made: "Aprendido",
    by: "Por",
    times: "Resolveu",
    last: "Última vez",
    read: "Caso",
    back: "Desfazer",
    hash: "só pelo hash",
    more: "Mostrar mais",
    none: "Nada foi aprendido ainda",
    noneMore: "O que moderadores decidem na fila aparece aqui.",
    noneFound: "Nada com estes filtros",
    actions: "Ações",
  },
);

/** The texts that moderators have settled: found by what they are, and taken back. */
export function ExamplesPage() {
  const t = useTexts(WORDS);
  const name = useNames();
  const search = useSearch();
  const [, navigate] = useLocation();
  const asked = askedOfExamples(search);
  const found = useExamples(asked);
  const [removing, setRemoving] = useState<GuardExample | null>(null);
  const examples = found.data?.pages.flatMap((page) => page.examples);
  const set = (key: string, value: string | undefined) => {
    const said = new URLSearchParams(search);
    if (value === undefined) said.delete(key);
    else said.set(key, value);
    navigate(`/moderation/examples${said.size > 0 ? `?${said}` : ""}`, { replace: true });
  };
  const named = (kind: "kind" | "stage", all: readonly string[]) =>
    all.map((value) => ({ value, label: name(kind, value) }));
  const categories = [...new Set((examples ?? []).map((each) => each.category))].sort();
  return (
    <ModerationFrame>
      <div className={styles.about}>
        <h2>{t.title}</h2>
        <p>{t.what}</p>
      </div>
      <div className={styles.filters}>
        <FilterSelect
          label={t.kind}
          none={t.all}
          value={asked.kind ?? undefined}
          options={named("kind", ["allow", "block"])}
          onChange={(value) => set("kind", value)}
        />
        <FilterSelect
          label={t.category}
          none={t.all}
          value={asked.category ?? undefined}
          options={categories.map((value) => ({ value, label: name("category", value) }))}
          onChange={(value) => set("category", value)}
        />
        <FilterSelect
          label={t.stage}
          none={t.all}
          value={asked.stage ?? undefined}
          options={named("stage", ["input", "tool_args", "tool_result", "output"])}
          onChange={(value) => set("stage", value)}
        />
        <FilterSelect
          label={t.met}
          none={t.all}
          value={asked.met === undefined ? undefined : asked.met ? "yes" : "no"}
          options={(["yes", "no"] as const).map((value) => ({ value, label: t[value] }))}
          onChange={(value) => set("met", value)}
        />
      </div>
      {examples === undefined ? (
        found.error === null ? (
          <Loading />
        ) : (
          <Failed error={found.error} onRetry={() => void found.refetch()} />
        )
      ) : examples.length === 0 ? (
        search === "" ? (
          <Empty title={t.none}>
            <p>{t.noneMore}</p>
          </Empty>
        ) : (
          <Empty title={t.noneFound} />
        )
      ) : (
        <ExampleTable examples={examples} onRemove={setRemoving} />
      )}
      {found.hasNextPage && (
        <p className={styles.more}>
          <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {t.more}
          </Button>
        </p>
      )}
      {removing !== null && <RemoveDialog example={removing} onClose={() => setRemoving(null)} />}
    </ModerationFrame>
  );
}

interface TableProps {
  examples: readonly GuardExample[];
  onRemove: (example: GuardExample) => void;
}

function ExampleTable({ examples, onRemove }: TableProps) {
  const t = useTexts(WORDS);
  const name = useNames();
  const desk = useDesk().data;
  const locale = LOCALE[useLanguage()];
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
  const who = (id: string) => desk?.moderators.find((one) => one.id === id)?.email.split("@")[0];
  return (
    <ScrollArea className={styles.scroll} label={t.title}>
      <table className={styles.table}>
        <caption className="hidden">{t.title}</caption>
        <thead>
          <tr>
            {[t.kind, t.category, t.stage, t.made, t.by, t.times, t.last].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <th scope="col">
              <span className="hidden">{t.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {examples.map((each) => (
            <tr key={each.id}>
              <td data-kind={each.kind}>{name("kind", each.kind)}</td>
              <td>
                {name("category", each.category)}
                {!each.kept && <small> {t.hash}</small>}
              </td>
              <td>{name("stage", each.stage)}</td>
              <td>{day.format(new Date(each.created_at))}</td>
              <td>{who(each.made_by) ?? "–"}</td>
              <td className={styles.number}>{each.hits.toLocaleString(locale)}×</td>
              <td>{each.last_hit_at === null ? "–" : day.format(new Date(each.last_hit_at))}</td>
              <td className={styles.actions}>
                <Link href={`/moderation/${each.case}`}>{t.read}</Link>
                <Button look="quiet" onClick={() => onRemove(each)}>
                  {t.back}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

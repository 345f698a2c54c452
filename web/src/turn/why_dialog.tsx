import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useWorkflowTitle } from "../api/workflows";
import type { Entry } from "../conversation/entry";
import { Dialog } from "../design/dialog";
import { Failed, Loading } from "../design/states";
import { texts, useTexts } from "../language/texts";
import { readTurn } from "../stream/read_turn";
import type { TurnView, Widget } from "../stream/turn_view";
import { GuardNotes } from "./guard_notes";
import { useRouteReason } from "./route_words";
import { usageLine, useUsageWords } from "./usage_line";
import { inBrief } from "./values";
import styles from "./why_dialog.module.css";

const WORDS = texts(
  {
    title: "Why this answer?",
    gone: "What happened in this turn is no longer kept; only its messages are.",
    route: "Where the message went",
    sure: (percent: number) => `${percent} % sure`,
    others: "Also weighed",
    path: "Steps",
    tools: "Tools",
    sources: "Sources",
    guards: "Checks",
    used: "Used",
    none: "No tool was used; nothing was looked up.",
    noGuards: "Nothing was noticed.",
  },
  {
    title: "Por que esta resposta?",
    gone: "O que aconteceu nesta resposta não está mais guardado; só as mensagens.",
    route: "Para onde foi a mensagem",
    sure: (percent: number) => `${percent} % de certeza`,
    others: "Também considerados",
    path: "Passos",
    tools: "Ferramentas",
    sources: "Fontes",
    guards: "Verificações",
    used: "Consumo",
    none: "Nenhuma ferramenta foi usada; nada foi consultado.",
    noGuards: "Nada foi notado.",
  },
);

/** How an answer came about: the way of its message, steps, tools, sources, checks. */
export function WhyDialog({
  entry,
  turn,
  onClose,
}: {
  entry: Entry;
  turn: string;
  onClose: () => void;
}) {
  const t = useTexts(WORDS);
  const read = useQuery({
    queryKey: ["turn", turn],
    queryFn: ({ signal }) => readTurn(turn, signal),
    enabled: !entry.live,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const view = entry.live ? entry.view : read.data;
  return (
    <Dialog title={t.title} onClose={onClose}>
      {read.error !== null && <Failed error={read.error} onRetry={() => void read.refetch()} />}
      {view === undefined && read.error === null && <Loading />}
      {view !== undefined && (view.seen === 0 ? <p>{t.gone}</p> : <Account view={view} />)}
    </Dialog>
  );
}

function Account({ view }: { view: TurnView }) {
  const t = useTexts(WORDS);
  const words = useUsageWords();
  const tools = view.parts.flatMap((part) => (part.kind === "tool" ? [part] : []));
  const sources = sourcesOf(view);
  return (
    <div className={styles.account}>
      {view.route !== null && <Way route={view.route} />}
      {view.states.length > 0 && (
        <Section title={t.path}>
          <ol className={styles.path}>
            {view.states.map((state) => (
              <li key={state.seq}>{state.title ?? state.state}</li>
            ))}
          </ol>
        </Section>
      )}
      <Section title={t.tools}>
        {tools.length === 0 && <p className={styles.soft}>{t.none}</p>}
        <ul>
          {tools.map((tool) => (
            <li key={tool.call}>
              {tool.title || tool.tool} <code>{inBrief(tool.args)}</code>
            </li>
          ))}
        </ul>
      </Section>
      {sources.length > 0 && (
        <Section title={t.sources}>
          <ul>
            {sources.map((source) => (
              <li key={source}>
                <code>{source}</code>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={t.guards}>
        {view.guards.length === 0 && <p className={styles.soft}>{t.noGuards}</p>}
        <GuardNotes guards={view.guards} />
      </Section>
      {view.usage !== null && (
        <Section title={t.used}>
          <p>{usageLine(view.usage, words)}</p>
        </Section>
      )}
    </div>
  );
}

function Way({ route }: { route: NonNullable<TurnView["route"]> }) {
  const t = useTexts(WORDS);
  const title = useWorkflowTitle(route.workflow);
  const reason = useRouteReason(route);
  const others = route.candidates.filter((one) => one.workflow !== route.workflow);
  return (
    <Section title={t.route}>
      <p>
        <strong>{title}</strong> · {t.sure(Math.round(route.confidence * 100))}
      </p>
      <p className={styles.soft}>{reason}</p>
      {others.length > 0 && (
        <p className={styles.soft}>
          {t.others}:{" "}
          {others.map((one) => `${one.workflow} ${Math.round(one.confidence * 100)} %`).join(", ")}
        </p>
      )}
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function sourcesOf(view: TurnView): string[] {
  const found = view.parts.flatMap((part) => (part.kind === "widget" ? named(part.widget) : []));
  return [...new Set(found)];
}

function named(widget: Widget): string[] {
  return "sources" in widget ? widget.sources.map((source) => inBrief(source)) : [];
}

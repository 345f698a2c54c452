import { BarChart3, Hand, UserRound } from "lucide-react";
import { useState } from "react";
import { useServerOptions } from "../api/options";
import { useWorkflows } from "../api/workflows";
import { useAnnouncer } from "../design/announcer";
import { texts, useTexts } from "../language/texts";
import { useLanguage } from "../session/preferences";
import styles from "./welcome.module.css";

const WORDS = texts(
  {
    title: "What would you like to know?",
    lead: "Ask, send a table, or begin with one of these.",
    data: "Ask questions of a table",
    dataMore: "Sends a sample of 240 sales and asks for the total by month.",
    file: "sample-sales.csv",
    question: "What is the total amount by month? Show it in a chart.",
    hello: "Say hello",
    helloMore: "A short welcome: your name, how you like to be served.",
    helloSaid: "Hello",
    tool: "See it ask before it acts",
    toolMore: "Saving a note changes something, so you decide.",
    toolSaid: "save a note: call the supplier on Monday",
    served: "Made for you here",
    keyless:
      "No language model is set up here, so a small built-in one answers: it reads tables, uses tools and follows workflows, and understands plain requests rather than free conversation. Nothing leaves this server.",
    failed: "The sample could not be loaded. Try again.",
  },
  {
    title: "O que você gostaria de saber?",
    lead: "Pergunte, envie uma tabela, ou comece por uma destas.",
    data: "Pergunte a uma tabela",
    dataMore: "Envia uma amostra de 240 vendas e pergunta o total por mês.",
    file: "vendas-exemplo.csv",
    question: "Qual é o valor total por mês? Mostre em um gráfico.",
    hello: "Diga olá",
    helloMore: "Boas-vindas rápidas: seu nome e como prefere ser atendido.",
    helloSaid: "Olá",
    tool: "Veja como ele pergunta antes de agir",
    toolMore: "Salvar uma nota muda algo, então você decide.",
    toolSaid: "salve uma nota: ligar para o fornecedor na segunda",
    served: "Feito para você aqui",
    keyless:
      "Nenhum modelo de linguagem está configurado, então responde um pequeno modelo interno: ele lê tabelas, usa ferramentas e segue fluxos, e entende pedidos simples melhor que conversa livre. Nada sai deste servidor.",
    failed: "Não foi possível carregar a amostra. Tente de novo.",
  },
);
const BUILT_IN = new Set(["root", "onboarding", "analysis", "dashboard"]);

interface Props {
  onSay: (text: string) => void;
  onFile: (file: File, question: string) => void;
}

/** The beginning: what can be done here, as things that work when they are pressed. */
export function Welcome({ onSay, onFile }: Props) {
  const t = useTexts(WORDS);
  const { notify } = useAnnouncer();
  const keyless = useServerOptions().data?.keyless === true;
  const [busy, setBusy] = useState(false);
  const sample = async () => {
    setBusy(true);
    try {
      const answer = await fetch(`/app/samples/${t.file}`);
      if (!answer.ok) throw new Error(String(answer.status));
      onFile(new File([await answer.blob()], t.file, { type: "text/csv" }), t.question);
    } catch {
      notify(t.failed, "failed");
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.welcome}>
      <h2>{t.title}</h2>
      <p className={styles.lead}>{t.lead}</p>
      <ul className={styles.ways}>
        <li>
          <button type="button" disabled={busy} onClick={() => void sample()}>
            <BarChart3 aria-hidden="true" />
            <strong>{t.data}</strong>
            <span>{t.dataMore}</span>
          </button>
        </li>
        <li>
          <button type="button" onClick={() => onSay(t.helloSaid)}>
            <UserRound aria-hidden="true" />
            <strong>{t.hello}</strong>
            <span>{t.helloMore}</span>
          </button>
        </li>
        <li>
          <button type="button" onClick={() => onSay(t.toolSaid)}>
            <Hand aria-hidden="true" />
            <strong>{t.tool}</strong>
            <span>{t.toolMore}</span>
          </button>
        </li>
      </ul>
      <ServedHere onSay={onSay} />
      {keyless && <p className={styles.keyless}>{t.keyless}</p>}
    </div>
  );
}

/** What the project serves beside what comes with every server, by its own examples. */
function ServedHere({ onSay }: Pick<Props, "onSay">) {
  const t = useTexts(WORDS);
  const language = useLanguage();
  const workflows = useWorkflows().data?.workflows ?? [];
  const own = workflows.flatMap((one) => {
    const said = one.suggestions[language]?.[0];
    return BUILT_IN.has(one.name) || said === undefined ? [] : [{ ...one, said }];
  });
  if (own.length === 0) return null;
  return (
    <section className={styles.served} aria-label={t.served}>
      <h3>{t.served}</h3>
      <ul>
        {own.slice(0, 6).map((one) => (
          <li key={one.name}>
            <button type="button" onClick={() => onSay(one.said)}>
              <strong>{titleOf(one.title, language)}</strong>
              <span>{one.said}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function titleOf(title: string | Readonly<Record<string, string>>, language: string): string {
  if (typeof title === "string") return title;
  return title[language] ?? Object.values(title)[0] ?? "";
}

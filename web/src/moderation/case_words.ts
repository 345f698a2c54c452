/** How the facts of a case are called; a name nobody has translated is shown as it is. */
import { texts, useTexts } from "../language/texts";

const WORDS = texts(
  {
    status: { open: "Open", escalated: "Handed on", decided: "Decided", all: "All" },
    standing: { open: "Open", escalated: "Handed on", decided: "Decided" },
    verdict: { block: "Blocked", review: "To review", redact: "Changed", allow: "Let through" },
    stage: {
      input: "Message",
      tool_args: "Given to a tool",
      tool_result: "Answer of a tool",
      output: "Answer",
      feedback: "Feedback",
      sample: "Drawn by chance",
      report: "Reported by an agent",
    },
    category: {
      harm: "Harm",
      injection: "Injection",
      self_harm: "Self-harm",
      emergency: "Emergency",
      feedback: "Feedback",
      sample: "Sample",
      unjudged: "Not judged",
      personal_data: "Personal data",
      fraud: "Fraud",
      spam: "Spam",
    },
    guard: {
      heads: "Local models",
      phrases: "Phrases",
      distress: "Distress",
      hidden: "Invisible text",
      personal: "Personal data",
      size: "Size",
      judge: "Judge",
    },
    decision: { confirm: "Rightly flagged", false_positive: "False alarm" },
    language: { en: "English", pt: "Portuguese" },
    kind: { allow: "Let pass", block: "Stop" },
  },
  {
    status: { open: "Abertos", escalated: "Encaminhados", decided: "Decididos", all: "Todos" },
    standing: { open: "Aberto", escalated: "Encaminhado", decided: "Decidido" },
    verdict: { block: "Bloqueado", review: "A revisar", redact: "Alterado", allow: "Liberado" },
    stage: {
      input: "Mensagem",
      tool_args: "Dado a uma ferramenta",
      tool_result: "Resposta de ferramenta",
      output: "Resposta",
      feedback: "Feedback",
      sample: "Sorteado",
      report: "Avisado por um agente",
    },
    category: {
      harm: "Dano",
      injection: "Injeção",
      self_harm: "Autolesão",
      emergency: "Emergência",
      feedback: "Feedback",
      sample: "Amostra",
      unjudged: "Não julgado",
      personal_data: "Dados pessoais",
      fraud: "Fraude",
      spam: "Spam",
    },
    guard: {
      heads: "Modelos locais",
      phrases: "Frases",
      distress: "Sofrimento",
      hidden: "Texto invisível",
      personal: "Dados pessoais",
      size: "Tamanho",
      judge: "Juiz",
    },
    decision: { confirm: "Sinalizado com razão", false_positive: "Alarme falso" },
    language: { en: "Inglês", pt: "Português" },
    kind: { allow: "Deixar passar", block: "Barrar" },
  },
);

type Kind = keyof (typeof WORDS)["en"];
export type Namer = (kind: Kind, name: string | null | undefined) => string;

/** Return what calls a fact by its name, in the language of the pages. */
export function useNames(): Namer {
  const words = useTexts(WORDS);
  return (kind, name) => {
    const known: Readonly<Record<string, string>> = words[kind];
    if (name === null || name === undefined || name === "") return "";
    return Object.hasOwn(known, name) ? (known[name] ?? name) : name.replaceAll("_", " ");
  };
}

/** How long ago something was, in one unit: "5 min", "3 h", "2 d". */
export function ageOf(at: string, now: number, locale: string): string {
  const seconds = Math.max(0, (now - Date.parse(at)) / 1000);
  return spanOf(seconds, locale);
}

/** A length of time in one unit, as short as the language has it. */
export function spanOf(seconds: number, locale: string): string {
  const [size, unit] = seconds >= DAY ? [DAY, "day"] : seconds >= HOUR ? [HOUR, "hour"] : MINUTES;
  const number = Math.floor(seconds / size);
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short" }).format(
    number,
  );
}

const HOUR = 3_600;
const DAY = 24 * HOUR;
const MINUTES = [60, "minute"] as const;

import { Ban, Check, ChevronRight, CircleAlert, Clock, Loader } from "lucide-react";
import { LOCALE, texts, useTexts } from "../language/texts";
import { useLanguage } from "../session/preferences";
import type { ToolPart } from "../stream/turn_view";
import styles from "./tool_card.module.css";
import { argumentsInBrief, pretty } from "./values";

const WORDS = texts(
  {
    running: "running",
    ok: "done",
    error: "failed",
    timeout: "took too long",
    denied: "not allowed",
    cancelled: "stopped",
    cached: "remembered",
    retry: (attempt: number, max: number, reason: string) => `try ${attempt} of ${max}: ${reason}`,
    given: "Given",
    back: "Came back",
    nothing: "nothing",
  },
  {
    running: "executando",
    ok: "pronto",
    error: "falhou",
    timeout: "demorou demais",
    denied: "não permitido",
    cancelled: "interrompido",
    cached: "lembrado",
    retry: (attempt: number, max: number, reason: string) =>
      `tentativa ${attempt} de ${max}: ${reason}`,
    given: "Recebeu",
    back: "Devolveu",
    nothing: "nada",
  },
);
const ICONS = {
  running: Loader,
  ok: Check,
  error: CircleAlert,
  timeout: Clock,
  denied: Ban,
  cancelled: Ban,
} as const;

/** A tool at work: its name, what it was given in brief, how far it is; all of it when opened. */
export function ToolCard({ part }: { part: ToolPart }) {
  const t = useTexts(WORDS);
  const language = useLanguage();
  const Icon = ICONS[part.status];
  const seconds = part.duration === null ? null : part.duration / 1000;
  const took =
    seconds === null || seconds < SHORT
      ? null
      : seconds.toLocaleString(LOCALE[language], SECONDS).concat(" s");
  return (
    <div className={styles.card} data-status={part.status} data-tool={part.tool}>
      <details>
        <summary>
          <Icon className={styles.mark} aria-hidden="true" />
          <span className={styles.title}>{part.title || part.tool}</span>
          <span className={styles.brief}>{argumentsInBrief(part.args)}</span>
          <span className={styles.status}>
            {part.status === "ok" && took !== null ? (
              <>
                <span className="hidden">{t.ok}</span> {took}
              </>
            ) : (
              <>
                {part.status === "ok" ? <span className="hidden">{t.ok}</span> : t[part.status]}
                {took !== null && ` · ${took}`}
              </>
            )}
            {part.cached && ` · ${t.cached}`}
          </span>
          <ChevronRight className={styles.opener} aria-hidden="true" />
        </summary>
        <dl className={styles.inside}>
          <dt>{t.given}</dt>
          <dd>
            <pre>{pretty(part.args)}</pre>
          </dd>
          {part.output !== undefined && (
            <>
              <dt>{t.back}</dt>
              <dd>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long results scroll by keyboard */}
                <pre tabIndex={0}>{pretty(part.output) || t.nothing}</pre>
              </dd>
            </>
          )}
        </dl>
      </details>
      {(part.fraction !== null || part.note !== "") && part.status === "running" && (
        <Progress part={part} />
      )}
      {part.retry !== null && (
        <p className={styles.retry}>
          {t.retry(part.retry.attempt, part.retry.max, part.retry.reason)}
        </p>
      )}
    </div>
  );
}

/** Shorter than this is no time to speak of. */
const SHORT = 0.05;
const SECONDS = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;

function Progress({ part }: { part: ToolPart }) {
  return (
    <div className={styles.progress}>
      {part.fraction !== null && (
        <progress max={1} value={part.fraction} aria-label={part.title || part.tool} />
      )}
      <span>{part.note}</span>
    </div>
  );
}

import { LOCALE, texts, useTexts } from "../../language/texts";
import { useLanguage } from "../../session/preferences";
import { useNames } from "../case_words";
import type { CasePage } from "../moderation_api";
import styles from "./case_view.module.css";

const WORDS = texts(
  {
    title: "Route and states",
    stood: "The conversation stood at",
    nowhere: "The conversation had just begun.",
    went: "Where the message went",
    guard: "Guard",
    route: "Route",
    state: "State",
    sure: (share: string) => `${share} sure`,
  },
  {
    title: "Rota e estados",
    stood: "A conversa estava em",
    nowhere: "A conversa tinha acabado de começar.",
    went: "Para onde a mensagem foi",
    guard: "Guarda",
    route: "Rota",
    state: "Estado",
    sure: (share: string) => `certeza de ${share}`,
  },
);

type Step = Readonly<Record<string, unknown>>;

/** Where the conversation stood, and how its turn was judged, routed and conducted. */
export function CaseRoute({ page }: { page: CasePage }) {
  const t = useTexts(WORDS);
  const name = useNames();
  const percent = new Intl.NumberFormat(LOCALE[useLanguage()], { style: "percent" });
  const told = (step: Step): string => {
    const sure = typeof step.confidence === "number" ? t.sure(percent.format(step.confidence)) : "";
    const parts =
      step.type === "guard"
        ? [name("verdict", word(step.verdict)), name("category", word(step.category))]
        : step.type === "route"
          ? [word(step.workflow), word(step.intent), sure]
          : [`${word(step.workflow)} › ${word(step.title) || word(step.state)}`];
    return parts.filter(Boolean).join(" · ");
  };
  const steps: readonly Step[] =
    page.steps.length > 0 || page.route === null ? page.steps : [{ ...page.route, type: "route" }];
  return (
    <section className={styles.part} aria-label={t.title}>
      <h2>{t.title}</h2>
      {page.case.path.length === 0 ? (
        <p className={styles.soft}>{t.nowhere}</p>
      ) : (
        <>
          <p className={styles.small}>{t.stood}</p>
          <ol className={styles.path}>
            {page.case.path.map(({ workflow, state }, depth) => (
              <li key={`${workflow} ${depth.toString()}`}>
                <strong>{workflow}</strong>
                {state !== null && <span>{state}</span>}
              </li>
            ))}
          </ol>
        </>
      )}
      {steps.length > 0 && (
        <>
          <p className={styles.small}>{t.went}</p>
          <ol className={styles.steps}>
            {steps.map((step, place) => (
              <li key={`${word(step.type)} ${place.toString()}`}>
                <span>{t[kindOf(step)]}</span>
                <span>{told(step)}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function word(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function kindOf(step: Step): "guard" | "route" | "state" {
  return step.type === "guard" || step.type === "route" ? step.type : "state";
}

import { type ReactNode, Suspense } from "react";
import type { ShownDatum, UiEvent } from "../contract/events";
import { Boundary } from "../design/boundary";
import { texts, useTexts } from "../language/texts";
import { AnswerForm } from "./ui/answer_form";
import { readable } from "./ui/answer_schema";
import { GivenAnswer } from "./ui/given_answer";
import { componentOf } from "./ui/registry";
import styles from "./ui_component.module.css";
import type { Shown } from "./widget";
import cards from "./widget_card.module.css";

const WORDS = texts(
  {
    unknown: (name: string) => `This page has no component “${name}”.`,
    form: "You can answer here all the same:",
    answered: "Answered",
  },
  {
    unknown: (name: string) => `Esta página não tem o componente “${name}”.`,
    form: "Mesmo assim, dá para responder aqui:",
    answered: "Respondido",
  },
);

/** Data as the conversation has them, called as people call them. */
function ToldData({ data }: { data: readonly ShownDatum[] }) {
  return (
    <dl className={styles.given}>
      {data.map(({ title, text }) => (
        <div key={title} className={styles.pair}>
          <dt>{readable(title)}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

interface Props {
  event: Shown<UiEvent>;
  /** Send the answer as the next request's `ui_result`; left out where it cannot be given (now). */
  onAnswer?: ((value: unknown) => void | Promise<void>) | undefined;
  /** What was answered before: the value, or the text that is kept of it. */
  answered?: unknown;
}

/**
 * A component that a workflow asks for: one of ours, or a form of what it wants to know. One that
 * only shows is a list of its data where we have none of its own.
 */
export function UiComponent({ event, onAnswer, answered }: Props) {
  const t = useTexts(WORDS);
  const schema = event.result_schema ?? {};
  if (answered !== undefined) {
    return (
      <section className={styles.component} aria-label={t.answered}>
        <GivenAnswer answer={answered} schema={schema} />
      </section>
    );
  }
  const Known = componentOf(event.component);
  const wanted = Object.keys(schema).length > 0;
  let content: ReactNode;
  if (Known !== null) {
    content = (
      <Suspense fallback={<div className={cards.reserved} data-type="ui" aria-hidden="true" />}>
        <Known props={event.props} schema={schema} onAnswer={onAnswer} />
      </Suspense>
    );
  } else if (wanted) {
    content = (
      <>
        <p className={styles.told}>{t.unknown(event.component)}</p>
        <p className={styles.told}>{t.form}</p>
        <AnswerForm schema={schema} onAnswer={onAnswer} />
      </>
    );
  } else if (event.told.length > 0) {
    content = <ToldData data={event.told} />;
  } else {
    content = <p className={styles.told}>{t.unknown(event.component)}</p>;
  }
  return (
    <section className={styles.component}>
      <Boundary>{content}</Boundary>
    </section>
  );
}

import type { Ref } from "react";
import { texts, useTexts } from "../../language/texts";
import type { CasePage, Revealed } from "../moderation_api";
import styles from "./case_text.module.css";
import { CaseTranscript } from "./case_transcript";
import { QuotedText } from "./quoted_text";
import { ReasonGate } from "./reason_gate";

const WORDS = texts(
  {
    title: "What was said",
    found: (place: number, of: number) => (of === 1 ? "The text" : `Text ${place} of ${of}`),
    remark: "An agent remarked:",
    by: (who: string) => `Written in a conversation of ${who}.`,
  },
  {
    title: "O que foi dito",
    found: (place: number, of: number) => (of === 1 ? "O texto" : `Texto ${place} de ${of}`),
    remark: "Um agente comentou:",
    by: (who: string) => `Escrito em uma conversa de ${who}.`,
  },
);

interface Props {
  page: CasePage;
  me: string;
  revealed: Revealed | undefined;
  pending: boolean;
  failure: Error | null;
  field: Ref<HTMLInputElement>;
  onReason: (reason: string) => void;
}

/** The words of a case: covered until somebody says why they need them. */
export function CaseText({ page, me, revealed, pending, failure, field, onReason }: Props) {
  const t = useTexts(WORDS);
  return (
    <section className={styles.text} aria-label={t.title}>
      <h2>{t.title}</h2>
      {revealed === undefined ? (
        <ReasonGate
          page={page}
          me={me}
          pending={pending}
          failure={failure}
          field={field}
          onReason={onReason}
        />
      ) : (
        <>
          {revealed.person !== null && <p className={styles.who}>{t.by(revealed.person)}</p>}
          {revealed.evidence.map((text, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a case's texts are known by their places
            <figure key={place} className={styles.evidence}>
              <figcaption>{t.found(place + 1, revealed.evidence.length)}</figcaption>
              <blockquote>
                <QuotedText text={text} />
              </blockquote>
              {(revealed.remarks[place] ?? "") !== "" && (
                <div className={styles.remark}>
                  <p>{t.remark}</p>
                  <QuotedText text={revealed.remarks[place] ?? ""} />
                </div>
              )}
            </figure>
          ))}
          <CaseTranscript lines={revealed.transcript} turn={page.case.turn} />
        </>
      )}
    </section>
  );
}

import { EyeOff } from "lucide-react";
import { type FormEvent, type Ref, useId, useState } from "react";
import { Problem } from "../../api/problem";
import { Button } from "../../design/button";
import { LOCALE, texts, useTexts } from "../../language/texts";
import { useLanguage } from "../../session/preferences";
import { useNames } from "../case_words";
import type { CasePage } from "../moderation_api";
import styles from "./case_text.module.css";

const WORDS = texts(
  {
    covered: "The words are covered.",
    what: (texts: number, size: string) =>
      texts === 1 ? `One text of ${size} characters` : `${texts} texts, ${size} characters`,
    written: "Whoever reads them says why. Reason, name and time stay with the case.",
    reason: "Why do you need to read it?",
    hint: "Two words and ten characters at least; do not quote the text.",
    again: "You gave this reason before.",
    show: "Show the words",
    gone: "The time of these words is over; they are not kept any more. The facts remain.",
    short: "Say why in two words and ten characters at least.",
    failed: "The words could not be loaded. Try again.",
  },
  {
    covered: "As palavras estão cobertas.",
    what: (texts: number, size: string) =>
      texts === 1 ? `Um texto de ${size} caracteres` : `${texts} textos, ${size} caracteres`,
    written: "Quem lê diz por quê. Motivo, nome e hora ficam com o caso.",
    reason: "Por que você precisa ler?",
    hint: "Pelo menos duas palavras e dez caracteres; não cite o texto.",
    again: "Você já deu este motivo.",
    show: "Mostrar as palavras",
    gone: "O prazo destas palavras acabou; elas não são mais guardadas. Os fatos ficam.",
    short: "Diga o motivo com pelo menos duas palavras e dez caracteres.",
    failed: "Não foi possível carregar as palavras. Tente de novo.",
  },
);
const LINES = ["88%", "96%", "72%", "90%", "54%"];

interface Props {
  page: CasePage;
  me: string;
  pending: boolean;
  failure: Error | null;
  field: Ref<HTMLInputElement>;
  onReason: (reason: string) => void;
}

/** Asks why somebody needs the words, before anything of them leaves the server. */
export function ReasonGate({ page, me, pending, failure, field, onReason }: Props) {
  const t = useTexts(WORDS);
  const name = useNames();
  const id = useId();
  const locale = LOCALE[useLanguage()];
  const before = page.readings.findLast((one) => one.reader === me && one.reason !== null)?.reason;
  const [reason, setReason] = useState(before ?? "");
  const { findings } = page;
  const size = findings.reduce((sum, finding) => sum + finding.length, 0);
  const lines = LINES.slice(0, Math.min(LINES.length, Math.max(1, Math.ceil(size / 90))));
  const gone = failure instanceof Problem && failure.code === "expired";
  const send = (event: FormEvent) => {
    event.preventDefault();
    onReason(reason);
  };
  const language = name("language", page.case.language);
  return (
    <div className={styles.gate}>
      <svg className={styles.cover} width="100%" height={lines.length * 16} aria-hidden="true">
        {lines.map((width, line) => (
          <rect key={width} x="0" y={line * 16 + 2} width={width} height="10" rx="3" />
        ))}
      </svg>
      <p className={styles.covered}>
        <EyeOff aria-hidden="true" />
        <span>
          <strong>{t.covered}</strong>{" "}
          {[t.what(findings.length, size.toLocaleString(locale)), language]
            .filter(Boolean)
            .join(", ")}
          . {t.written}
        </span>
      </p>
      {gone ? (
        <p role="alert">{t.gone}</p>
      ) : (
        <form className={styles.reason} onSubmit={send}>
          <label htmlFor={id}>{t.reason}</label>
          <div>
            <input
              id={id}
              ref={field}
              value={reason}
              minLength={10}
              maxLength={500}
              required
              autoComplete="off"
              aria-describedby={`${id}-told`}
              aria-invalid={failure !== null}
              onChange={(event) => setReason(event.target.value)}
              onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
            />
            <Button type="submit" look="primary" busy={pending}>
              {t.show}
            </Button>
          </div>
          <p
            id={`${id}-told`}
            className={failure === null ? styles.hint : styles.fault}
            role={failure === null ? undefined : "alert"}
          >
            {failure === null
              ? before !== undefined && reason === before
                ? t.again
                : t.hint
              : faultOf(failure, t)}
          </p>
        </form>
      )}
    </div>
  );
}

function faultOf(failure: Error, t: (typeof WORDS)["en"]): string {
  if (!(failure instanceof Problem)) return t.failed;
  return failure.status === 422 ? failure.message || t.short : failure.message || t.failed;
}

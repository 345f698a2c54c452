import { ShieldAlert, TriangleAlert } from "lucide-react";
import type { GuardEvent } from "../contract/events";
import { texts, useTexts } from "../language/texts";
import styles from "./guard_notes.module.css";

const FIGURES = "unsupported_figure";
const WORDS = texts(
  {
    figures: "Figures to check",
    redact: "A part was made unreadable before anybody saw it",
    review: "A person may look at this",
    block: "This was not let through",
    allow: "Looked at and allowed",
    because: (category: string) => `because of: ${category.replaceAll("_", " ")}`,
  },
  {
    figures: "Números a conferir",
    redact: "Uma parte foi ocultada antes que alguém a visse",
    review: "Uma pessoa pode revisar isto",
    block: "Isto foi bloqueado",
    allow: "Examinado e permitido",
    because: (category: string) => `motivo: ${category.replaceAll("_", " ")}`,
  },
);

/** What the guards had to say of the message or its answer. */
export function GuardNotes({ guards }: { guards: readonly GuardEvent[] }) {
  const t = useTexts(WORDS);
  if (guards.length === 0) return null;
  return (
    <ul className={styles.notes}>
      {guards.map((guard) => {
        const figures = guard.category === FIGURES;
        const Icon = figures ? TriangleAlert : ShieldAlert;
        return (
          <li key={guard.seq} data-verdict={guard.verdict}>
            <Icon aria-hidden="true" />
            <span>
              <strong>{figures ? t.figures : t[guard.verdict]}</strong>{" "}
              {guard.message ?? t.because(guard.category)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

import { useState } from "react";
import { Button } from "../../design/button";
import { texts, useTexts } from "../../language/texts";
import { RemoveDialog } from "../examples/remove_dialog";
import type { CasePage, GuardExample } from "../moderation_api";
import styles from "./decide_panel.module.css";

const WORDS = texts(
  {
    none: "The guards hold to nothing of this case.",
    block: "The text is blocked",
    allow: "No guess blocks the text",
    hits: (count: number) =>
      ["never met since", "met once since"][count] ?? `met ${count} times since`,
    back: "Take back",
  },
  {
    none: "As guardas não seguem nada deste caso.",
    block: "O texto é bloqueado",
    allow: "Nenhum palpite bloqueia o texto",
    hits: (count: number) =>
      ["nunca encontrado", "encontrado uma vez"][count] ?? `encontrado ${count} vezes`,
    back: "Desfazer",
  },
);

/** What the guards have learnt of a decided case, and the way to take it back. */
export function LearntList({ page }: { page: CasePage }) {
  const t = useTexts(WORDS);
  const [removing, setRemoving] = useState<GuardExample | null>(null);
  if (page.examples.length === 0) return <p className={styles.soft}>{t.none}</p>;
  return (
    <>
      <ul className={styles.learnt}>
        {page.examples.map((example) => (
          <li key={example.id}>
            <span>
              {t[example.kind]}
              <span className={styles.soft}> · {t.hits(example.hits)}</span>
            </span>
            <Button onClick={() => setRemoving(example)}>{t.back}</Button>
          </li>
        ))}
      </ul>
      {removing !== null && <RemoveDialog example={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

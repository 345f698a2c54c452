import { isValidElement, type ReactNode } from "react";
import { CopyButton } from "../design/copy_button";
import { texts, useTexts } from "../language/texts";
import styles from "./markdown.module.css";

const WORDS = texts(
  { copy: "Copy the code", code: (kind: string, lines: number) => `${kind} code, lines: ${lines}` },
  {
    copy: "Copiar o código",
    code: (kind: string, lines: number) => `Código ${kind}, linhas: ${lines}`,
  },
);
/** Shown as a picture below: their code is there for whoever wants it. */
const DRAWN = ["html", "svg"];

/** A fenced block: what it is written in, the code, and a button that copies it. */
export function CodeBlock({ children }: { children: ReactNode }) {
  const t = useTexts(WORDS);
  const { language, code } = fenced(children);
  return (
    <figure className={styles.code}>
      <figcaption>
        <span>{language}</span>
        <CopyButton label={t.copy} text={code} />
      </figcaption>
      {DRAWN.includes(language) ? (
        <details>
          <summary>{t.code(language.toUpperCase(), code.split("\n").length)}</summary>
          <Lines code={code} />
        </details>
      ) : (
        <Lines code={code} />
      )}
    </figure>
  );
}

function Lines({ code }: { code: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll by keyboard too
    <pre tabIndex={0}>
      <code>{code}</code>
    </pre>
  );
}

function fenced(children: ReactNode): { language: string; code: string } {
  if (!isValidElement<{ className?: string; children?: ReactNode }>(children))
    return { language: "", code: String(children) };
  const { className, children: inner } = children.props;
  const language = /language-([\w+-]+)/.exec(className ?? "")?.[1] ?? "";
  return { language, code: String(inner ?? "").replace(/\n$/, "") };
}

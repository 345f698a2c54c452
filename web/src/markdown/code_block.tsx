import { isValidElement, type ReactNode } from "react";
import { CopyButton } from "../design/copy_button";
import { texts, useTexts } from "../language/texts";
import styles from "./markdown.module.css";

const WORDS = texts({ copy: "Copy the code" }, { copy: "Copiar o código" });

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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll by keyboard too */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}

function fenced(children: ReactNode): { language: string; code: string } {
  if (!isValidElement<{ className?: string; children?: ReactNode }>(children))
    return { language: "", code: String(children) };
  const { className, children: inner } = children.props;
  const language = /language-([\w+-]+)/.exec(className ?? "")?.[1] ?? "";
  return { language, code: String(inner ?? "").replace(/\n$/, "") };
}

import { LOCALE, texts, useTexts } from "../../language/texts";
import { useLanguage } from "../../session/preferences";
import type { Revealed } from "../moderation_api";
import styles from "./case_text.module.css";
import { QuotedText } from "./quoted_text";

const WORDS = texts(
  {
    title: "The conversation around it",
    none: "Nothing of the conversation is kept, or the message was blocked before anything was.",
    user: "Person",
    assistant: "Assistant",
    here: "this turn",
    tool_use: (name: string) => `calls ${name}`,
    tool_result: (name: string) => `${name} answered`,
    widget: "shows a component",
    file: (name: string) => `sends ${name}`,
    approval: (yes: boolean) => (yes ? "approved" : "denied"),
  },
  {
    title: "A conversa em volta",
    none: "Nada da conversa está guardado, ou a mensagem foi bloqueada antes disso.",
    user: "Pessoa",
    assistant: "Assistente",
    here: "este turno",
    tool_use: (name: string) => `chama ${name}`,
    tool_result: (name: string) => `${name} respondeu`,
    widget: "mostra um componente",
    file: (name: string) => `envia ${name}`,
    approval: (yes: boolean) => (yes ? "aprovou" : "negou"),
  },
);
type Block = Readonly<Record<string, unknown>>;

/** The messages before and after, the case's own turn marked. */
export function CaseTranscript({ lines, turn }: { lines: Revealed["transcript"]; turn: string }) {
  const t = useTexts(WORDS);
  const locale = LOCALE[useLanguage()];
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "short", dateStyle: "short" });
  return (
    <div className={styles.transcript}>
      <h3>{t.title}</h3>
      {lines.length === 0 && <p className={styles.who}>{t.none}</p>}
      <ol>
        {lines.map((line) => (
          <li key={line.no} data-role={line.role} data-here={line.turn === turn}>
            <p className={styles.line}>
              <span>{line.role === "user" ? t.user : t.assistant}</span>
              {line.workflow !== null && <span>{line.workflow}</span>}
              {line.turn === turn && <span className={styles.here}>{t.here}</span>}
              <time dateTime={line.created_at}>{time.format(new Date(line.created_at))}</time>
            </p>
            {line.blocks.map((block, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: blocks are known by their places
              <MessageBlock key={place} block={block} />
            ))}
          </li>
        ))}
      </ol>
    </div>
  );
}

function MessageBlock({ block }: { block: Block }) {
  const t = useTexts(WORDS);
  const name = word(block.name);
  switch (block.type) {
    case "text":
    case "ui_result":
      return <QuotedText text={word(block.text)} />;
    case "tool_use":
      return <Called title={t.tool_use(name)} content={block.args} />;
    case "tool_result":
      return <Called title={t.tool_result(name)} content={block.output} />;
    case "file":
      return <Called title={t.file(name)} content={block.text} />;
    case "widget":
      return <Called title={t.widget} content={block.event} />;
    case "approval":
      return <p className={styles.who}>{t.approval(block.approve === true)}</p>;
    default:
      return <Called title={word(block.type)} content={block} />;
  }
}

function Called({ title, content }: { title: string; content: unknown }) {
  const told = typeof content === "string" ? content : JSON.stringify(content, null, 1);
  return (
    <details className={styles.called}>
      <summary>{title}</summary>
      <QuotedText text={told ?? ""} />
    </details>
  );
}

function word(value: unknown): string {
  return typeof value === "string" ? value : "";
}

import { ArrowUp, Paperclip, Square } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { IconButton } from "../design/button";
import { texts, useTexts } from "../language/texts";
import styles from "./composer.module.css";
import { useDraft } from "./drafts";

const WORDS = texts(
  {
    label: "Your message",
    placeholder: "Ask something, or drop a table here",
    waits: "It is answered when the one before is done",
    send: "Send (Enter)",
    stop: "Stop the answer (Esc)",
    attach: "Send a table (CSV, Excel, Parquet, JSON lines)",
  },
  {
    label: "Sua mensagem",
    placeholder: "Pergunte algo, ou solte uma tabela aqui",
    waits: "Será respondida quando a anterior terminar",
    send: "Enviar (Enter)",
    stop: "Parar a resposta (Esc)",
    attach: "Enviar uma tabela (CSV, Excel, Parquet, JSON lines)",
  },
);
const KINDS = ".csv,.tsv,.txt,.xlsx,.xlsm,.jsonl,.ndjson,.parquet";

interface Props {
  /** Where the draft belongs: a conversation, or the one that is about to begin. */
  place: string;
  running: boolean;
  onSend: (text: string) => void;
  onStop: () => void;
  onFiles: (files: File[]) => void;
  children?: ReactNode;
}

/** Where messages are written. Enter sends, Shift and Enter begin a line. */
export function Composer({ place, running, onSend, onStop, onFiles, children }: Props) {
  const t = useTexts(WORDS);
  const [text, setText] = useDraft(place);
  const area = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation begins with the pen in hand
  useEffect(() => {
    if (window.matchMedia("(hover: hover)").matches) area.current?.focus();
  }, [place]);
  const send = () => {
    if (text.trim() === "") return;
    onSend(text.trim());
    setText("");
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className={styles.box}>
        <div className={styles.grow} data-text={`${text}\n`}>
          <textarea
            ref={area}
            rows={1}
            aria-label={t.label}
            placeholder={running ? t.waits : t.placeholder}
            value={text}
            data-shortcut="write"
            onChange={(event) => setText(event.target.value)}
            onKeyDown={press}
          />
        </div>
        <div className={styles.row}>
          <IconButton label={t.attach} onClick={() => picker.current?.click()}>
            <Paperclip />
          </IconButton>
          <input
            ref={picker}
            type="file"
            accept={KINDS}
            multiple
            hidden
            tabIndex={-1}
            aria-hidden="true"
            data-testid="file"
            onChange={(event) => {
              onFiles([...(event.target.files ?? [])]);
              event.target.value = "";
            }}
          />
          {children}
          <span className={styles.space} />
          {running && (
            <IconButton label={t.stop} look="plain" onClick={onStop}>
              <Square fill="currentColor" />
            </IconButton>
          )}
          <IconButton
            type="submit"
            label={t.send}
            look="primary"
            disabled={text.trim() === ""}
            className={styles.send}
          >
            <ArrowUp />
          </IconButton>
        </div>
      </div>
    </form>
  );
}

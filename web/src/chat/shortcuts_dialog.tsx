import { Dialog } from "../design/dialog";
import { texts, useTexts } from "../language/texts";
import styles from "./shortcuts_dialog.module.css";

const WORDS = texts(
  {
    title: "Keys",
    send: "Send the message",
    line: "A new line",
    stop: "Stop the answer",
    write: "Write a message",
    search: "Search the conversations",
    fresh: "A new conversation",
    help: "This list",
    or: "or",
  },
  {
    title: "Teclas",
    send: "Enviar a mensagem",
    line: "Nova linha",
    stop: "Parar a resposta",
    write: "Escrever uma mensagem",
    search: "Buscar nas conversas",
    fresh: "Nova conversa",
    help: "Esta lista",
    or: "ou",
  },
);
const KEYS = [
  ["send", ["Enter"]],
  ["line", ["Shift Enter"]],
  ["stop", ["Esc"]],
  ["write", ["/"]],
  ["search", ["s"]],
  ["fresh", ["n", "Ctrl Shift O"]],
  ["help", ["?"]],
] as const;

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(WORDS);
  return (
    <Dialog title={t.title} onClose={onClose}>
      <dl className={styles.keys}>
        {KEYS.map(([name, keys]) => (
          <div key={name}>
            <dt>{t[name]}</dt>
            <dd>
              {keys.map((key, place) => (
                <span key={key}>
                  {place > 0 && ` ${t.or} `}
                  <kbd>{key}</kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

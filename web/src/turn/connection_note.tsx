import type { Entry } from "../conversation/entry";
import { Button } from "../design/button";
import { texts, useTexts } from "../language/texts";
import { isOver } from "../stream/turn_view";
import styles from "./connection_note.module.css";

const WORDS = texts(
  {
    unsent: "No connection. The message is sent as soon as there is one.",
    back: "Take it back",
    lost: "The connection was lost; joining again. The answer goes on meanwhile.",
    offline: "You are offline. The answer goes on and is shown when you are back.",
  },
  {
    unsent: "Sem conexão. A mensagem será enviada assim que houver uma.",
    back: "Retirar",
    lost: "A conexão caiu; reconectando. A resposta continua enquanto isso.",
    offline: "Você está offline. A resposta continua e aparece quando você voltar.",
  },
);

/** What a broken connection means for this message; nothing while it holds. */
export function ConnectionNote({ entry, onDrop }: { entry: Entry; onDrop: () => void }) {
  const t = useTexts(WORDS);
  const { connection, turn, view, refused } = entry;
  const holds = connection === "open" || connection === "connecting";
  if (holds || refused !== null || isOver(view) || !entry.live) return null;
  return (
    <div className={styles.note} role="status">
      <span>{turn === null ? t.unsent : t[connection]}</span>
      {turn === null && (
        <Button look="quiet" onClick={onDrop}>
          {t.back}
        </Button>
      )}
    </div>
  );
}

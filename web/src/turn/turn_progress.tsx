import { useWorkflowTitle } from "../api/workflows";
import { texts, useTexts } from "../language/texts";
import { isOver, type TurnView } from "../stream/turn_view";
import styles from "./turn_progress.module.css";

const WORDS = texts(
  {
    queued: (place: number) => `Waiting: ${place} before it in this conversation`,
    sending: "Sending",
    thinking: "Thinking",
  },
  {
    queued: (place: number) => `Na fila: ${place} antes nesta conversa`,
    sending: "Enviando",
    thinking: "Pensando",
  },
);

/** What answers where nothing special is asked for need not be said each time. */
const ORDINARY = "root";

interface Props {
  view: TurnView;
  workflow: string | null;
  /** The server has the message. */
  waits: boolean;
}

/** Where the message went and what is being done with it; a calm line, gone when it is over. */
export function TurnProgress({ view, workflow, waits }: Props) {
  const t = useTexts(WORDS);
  const title = useWorkflowTitle(view.route?.workflow ?? workflow);
  const state = view.states.at(-1);
  const running = !isOver(view);
  const plain = (view.route?.workflow ?? workflow) === ORDINARY;
  if (!running && (title === null || plain)) return null;
  const told = running ? busyWith(view, waits, t) : null;
  const words = running ? [title, state?.title, told].filter(Boolean) : [title];
  return (
    <p className={styles.line} data-running={running}>
      {running && <span className={styles.dot} aria-hidden="true" />}
      {words.join(" · ")}
    </p>
  );
}

function busyWith(view: TurnView, waits: boolean, t: (typeof WORDS)["en"]): string | null {
  if (view.phase === "queued") return t.queued(view.position);
  if (view.phase === "sent") return waits ? t.thinking : t.sending;
  const silent = !view.parts.some((part) => part.kind === "text" || part.kind === "tool");
  return silent ? t.thinking : null;
}

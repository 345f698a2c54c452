import { Dialog } from "../design/dialog";
import { useTexts } from "../language/texts";
import styles from "./inbox.module.css";
import { INBOX_WORDS } from "./inbox_words";

const KEYS = [
  ["j k", "keyNext"],
  ["Enter", "keyOpen"],
  ["t", "keyTake"],
  ["r", "keyReply"],
  ["Ctrl+Enter", "keySend"],
  ["b", "keyBack"],
  ["p", "keyPass"],
  ["c", "keyClose"],
  ["Esc", "keyLeave"],
] as const;

/** Which keys do what; opened by the question mark. */
export function InboxKeys({ onClose }: { onClose: () => void }) {
  const t = useTexts(INBOX_WORDS);
  return (
    <Dialog title={t.keysTitle} onClose={onClose}>
      <dl className={styles.keys}>
        {KEYS.map(([keys, means]) => (
          <div key={keys}>
            <dt>
              {keys.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t[means]}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

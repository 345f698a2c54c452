/** Says to screen readers what happens, and shows a short notice to everybody else. */
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
} from "react";
import styles from "./announcer.module.css";

const SHOWN_MS = 6_000;

interface Announcer {
  /** For screen readers alone: a finished sentence of the answer, a state that changed. */
  say: (text: string) => void;
  /** For everybody: something was done, or could not be. */
  notify: (text: string, kind?: "done" | "failed") => void;
}

const Context = createContext<Announcer>({ say: () => {}, notify: () => {} });

export function useAnnouncer(): Announcer {
  return useContext(Context);
}

export function AnnouncerProvider({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState("");
  const [notice, setNotice] = useState<{ text: string; kind: "done" | "failed" } | null>(null);
  const timer = useRef(0);
  const notify = useCallback((text: string, kind: "done" | "failed" = "done") => {
    clearTimeout(timer.current);
    setNotice({ text, kind });
    timer.current = window.setTimeout(() => setNotice(null), SHOWN_MS);
  }, []);
  const announcer = useMemo(() => ({ say: setSaid, notify }), [notify]);
  return (
    <Context.Provider value={announcer}>
      {children}
      <p className="hidden" aria-live="polite">
        {said}
      </p>
      <div className={styles.place} role="status">
        {notice !== null && (
          <p className={styles.notice} data-kind={notice.kind}>
            {notice.text}
          </p>
        )}
      </div>
    </Context.Provider>
  );
}

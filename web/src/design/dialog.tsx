import { X } from "lucide-react";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { texts, useTexts } from "../language/texts";
import { IconButton } from "./button";
import styles from "./dialog.module.css";

const WORDS = texts({ close: "Close" }, { close: "Fechar" });

interface Props {
  title: string;
  /** Called by Escape and the cross; left out, the dialog can only be answered. */
  onClose?: () => void;
  children: ReactNode;
  actions?: ReactNode;
  wide?: boolean;
}

/** A question in front of the page: the browser's own dialog, so that focus stays inside of it. */
export function Dialog({ title, onClose, children, actions, wide = false }: Props) {
  const t = useTexts(WORDS);
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Closed while it is still on the page: only so does the focus go back to where it was.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog !== null && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className={styles.dialog}
      data-wide={wide}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <header className={styles.head}>
        <h2 id={heading}>{title}</h2>
        {onClose !== undefined && (
          <IconButton label={t.close} onClick={onClose}>
            <X />
          </IconButton>
        )}
      </header>
      <div className={styles.body}>{children}</div>
      {actions !== undefined && <footer className={styles.actions}>{actions}</footer>}
    </dialog>
  );
}

import { type KeyboardEvent, type Ref, useId } from "react";
import styles from "./note_field.module.css";

interface Props {
  label: string;
  hint?: string;
  value: string;
  onChange: (value: string) => void;
  required?: boolean;
  autoFocus?: boolean;
  field?: Ref<HTMLTextAreaElement>;
  onEscape?: () => void;
}

/** Some lines of a moderator; Control and Enter send the form it stands in, as Enter cannot. */
export function NoteField({ label, hint, value, onChange, field, onEscape, ...rest }: Props) {
  const id = useId();
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === "Escape" && onEscape !== undefined) {
      event.preventDefault();
      onEscape();
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.currentTarget.form?.requestSubmit();
    }
  };
  return (
    <div className={styles.note}>
      <label htmlFor={id}>{label}</label>
      <textarea
        {...rest}
        id={id}
        ref={field}
        rows={2}
        maxLength={4000}
        value={value}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={press}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

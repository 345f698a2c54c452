import { type InputHTMLAttributes, useId } from "react";
import styles from "./field.module.css";

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, "id"> {
  label: string;
  hint?: string;
  fault?: string | null;
}

/** One line to fill in, with its name above and what is wrong with it below. */
export function Field({ label, hint, fault = null, ...rest }: Props) {
  const id = useId();
  const told = fault ?? hint;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        aria-invalid={fault !== null}
        aria-describedby={told === undefined ? undefined : `${id}-told`}
      />
      {told !== undefined && (
        <p id={`${id}-told`} className={fault === null ? styles.hint : styles.fault}>
          {told}
        </p>
      )}
    </div>
  );
}

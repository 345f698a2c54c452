import { useId } from "react";
import { spoken } from "../conversation/stored_turns";
import { texts, useTexts } from "../language/texts";
import type { ArgumentField } from "./argument_fields";
import styles from "./argument_form.module.css";

const WORDS = texts({ json: "as JSON" }, { json: "em JSON" });

interface Props {
  fields: readonly ArgumentField[];
  faults: ReadonlyMap<string, string>;
  onChange: (fields: ArgumentField[]) => void;
}

/** What a tool would be called with: readable, and to be changed. */
export function ArgumentForm({ fields, faults, onChange }: Props) {
  const change = (name: string, text: string) =>
    onChange(fields.map((field) => (field.name === name ? { ...field, text } : field)));
  return (
    <div className={styles.fields}>
      {fields.map((field) => (
        <Line
          key={field.name}
          field={field}
          fault={faults.get(field.name) ?? null}
          onChange={(text) => change(field.name, text)}
        />
      ))}
    </div>
  );
}

interface LineProps {
  field: ArgumentField;
  fault: string | null;
  onChange: (text: string) => void;
}

function Line({ field, fault, onChange }: LineProps) {
  const t = useTexts(WORDS);
  const id = useId();
  const shared = {
    id,
    "aria-invalid": fault !== null,
    "aria-describedby": fault === null ? undefined : `${id}-fault`,
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {spoken(field.name)}
        {field.kind === "json" && <span className={styles.kind}> {t.json}</span>}
      </label>
      {field.kind === "yes_no" && (
        <span className={styles.check}>
          <input
            {...shared}
            type="checkbox"
            checked={field.text === "true"}
            onChange={(event) => onChange(String(event.target.checked))}
          />
        </span>
      )}
      {(field.kind === "text" || field.kind === "json") && (
        <textarea
          {...shared}
          rows={Math.min(8, field.text.split("\n").length + 1)}
          spellCheck={field.kind === "text"}
          value={field.text}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {(field.kind === "line" || field.kind === "number") && (
        <input
          {...shared}
          inputMode={field.kind === "number" ? "decimal" : "text"}
          value={field.text}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {fault !== null && (
        <p id={`${id}-fault`} className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

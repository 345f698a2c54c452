import { type FormEvent, useId, useState } from "react";
import { Button } from "../../design/button";
import { Field } from "../../design/field";
import { texts, useTexts } from "../../language/texts";
import styles from "../ui_component.module.css";
import { type AnswerField, fieldOf, fieldsOf, typedValue } from "./answer_schema";
import type { ComponentProps } from "./registry";

const WORDS = texts(
  {
    send: "Send",
    needed: "This is needed.",
    unfit: "This does not fit what is asked.",
    choose: "Choose…",
    yes: "Yes",
    no: "No",
    answer: "Your answer",
  },
  {
    send: "Enviar",
    needed: "Isto é necessário.",
    unfit: "Isto não corresponde ao que se pede.",
    choose: "Escolha…",
    yes: "Sim",
    no: "Não",
    answer: "Sua resposta",
  },
);

/** A form made of what an answer has to look like. */
export function AnswerForm({ schema, onAnswer }: Omit<ComponentProps, "props">) {
  const t = useTexts(WORDS);
  const several = fieldsOf(schema);
  const fields = several ?? [fieldOf(t.answer, schema, true)];
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const values = fields.map(
      (field) => [field, typedValue(field, typed[field.name] ?? "")] as const,
    );
    const wrong = values.flatMap(([field, value]) => {
      if (value === "fault") return [[field.name, t.unfit]];
      return value === undefined && field.required ? [[field.name, t.needed]] : [];
    });
    setFaults(Object.fromEntries(wrong));
    if (wrong.length > 0 || onAnswer === undefined) return;
    const given = values.filter(([, value]) => value !== undefined);
    setBusy(true);
    try {
      const all = Object.fromEntries(given.map(([field, value]) => [field.name, value]));
      await onAnswer(several === null ? given[0]?.[1] : all);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
      {fields.map((field) => (
        <AnswerLine
          key={field.name}
          field={field}
          value={typed[field.name] ?? ""}
          fault={faults[field.name] ?? null}
          onChange={(value) => setTyped({ ...typed, [field.name]: value })}
        />
      ))}
      <div className={styles.actions}>
        <Button type="submit" look="primary" busy={busy} disabled={onAnswer === undefined}>
          {t.send}
        </Button>
      </div>
    </form>
  );
}

interface LineProps {
  field: AnswerField;
  value: string;
  fault: string | null;
  onChange: (value: string) => void;
}

function AnswerLine({ field, value, fault, onChange }: LineProps) {
  const t = useTexts(WORDS);
  const id = useId();
  if (field.kind !== "choice" && field.kind !== "yes_no" && field.kind !== "json") {
    const figures = field.kind === "number" || field.kind === "integer";
    return (
      <Field
        label={field.label}
        {...(field.hint === "" ? {} : { hint: field.hint })}
        fault={fault}
        type={field.kind === "date" ? "date" : "text"}
        {...(figures ? { inputMode: "decimal" } : {})}
        required={field.required}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  const options =
    field.kind === "yes_no"
      ? [
          ["true", t.yes],
          ["false", t.no],
        ]
      : field.choices.map((one) => [String(one), String(one)]);
  const told = { id, value, "aria-invalid": fault !== null, required: field.required };
  return (
    <div className={styles.line}>
      <label htmlFor={id}>{field.label}</label>
      {field.kind === "json" ? (
        <textarea {...told} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <select {...told} onChange={(event) => onChange(event.target.value)}>
          <option value="">{t.choose}</option>
          {options.map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      )}
      {fault !== null && <p className={styles.fault}>{fault}</p>}
    </div>
  );
}

/** Arguments of a call as fields that a person can edit, and back. */
export type FieldKind = "line" | "text" | "number" | "yes_no" | "json";

export interface ArgumentField {
  name: string;
  kind: FieldKind;
  /** As it stands in the field. */
  text: string;
}

const LONG = 60;

/** Make a field of each argument, by what kind of value it has. */
export function fieldsOf(args: Readonly<Record<string, unknown>>): ArgumentField[] {
  return Object.entries(args).map(([name, value]) => ({ name, ...fieldFor(value) }));
}

function fieldFor(value: unknown): { kind: FieldKind; text: string } {
  switch (typeof value) {
    case "string":
      return { kind: value.length > LONG || value.includes("\n") ? "text" : "line", text: value };
    case "number":
      return { kind: "number", text: String(value) };
    case "boolean":
      return { kind: "yes_no", text: String(value) };
    default:
      return { kind: "json", text: JSON.stringify(value, null, 2) };
  }
}

/** A field whose text is no value of its kind. */
export class WrongField extends Error {
  override readonly name = "WrongField";

  constructor(
    readonly field: string,
    readonly kind: FieldKind,
  ) {
    super(`${field} is not of kind ${kind}`);
  }
}

/** Read the fields back as arguments; throws `WrongField` at the first that cannot be read. */
export function argumentsOf(fields: readonly ArgumentField[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.name, valueIn(field)]));
}

function valueIn(field: ArgumentField): unknown {
  switch (field.kind) {
    case "line":
    case "text":
      return field.text;
    case "yes_no":
      return field.text === "true";
    case "number": {
      const number = Number(field.text.trim().replace(",", "."));
      if (field.text.trim() === "" || !Number.isFinite(number))
        throw new WrongField(field.name, field.kind);
      return number;
    }
    case "json":
      try {
        return JSON.parse(field.text);
      } catch {
        throw new WrongField(field.name, field.kind);
      }
  }
}

/** The fields that a refusal of the server names, each with what is wrong with it. */
export function faultsIn(detail: string, fields: readonly ArgumentField[]): Map<string, string> {
  const faults = new Map<string, string>();
  for (const clause of detail.split(/;\s*/)) {
    const named = /'([^']+)'/.exec(clause)?.[1]?.split(".")[0];
    const field = fields.find((one) => one.name === named);
    if (field === undefined) continue;
    faults.set(field.name, clause.slice(clause.indexOf("'")).replace(/^'[^']+':?\s*/, ""));
  }
  return faults;
}

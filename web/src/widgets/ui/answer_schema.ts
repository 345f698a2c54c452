/** What a `result_schema` asks for, as far as a form can ask it; the server holds answers to all. */
type Schema = Readonly<Record<string, unknown>>;

export interface AnswerField {
  name: string;
  label: string;
  hint: string;
  kind: "text" | "number" | "integer" | "yes_no" | "choice" | "date" | "json";
  choices: readonly (string | number)[];
  required: boolean;
  least: number | null;
  most: number | null;
}

/** The fields of an object; null for a schema of anything else. */
export function fieldsOf(schema: Schema): AnswerField[] | null {
  const properties = asSchema(schema.properties);
  if (properties === null || (schema.type !== undefined && schema.type !== "object")) return null;
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(properties).map(([name, part]) =>
    fieldOf(name, asSchema(part) ?? {}, required.includes(name)),
  );
}

export function fieldOf(name: string, part: Schema, required: boolean): AnswerField {
  return {
    name,
    label: text(part.title) || readable(name),
    hint: text(part.description),
    kind: kindOf(part),
    choices: choicesOf(part),
    required,
    least: figure(part.minimum),
    most: figure(part.maximum),
  };
}

/** What somebody typed as a value; undefined for nothing, "fault" for what does not fit. */
export function typedValue(field: AnswerField, typed: string): unknown | "fault" {
  const said = typed.trim();
  if (said === "") return undefined;
  switch (field.kind) {
    case "number":
    case "integer":
      return numberOf(field, said);
    case "yes_no":
      return said === "true";
    case "choice":
      return field.choices.find((one) => String(one) === said);
    case "json":
      return parsed(said);
    default:
      return said;
  }
}

export function numberOf(field: Pick<AnswerField, "kind" | "least" | "most">, said: string) {
  const value = readNumber(said);
  const whole = field.kind !== "integer" || Number.isInteger(value);
  const low = field.least === null || value >= field.least;
  const high = field.most === null || value <= field.most;
  return Number.isFinite(value) && whole && low && high ? value : "fault";
}

/** Read 1.234,56 and 1,234.56 and 1234.5: the last mark parts the places, if two or fewer follow. */
export function readNumber(said: string): number {
  const plain = said.replace(/[^\d.,-]/g, "");
  if (plain === "") return Number.NaN;
  const last = Math.max(plain.lastIndexOf(","), plain.lastIndexOf("."));
  const mark = plain[last];
  const places = last < 0 ? 0 : plain.length - last - 1;
  const once = mark !== undefined && plain.indexOf(mark) === last;
  const decimal = last >= 0 && (places <= 2 || (once && places > 3));
  const whole = (decimal ? plain.slice(0, last) : plain).replace(/[.,]/g, "");
  return Number(decimal ? `${whole}.${plain.slice(last + 1)}` : whole);
}

export function readable(name: string): string {
  const words = name.replace(/[_\s]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function asSchema(value: unknown): Schema | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Schema)
    : null;
}

function kindOf(part: Schema): AnswerField["kind"] {
  if (choicesOf(part).length > 0) return "choice";
  switch (part.type) {
    case "number":
      return "number";
    case "integer":
      return "integer";
    case "boolean":
      return "yes_no";
    case "string":
      return part.format === "date" ? "date" : "text";
    case undefined:
      return "text";
    default:
      return "json";
  }
}

function choicesOf(part: Schema): (string | number)[] {
  const known: unknown[] = Array.isArray(part.enum) ? part.enum : [];
  return known.filter((one) => typeof one === "string" || typeof one === "number");
}

function parsed(said: string): unknown | "fault" {
  try {
    return JSON.parse(said) as unknown;
  } catch {
    return "fault";
  }
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function figure(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

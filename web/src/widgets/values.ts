/** Figures, dates and cells in the reader's language, as the server writes them in prose. */
import { type Language, LOCALE } from "../language/texts";

const EMPTY = "–";
const TRUTH: Readonly<Record<Language, readonly [string, string]>> = {
  en: ["no", "yes"],
  pt: ["não", "sim"],
};
const DATE = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d)(?::00(?:\.0+)?)?)?$/;
const BEFORE = /^(\p{Sc}|[A-Z]{1,3}\$)$/u; // units that stand before their figure
const formats = new Map<string, Intl.NumberFormat>();

function format(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options);
  let known = formats.get(key);
  if (known === undefined) {
    known = new Intl.NumberFormat(LOCALE[language], options);
    formats.set(key, known);
  }
  return known;
}

/** At most two places, four where the figure is small; `money` has two or none. */
export function writtenNumber(value: number, language: Language, money = false): string {
  const places = Number.isInteger(value) ? 0 : money || Math.abs(value) >= 1 ? 2 : 4;
  const least = money && places > 0 ? 2 : 0;
  return format(language, {
    maximumFractionDigits: places,
    minimumFractionDigits: least,
  }).format(value);
}

/** Short enough for an axis: 1,2 mi. */
export function shortNumber(value: number, language: Language): string {
  if (Math.abs(value) < 1e4) return writtenNumber(value, language);
  return format(language, { notation: "compact", maximumFractionDigits: 1 }).format(value);
}

/** A cell of a table. */
export function written(value: unknown, language: Language): string {
  if (value === null || value === undefined) return EMPTY;
  if (typeof value === "number") return writtenNumber(value, language);
  if (typeof value === "boolean") return TRUTH[language][value ? 1 : 0];
  if (typeof value === "object") return JSON.stringify(value);
  return writtenDate(String(value), language);
}

/** A moment, as people say it. */
export function moment(at: string, language: Language): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return "";
  return date.toLocaleString(LOCALE[language], { dateStyle: "medium", timeStyle: "short" });
}

/** A figure with its unit: where it stands depends on the unit. */
export function withUnit(
  value: number | string,
  unit: string | undefined,
  language: Language,
): { before: string; figure: string; after: string } {
  const money = unit !== undefined && BEFORE.test(unit);
  const figure = typeof value === "number" ? writtenNumber(value, language, money) : value;
  if (unit === undefined) return { before: "", figure, after: "" };
  return money ? { before: unit, figure, after: "" } : { before: "", figure, after: unit };
}

function writtenDate(text: string, language: Language): string {
  if (language === "en") return text.replace(/^(\d{4}-\d\d-\d\d)T/, "$1 ");
  const found = DATE.exec(text);
  if (found === null) return text;
  const [, year, month, day, clock] = found;
  return `${day}/${month}/${year}${clock === undefined ? "" : ` ${clock}`}`;
}

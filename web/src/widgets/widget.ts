/** What a conversation or a dashboard shows beside text, by the events of the contract. */
import type {
  ArtifactEvent,
  ChartEvent,
  DashboardEvent,
  Envelope,
  FileEvent,
  KpiEvent,
  TableEvent,
} from "../contract/events";

/** An event as it is stored: where it stood in its turn does not matter to who draws it. */
export type Shown<E extends Envelope> = Omit<E, keyof Envelope>;
export type ChartShown = Shown<ChartEvent>;
export type TableShown = Shown<TableEvent>;
export type KpiShown = Shown<KpiEvent>;
export type DashboardShown = Shown<DashboardEvent>;
export type ArtifactShown = Shown<ArtifactEvent>;
export type FileShown = Shown<FileEvent>;
export type Widget =
  | ChartShown
  | TableShown
  | KpiShown
  | DashboardShown
  | ArtifactShown
  | FileShown;

type Fields = Readonly<Record<string, unknown>>;

/** Read a widget of a stored message or of a dashboard; null for what cannot be drawn. */
export function widgetOf(stored: unknown): Widget | null {
  if (!isFields(stored)) return null;
  const event = withoutNulls(stored);
  const drawable = FORMS[String(event.type)]?.(event) ?? false;
  return drawable ? (event as unknown as Widget) : null;
}

const FORMS: Readonly<Record<string, (event: Fields) => boolean>> = {
  chart: (event) => has(event, "id", "title") && isFields(event.spec) && isRows(event.data),
  table: (event) => has(event, "id", "title") && isRows(event),
  kpi: (event) => has(event, "id", "label") && ["number", "string"].includes(typeof event.value),
  dashboard: (event) => has(event, "id", "title", "url"),
  artifact: (event) => has(event, "id", "title", "url", "kind"),
  file: (event) => has(event, "id", "title", "url"),
};

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function has(event: Fields, ...names: string[]): boolean {
  return names.every((name) => typeof event[name] === "string");
}

function isRows(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { columns, rows } = value;
  return Array.isArray(columns) && Array.isArray(rows) && rows.every(Array.isArray);
}

/** A field without a value is left out of the stream, and null where messages are kept. */
function withoutNulls(stored: Fields): Fields {
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== null));
}

/** The columns of a table: their widths rest on what stands in them, so that scrolling moves none. */
import type { Language } from "../language/texts";
import { written } from "./values";

const LEAST = 7;
const MOST = 38;
const PADDING = 4;
const LOOKED_AT = 400;

export interface TableColumn {
  key: string;
  name: string;
  /** It holds figures alone: they stand to the right. */
  figures: boolean;
  /** In letters. */
  width: number;
}

export function tableColumns(
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  language: Language,
): TableColumn[] {
  const step = Math.max(1, Math.floor(rows.length / LOOKED_AT));
  const sample = rows.filter((_, at) => at % step === 0);
  return columns.map((name, at) => ({
    key: `${at} ${name}`, // names may be equal
    name,
    figures: holdsFigures(rows, at),
    width: widthOf([name, ...sample.map((row) => written(row[at], language))]),
  }));
}

function holdsFigures(rows: readonly (readonly unknown[])[], at: number): boolean {
  const known = rows.filter((row) => row[at] !== null && row[at] !== undefined);
  return known.length > 0 && known.every((row) => typeof row[at] === "number");
}

function widthOf(said: readonly string[]): number {
  const longest = said.reduce((most, text) => Math.max(most, text.length), LEAST);
  return Math.min(MOST, longest) + PADDING;
}

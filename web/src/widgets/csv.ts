/** Rows for spreadsheets, in which no cell is a formula; as `analysis/result_csv.py` writes them. */

// A spreadsheet reads what begins so as a formula, or drops it to find one behind.
const STARTS = /^[ \u00a0]*[=+\-@\t\r\n＝＋－＠]/;
const QUOTED = /["\n\r,]/;

/** Write a file; without the mark at its head spreadsheets guess the encoding. */
export function csvOf(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const lines = [columns, ...rows].map((row) => row.map(csvCell).join(","));
  return `\ufeff${lines.join("\r\n")}\r\n`;
}

/** Write for the clipboard: cells by tabs, which spreadsheets and tables of texts take. */
export function clipboardOf(
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): string {
  const cell = (value: unknown) => harmless(value).replace(/[\t\r\n]+/g, " ");
  return [columns, ...rows].map((row) => row.map(cell).join("\t")).join("\n");
}

/** Numbers as they are, texts never as formulas. */
export function harmless(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const said = typeof value === "object" ? JSON.stringify(value) : String(value);
  return STARTS.test(said) ? `'${said}` : said;
}

function csvCell(value: unknown): string {
  const said = harmless(value);
  return QUOTED.test(said) ? `"${said.replaceAll('"', '""')}"` : said;
}

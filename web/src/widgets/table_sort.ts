/** In which order the rows of a table stand. */
import { type Language, LOCALE } from "../language/texts";

export interface Sorting {
  column: number;
  descending: boolean;
}
type Rows = readonly (readonly unknown[])[];

/** Return the numbers of the rows in order; what is empty stands last, either way. */
export function sortedRows(rows: Rows, sorting: Sorting | null, language: Language): number[] {
  const order = rows.map((_, at) => at);
  if (sorting === null) return order;
  const words = new Intl.Collator(LOCALE[language], { numeric: true, sensitivity: "base" });
  const { column, descending } = sorting;
  const way = descending ? -1 : 1;
  return order.sort((a, b) => {
    const one = rows[a]?.[column] ?? null;
    const other = rows[b]?.[column] ?? null;
    if (one === null || other === null) return (one === null ? 1 : 0) - (other === null ? 1 : 0);
    if (typeof one === "number" && typeof other === "number") return way * (one - other);
    return way * words.compare(String(one), String(other));
  });
}

/** The next order of a column: upwards, downwards, as it came. Figures begin with the largest. */
export function nextSorting(now: Sorting | null, column: number, figures: boolean): Sorting | null {
  if (now?.column !== column) return { column, descending: figures };
  return now.descending === figures ? { column, descending: !figures } : null;
}

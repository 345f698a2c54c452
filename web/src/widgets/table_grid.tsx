import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef, useState } from "react";
import { useLanguage } from "../session/preferences";
import { tableColumns } from "./table_columns";
import styles from "./table_grid.module.css";
import { TableHead } from "./table_head";
import { ROW_HEIGHT } from "./table_size";
import { nextSorting, type Sorting, sortedRows } from "./table_sort";
import { written } from "./values";

const HINTED = 24; // letters, from which on a cell may be cut

interface Props {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly unknown[])[];
}

/** Rows that scroll beneath their header; of many rows only those in sight are on the page. */
export function TableGrid({ title, columns, rows }: Props) {
  const language = useLanguage();
  const place = useRef<HTMLDivElement>(null);
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const order = useMemo(() => sortedRows(rows, sorting, language), [rows, sorting, language]);
  const known = useMemo(() => tableColumns(columns, rows, language), [columns, rows, language]);
  const sight = useVirtualizer({
    count: rows.length,
    getScrollElement: () => place.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  const seen = sight.getVirtualItems();
  const before = seen[0]?.start ?? 0;
  const after = sight.getTotalSize() - (seen.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section ref={place} className={styles.scroll} tabIndex={0} aria-label={title}>
      <table className={styles.table} aria-rowcount={rows.length + 1}>
        <caption className="hidden">{title}</caption>
        <colgroup>
          {known.map(({ key, width }) => (
            <col key={key} style={{ width: `${width}ch` }} />
          ))}
        </colgroup>
        <TableHead
          columns={known}
          sorting={sorting}
          onSort={(at, figures) => setSorting(nextSorting(sorting, at, figures))}
        />
        <tbody>
          <Room height={before} />
          {seen.map((item) => {
            const row = rows[order[item.index] ?? 0] ?? [];
            return (
              <tr key={item.key} aria-rowindex={item.index + 2}>
                {known.map(({ key, figures }, at) => {
                  const said = written(row[at], language);
                  return (
                    <td
                      key={key}
                      data-figure={figures}
                      title={said.length > HINTED ? said : undefined}
                    >
                      {said}
                    </td>
                  );
                })}
              </tr>
            );
          })}
          <Room height={after} />
        </tbody>
      </table>
    </section>
  );
}

/** The place of rows that are not in sight. */
function Room({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr className={styles.room}>
      <td style={{ height }} />
    </tr>
  );
}

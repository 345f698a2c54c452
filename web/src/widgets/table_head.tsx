import { ArrowDown, ArrowUp } from "lucide-react";
import type { TableColumn } from "./table_columns";
import styles from "./table_grid.module.css";
import type { Sorting } from "./table_sort";

interface Props {
  columns: readonly TableColumn[];
  sorting: Sorting | null;
  onSort: (column: number, figures: boolean) => void;
}

/** The names of the columns: a press sorts by one. */
export function TableHead({ columns, sorting, onSort }: Props) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map(({ key, name, figures }, at) => {
          const way = sorting?.column === at ? (sorting.descending ? "down" : "up") : null;
          return (
            <th key={key} scope="col" data-figure={figures} aria-sort={SORTS[way ?? "none"]}>
              <button type="button" title={name} onClick={() => onSort(at, figures)}>
                <span className={styles.name}>{name}</span>
                {way === "down" && <ArrowDown aria-hidden="true" />}
                {way === "up" && <ArrowUp aria-hidden="true" />}
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

const SORTS = { down: "descending", up: "ascending", none: "none" } as const;

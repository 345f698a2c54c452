import { texts, useTexts } from "../language/texts";
import { useLanguage } from "../session/preferences";
import { CopyRows, SaveRows } from "./row_tools";
import { TableGrid } from "./table_grid";
import { gridHeight } from "./table_size";
import { writtenNumber } from "./values";
import type { TableShown } from "./widget";
import { WidgetCard } from "./widget_card";

const WORDS = texts(
  {
    some: (sent: string, all: string) => `${sent} of ${all} rows`,
    all: (n: string) => `${n} rows`,
    one: "1 row",
  },
  {
    some: (sent: string, all: string) => `${sent} de ${all} linhas`,
    all: (n: string) => `${n} linhas`,
    one: "1 linha",
  },
);

/** A table of a conversation. */
export default function TableWidget({ table }: { table: TableShown }) {
  const t = useTexts(WORDS);
  const language = useLanguage();
  const sent = table.rows.length;
  const number = (value: number) => writtenNumber(value, language);
  const note =
    table.total_rows > sent
      ? t.some(number(sent), number(table.total_rows))
      : sent === 1
        ? t.one
        : t.all(number(sent));
  const rows = { columns: table.columns, rows: table.rows };
  return (
    <WidgetCard
      title={table.title}
      note={note}
      sources={table.sources}
      tools={
        <>
          <CopyRows {...rows} />
          <SaveRows title={table.title} {...rows} />
        </>
      }
    >
      <div style={{ height: gridHeight(sent) }}>
        <TableGrid title={table.title} {...rows} />
      </div>
    </WidgetCard>
  );
}

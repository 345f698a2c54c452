import { Image, Sheet } from "lucide-react";
import { useRef, useState } from "react";
import { IconButton } from "../design/button";
import { texts, useTexts } from "../language/texts";
import { ChartBody } from "./chart_body";
import type { ChartPicture } from "./chart_canvas";
import styles from "./chart_widget.module.css";
import { CopyRows, SaveRows } from "./row_tools";
import { savePicture } from "./save";
import { TableGrid } from "./table_grid";
import type { ChartShown } from "./widget";
import { WidgetCard } from "./widget_card";

const WORDS = texts(
  { table: "Show as table", png: "Save as PNG" },
  { table: "Ver como tabela", png: "Salvar como PNG" },
);

/** A chart of a conversation, with its table behind it. */
export default function ChartWidget({ chart }: { chart: ChartShown }) {
  const t = useTexts(WORDS);
  const [behind, setBehind] = useState(false);
  const picture = useRef<ChartPicture>(null);
  const { columns, rows } = chart.data;
  const tools = (
    <>
      <IconButton label={t.table} aria-pressed={behind} onClick={() => setBehind(!behind)}>
        <Sheet />
      </IconButton>
      <IconButton
        label={t.png}
        disabled={behind}
        onClick={() => savePicture(chart.title, picture.current?.address() ?? null)}
      >
        <Image />
      </IconButton>
      {behind && <CopyRows columns={columns} rows={rows} />}
      <SaveRows title={chart.title} columns={columns} rows={rows} />
    </>
  );
  return (
    <WidgetCard title={chart.title} tools={tools} sources={chart.sources}>
      <div className={styles.room}>
        {behind ? (
          <TableGrid title={chart.title} columns={columns} rows={rows} />
        ) : (
          <ChartBody chart={chart} picture={picture} />
        )}
      </div>
    </WidgetCard>
  );
}

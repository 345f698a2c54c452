import { lazy, type RefObject, Suspense, useState } from "react";
import { Button } from "../design/button";
import { texts, useTexts } from "../language/texts";
import { useLanguage } from "../session/preferences";
import { ArtifactFrame } from "../widgets/artifact_frame";
import { ChartBody } from "../widgets/chart_body";
import type { ChartPicture } from "../widgets/chart_canvas";
import { KpiFigure } from "../widgets/kpi_figure";
import { TableGrid } from "../widgets/table_grid";
import { writtenNumber } from "../widgets/values";
import type { ChartShown, KpiShown, TableShown } from "../widgets/widget";
import type { Tile, TileView } from "./dashboards_api";
import styles from "./tile_card.module.css";

const WrittenText = lazy(() => import("./written_text"));

const WORDS = texts(
  {
    nothing: "Nothing to show: no rows fulfil the conditions.",
    again: "Try again",
    some: (sent: string, all: string) => `${sent} of ${all} rows`,
  },
  {
    nothing: "Nada a mostrar: nenhuma linha atende às condições.",
    again: "Tentar de novo",
    some: (sent: string, all: string) => `${sent} de ${all} linhas`,
  },
);

interface Props {
  tile: Tile;
  shown: TileView | undefined;
  widget: ChartShown | KpiShown | TableShown | null;
  /** Of a chart: its table instead. */
  behind: boolean;
  picture: RefObject<ChartPicture | null>;
  busy: boolean;
  version: number;
  onRefresh: () => void;
}

/** What a widget shows: figures, a text, a frame, or why it shows nothing. */
export function TileBody(props: Props) {
  const { tile, shown, busy } = props;
  return (
    <div className={styles.body} aria-busy={busy || shown === undefined} data-kind={tile.kind}>
      {shown === undefined ? (
        <span className={styles.waiting} />
      ) : (
        <Known {...props} shown={shown} />
      )}
    </div>
  );
}

function Known({
  tile,
  shown,
  widget,
  behind,
  picture,
  version,
  onRefresh,
}: Props & { shown: TileView }) {
  const t = useTexts(WORDS);
  if (shown.error != null) {
    return (
      <div className={styles.error} role="alert">
        <p>{shown.error}</p>
        <Button onClick={onRefresh}>{t.again}</Button>
      </div>
    );
  }
  if (tile.kind === "markdown") {
    return (
      <Suspense fallback={null}>
        <WrittenText text={shown.text ?? ""} />
      </Suspense>
    );
  }
  if (tile.kind === "html") return <KeptFrame key={version} shown={shown} />;
  switch (widget?.type) {
    case "kpi":
      return <KpiFigure kpi={widget} />;
    case "table":
      return <Rows table={widget} />;
    case "chart": {
      const { columns, rows } = widget.data;
      if (behind) return <TableGrid title={widget.title} columns={columns} rows={rows} />;
      return <ChartBody chart={widget} picture={picture} />;
    }
    default:
      return <p className={styles.nothing}>{t.nothing}</p>;
  }
}

function Rows({ table }: { table: TableShown }) {
  const t = useTexts(WORDS);
  const language = useLanguage();
  const number = (value: number) => writtenNumber(value, language);
  const sent = table.rows.length;
  return (
    <>
      <TableGrid title={table.title} columns={table.columns} rows={table.rows} />
      {table.total_rows > sent && (
        <p className={styles.note}>{t.some(number(sent), number(table.total_rows))}</p>
      )}
    </>
  );
}

/** Each answer signs a new address: the frame keeps the one it was loaded from. */
function KeptFrame({ shown }: { shown: TileView }) {
  const [address] = useState(shown.frame ?? null);
  if (address === null) return null;
  return <ArtifactFrame address={address} title={shown.title} fill />;
}

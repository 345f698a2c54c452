import { type TileView, useDashboardView } from "../dashboards/dashboards_api";
import { Failed, Loading } from "../design/states";
import { texts, useTexts } from "../language/texts";
import { useLanguage } from "../session/preferences";
import { ChartBody } from "./chart_body";
import styles from "./dashboard_widget.module.css";
import { shownBy } from "./tile_widget";
import { withUnit, written } from "./values";

const WORDS = texts(
  { empty: "It has no widgets yet.", error: "cannot be shown" },
  { empty: "Ainda não tem widgets.", error: "não pode ser mostrado" },
);
const ROWS_IN_SIGHT = 9;

/** A dashboard at a glance: its widgets where they stand, without axes and letters. */
export function DashboardPreview({ id }: { id: string }) {
  const t = useTexts(WORDS);
  const view = useDashboardView(id);
  if (view.data === undefined) {
    return (
      <div className={styles.room}>
        {view.error === null ? (
          <Loading />
        ) : (
          <Failed error={view.error} onRetry={() => void view.refetch()} />
        )}
      </div>
    );
  }
  const { widgets } = view.data;
  if (widgets.length === 0) return <p className={styles.room}>{t.empty}</p>;
  const more = widgets.some(({ place }) => place.y + place.h > ROWS_IN_SIGHT);
  return (
    <div className={styles.preview} data-more={more}>
      {widgets
        .filter(({ place }) => place.y < ROWS_IN_SIGHT)
        .map((tile) => (
          <PreviewTile key={tile.id} tile={tile} />
        ))}
    </div>
  );
}

function PreviewTile({ tile }: { tile: TileView }) {
  const { x, y, w, h } = tile.place;
  const place = { gridColumn: `${x + 1} / span ${w}`, gridRow: `${y + 1} / span ${h}` };
  return (
    <div className={styles.tile} style={place}>
      <span className={styles.name}>{tile.title}</span>
      <PreviewShape tile={tile} />
    </div>
  );
}

function PreviewShape({ tile }: { tile: TileView }) {
  const t = useTexts(WORDS);
  const language = useLanguage();
  const shown = shownBy(tile);
  if (tile.error != null) return <span className={styles.lines}>{t.error}</span>;
  switch (shown?.type) {
    case "kpi": {
      const { before, figure, after } = withUnit(shown.value, shown.unit, language);
      return (
        <span className={styles.figure}>{[before, figure, after].filter(Boolean).join(" ")}</span>
      );
    }
    case "chart":
      return (
        <div className={styles.shape}>
          <ChartBody chart={shown} small />
        </div>
      );
    case "table":
      return (
        <div className={styles.lines}>
          {shown.rows.slice(0, 6).map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place
            <div key={at} className={styles.line}>
              <span>{written(row[0], language)}</span>
              {row.length > 1 && <span>{written(row.at(-1), language)}</span>}
            </div>
          ))}
        </div>
      );
    default:
      return (
        <span className={styles.lines}>{tile.text?.replace(/[#*_`>]/g, "").slice(0, 300)}</span>
      );
  }
}

import { type CSSProperties, useRef } from "react";
import { useAnnouncer } from "../design/announcer";
import { texts, useTexts } from "../language/texts";
import styles from "./dashboard_room.module.css";
import type { Dashboard, DashboardView, Place } from "./dashboards_api";
import { TileCard } from "./tile_card";
import type { Edits } from "./use_edits";
import { useMoves } from "./use_moves";

const WORDS = texts(
  {
    at: ({ x, y, w, h }: Place) =>
      `Column ${x + 1}, row ${y + 1}, ${w} wide, ${h} high. Enter keeps it, Escape does not.`,
  },
  {
    at: ({ x, y, w, h }: Place) =>
      `Coluna ${x + 1}, linha ${y + 1}, ${w} de largura, ${h} de altura. Enter mantém, Escape desfaz.`,
  },
);

interface Props {
  known: Dashboard;
  view: DashboardView | undefined;
  edits: Edits;
  editing: boolean;
}

/** The widgets where they stand: twelve columns, or one below the other where there is no room. */
export function TileGrid({ known, view, edits, editing }: Props) {
  const t = useTexts(WORDS);
  const { say } = useAnnouncer();
  const grid = useRef<HTMLDivElement>(null);
  const moves = useMoves(known, grid, edits.apply, (_, place) => say(t.at(place)));
  const figures = new Map(view?.widgets.map((tile) => [tile.id, tile]));
  return (
    <div className={styles.container}>
      <div ref={grid} className={styles.grid} data-editing={editing}>
        {known.widgets.map((tile, at) => (
          <div
            key={tile.id}
            className={styles.cell}
            data-kind={tile.kind}
            data-wide={(tile.place.w ?? 0) > 6}
            data-moving={moves.moving === tile.id}
            style={placed(moves.places[tile.id])}
          >
            <TileCard
              dashboard={known}
              tile={tile}
              shown={figures.get(tile.id)}
              before={known.widgets[at - 1]}
              after={known.widgets[at + 1]}
              edits={edits}
              moves={editing ? moves : null}
            />
          </div>
        ))}
      </div>
    </div>
  );
}

/** As variables: where there is no room for columns, the style sheet decides otherwise. */
function placed(place: Place | undefined): CSSProperties {
  if (place === undefined) return {};
  const { x, y, w, h } = place;
  return { "--x": x + 1, "--y": y + 1, "--w": w, "--h": h } as CSSProperties;
}

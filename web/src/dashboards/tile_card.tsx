import { GripVertical, MoveDiagonal2, Pin } from "lucide-react";
import { useRef, useState } from "react";
import { texts, useTexts } from "../language/texts";
import { useLanguage } from "../session/preferences";
import type { ChartPicture } from "../widgets/chart_canvas";
import { Sources } from "../widgets/sources";
import { shownBy } from "../widgets/tile_widget";
import { moment } from "../widgets/values";
import { type Dashboard, type Tile, type TileView, useTileRefresh } from "./dashboards_api";
import { TileBody } from "./tile_body";
import styles from "./tile_card.module.css";
import { TileMenu } from "./tile_menu";
import { TitleField } from "./title_field";
import type { Edits } from "./use_edits";
import type { Moves } from "./use_moves";

const WORDS = texts(
  {
    pinned: (at: string) => `Figures kept from ${at}`,
    move: (title: string) => `Move “${title}”: arrow keys, with Shift its size`,
    size: (title: string) => `Size of “${title}”`,
    rename: "Title of the widget",
  },
  {
    pinned: (at: string) => `Dados fixados em ${at}`,
    move: (title: string) => `Mover “${title}”: setas do teclado, com Shift o tamanho`,
    size: (title: string) => `Tamanho de “${title}”`,
    rename: "Título do widget",
  },
);

interface Props {
  dashboard: Dashboard;
  tile: Tile;
  /** Its figures; undefined while they are asked for. */
  shown: TileView | undefined;
  before: Tile | undefined;
  after: Tile | undefined;
  edits: Edits;
  /** How it is moved; null while nobody edits. */
  moves: Moves | null;
}

/** A widget in its place: its title, what can be done with it, and what it shows. */
export function TileCard({ dashboard, tile, shown, before, after, edits, moves }: Props) {
  const t = useTexts(WORDS);
  const language = useLanguage();
  const picture = useRef<ChartPicture>(null);
  const refresh = useTileRefresh(dashboard.id);
  const [behind, setBehind] = useState(false);
  const [renaming, setRenaming] = useState(false);
  const widget = shown === undefined ? null : shownBy(shown);
  const heading = `tile-${tile.id}`;
  return (
    <section className={styles.tile} data-kind={tile.kind} aria-labelledby={heading}>
      <div className={styles.head}>
        {moves !== null && (
          <button
            type="button"
            className={styles.grip}
            aria-label={t.move(tile.title)}
            title={t.move(tile.title)}
            {...moves.handle(tile.id, "move")}
          >
            <GripVertical aria-hidden="true" />
          </button>
        )}
        {renaming ? (
          <TitleField
            label={t.rename}
            title={tile.title}
            className={styles.rename}
            focused
            onRename={(title) => void edits.apply({ edit: "rename", widget: tile.id, title })}
            onDone={() => setRenaming(false)}
          />
        ) : (
          <h2 id={heading} title={tile.title}>
            {tile.title}
          </h2>
        )}
        {tile.pinned_at !== null && (
          <span
            className={styles.pinned}
            role="img"
            aria-label={t.pinned(moment(tile.pinned_at, language))}
            title={t.pinned(moment(tile.pinned_at, language))}
          >
            <Pin aria-hidden="true" />
          </span>
        )}
        <div className={styles.tools}>
          <TileMenu
            dashboard={dashboard}
            tile={tile}
            widget={widget}
            neighbours={{ before, after }}
            edits={edits}
            editing={moves !== null}
            behind={behind}
            picture={picture}
            onBehind={setBehind}
            onRename={() => setRenaming(true)}
            onRefresh={() => refresh.mutate(tile.id)}
          />
        </div>
      </div>
      <TileBody
        tile={tile}
        shown={shown}
        widget={widget}
        behind={behind}
        picture={picture}
        busy={refresh.isPending}
        version={dashboard.version}
        onRefresh={() => refresh.mutate(tile.id)}
      />
      {widget !== null && <Sources sources={widget.sources} short />}
      {moves !== null && (
        <button
          type="button"
          className={styles.corner}
          aria-label={t.size(tile.title)}
          title={t.size(tile.title)}
          {...moves.handle(tile.id, "resize")}
        >
          <MoveDiagonal2 aria-hidden="true" />
        </button>
      )}
    </section>
  );
}

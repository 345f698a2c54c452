import {
  ArrowDownToLine,
  ArrowUpToLine,
  Download,
  Image,
  PenLine,
  Pin,
  PinOff,
  RefreshCw,
  Shapes,
  Sheet,
  Trash2,
} from "lucide-react";
import { type RefObject, useState } from "react";
import { request } from "../api/request";
import { useAnnouncer } from "../design/announcer";
import { Menu, type MenuItem } from "../design/menu";
import { texts, useTexts } from "../language/texts";
import { useLanguage } from "../session/preferences";
import type { ChartPicture } from "../widgets/chart_canvas";
import { fileName, saveFile, savePicture } from "../widgets/save";
import type { ChartShown, KpiShown, TableShown } from "../widgets/widget";
import { ChartDialog } from "./chart_dialog";
import type { Dashboard, Tile } from "./dashboards_api";
import type { Edits } from "./use_edits";

const WORDS = texts(
  {
    more: (title: string) => `More for “${title}”`,
    table: "Show as table",
    chart: "Show as chart",
    png: "Save as PNG",
    csv: "Save as CSV",
    refresh: "Refresh",
    pin: "Keep the figures of now",
    unpin: "Show the latest figures",
    rename: "Rename",
    kind: "Another kind…",
    earlier: "Move before the one above",
    later: "Move after the next one",
    remove: "Remove",
  },
  {
    more: (title: string) => `Mais sobre “${title}”`,
    table: "Ver como tabela",
    chart: "Ver como gráfico",
    png: "Salvar como PNG",
    csv: "Salvar como CSV",
    refresh: "Atualizar",
    pin: "Fixar os dados de agora",
    unpin: "Mostrar os dados mais recentes",
    rename: "Renomear",
    kind: "Outro tipo…",
    earlier: "Mover para antes do anterior",
    later: "Mover para depois do próximo",
    remove: "Remover",
  },
);

interface Props {
  dashboard: Dashboard;
  tile: Tile;
  widget: ChartShown | KpiShown | TableShown | null;
  neighbours: { before: Tile | undefined; after: Tile | undefined };
  edits: Edits;
  editing: boolean;
  behind: boolean;
  picture: RefObject<ChartPicture | null>;
  onBehind: (behind: boolean) => void;
  onRename: () => void;
  onRefresh: () => void;
}

/** What can be done with one widget: looked at otherwise, taken along, and, while editing, changed. */
export function TileMenu(props: Props) {
  const { dashboard, tile, edits, editing } = props;
  const t = useTexts(WORDS);
  const [choosing, setChoosing] = useState(false);
  const items = [
    ...useLooking(props),
    ...(editing ? changing(props, t, () => setChoosing(true)) : []),
  ];
  if (items.length === 0) return null;
  return (
    <>
      <Menu label={t.more(tile.title)} items={items} />
      {choosing && (
        <ChartDialog
          tile={tile}
          version={dashboard.version}
          apply={edits.apply}
          onDone={() => setChoosing(false)}
        />
      )}
    </>
  );
}

function useLooking(props: Props): MenuItem[] {
  const { dashboard, tile, widget, behind, picture, onBehind, onRefresh } = props;
  const t = useTexts(WORDS);
  const language = useLanguage();
  const { notify } = useAnnouncer();
  if (tile.query == null) return [];
  const rows = async () => {
    const path = `/dashboards/${dashboard.id}/widgets/${tile.id}/csv?language=${language}`;
    try {
      saveFile(fileName(tile.title, "csv"), await (await request(path)).blob());
    } catch (error) {
      notify(error instanceof Error ? error.message : "", "failed");
    }
  };
  const items: MenuItem[] = [];
  if (widget?.type === "chart") {
    items.push({
      label: behind ? t.chart : t.table,
      icon: <Sheet />,
      onSelect: () => onBehind(!behind),
    });
    items.push({
      label: t.png,
      icon: <Image />,
      disabled: behind,
      onSelect: () => savePicture(tile.title, picture.current?.address() ?? null),
    });
  }
  if (widget !== null) {
    items.push({ label: t.csv, icon: <Download />, onSelect: () => void rows() });
  }
  items.push({ label: t.refresh, icon: <RefreshCw />, onSelect: onRefresh });
  return items;
}

function changing(
  { tile, neighbours: { before, after }, edits, onRename }: Props,
  t: (typeof WORDS)["en"],
  choose: () => void,
): MenuItem[] {
  const { id: widget } = tile;
  const items: MenuItem[] = [{ label: t.rename, icon: <PenLine />, onSelect: onRename }];
  if (tile.query != null) {
    items.push({ label: t.kind, icon: <Shapes />, onSelect: choose });
    items.push(
      tile.pinned_at === null
        ? { label: t.pin, icon: <Pin />, onSelect: () => void edits.apply({ edit: "pin", widget }) }
        : {
            label: t.unpin,
            icon: <PinOff />,
            onSelect: () => void edits.apply({ edit: "unpin", widget }),
          },
    );
  }
  if (before !== undefined) {
    const { x, y } = before.place;
    items.push({
      label: t.earlier,
      icon: <ArrowUpToLine />,
      onSelect: () => void edits.apply({ edit: "move", widget, x: x ?? 0, y: y ?? 0 }),
    });
  }
  if (after !== undefined) {
    const { x, y } = tile.place;
    items.push({
      label: t.later,
      icon: <ArrowDownToLine />,
      onSelect: () => void edits.apply({ edit: "move", widget: after.id, x: x ?? 0, y: y ?? 0 }),
    });
  }
  items.push({
    label: t.remove,
    icon: <Trash2 />,
    danger: true,
    onSelect: () => void edits.apply({ edit: "remove", widget }),
  });
  return items;
}

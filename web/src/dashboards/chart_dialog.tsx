import { useState } from "react";
import { Button } from "../design/button";
import { Dialog } from "../design/dialog";
import { texts, useTexts } from "../language/texts";
import type { DashboardEdit, Tile } from "./dashboards_api";
import styles from "./dialogs.module.css";

const KINDS = ["bar", "line", "pie", "doughnut", "scatter", "histogram", "heatmap", "box"] as const;
type Look = (typeof KINDS)[number] | "table" | "kpi";

const WORDS = texts(
  {
    title: (name: string) => `Show “${name}” as`,
    apply: "Show it so",
    bar: "Bars",
    line: "Line",
    pie: "Pie",
    doughnut: "Doughnut",
    scatter: "Points",
    histogram: "Histogram",
    heatmap: "Heat map",
    box: "Boxes",
    table: "Table",
    kpi: "One figure",
  },
  {
    title: (name: string) => `Mostrar “${name}” como`,
    apply: "Mostrar assim",
    bar: "Barras",
    line: "Linha",
    pie: "Pizza",
    doughnut: "Rosca",
    scatter: "Pontos",
    histogram: "Histograma",
    heatmap: "Mapa de calor",
    box: "Caixas",
    table: "Tabela",
    kpi: "Um número",
  },
);

interface Props {
  tile: Tile;
  version: number;
  apply: (...edits: DashboardEdit[]) => Promise<boolean>;
  onDone: () => void;
}

/** Another kind for a widget; the server says where its figures cannot be shown so. */
export function ChartDialog({ tile, apply, onDone }: Props) {
  const t = useTexts(WORDS);
  const now: Look = tile.kind === "chart" ? (tile.chart ?? "bar") : (tile.kind as Look);
  const [look, setLook] = useState<Look>(now);
  const [busy, setBusy] = useState(false);
  const change = async () => {
    setBusy(true);
    const done = await apply(changeTo(tile.id, look));
    setBusy(false);
    if (done) onDone();
  };
  return (
    <Dialog
      title={t.title(tile.title)}
      onClose={onDone}
      actions={
        <Button look="primary" busy={busy} disabled={look === now} onClick={() => void change()}>
          {t.apply}
        </Button>
      }
    >
      <fieldset className={styles.looks}>
        <legend className="hidden">{t.title(tile.title)}</legend>
        {[...KINDS, "table" as const, "kpi" as const].map((one) => (
          <label key={one}>
            <input type="radio" name="look" checked={look === one} onChange={() => setLook(one)} />
            {t[one]}
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}

function changeTo(widget: string, look: Look): DashboardEdit {
  if (look === "table" || look === "kpi") return { edit: "change", widget, kind: look };
  return { edit: "change", widget, kind: "chart", chart: look };
}

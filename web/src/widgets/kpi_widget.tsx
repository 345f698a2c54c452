import { KpiFigure } from "./kpi_figure";
import styles from "./kpi_widget.module.css";
import { Sources } from "./sources";
import type { KpiShown } from "./widget";

/** One figure of a conversation, with what it is of. */
export function KpiWidget({ kpi }: { kpi: KpiShown }) {
  return (
    <figure className={styles.card} aria-label={kpi.label}>
      <figcaption className={styles.label}>{kpi.label}</figcaption>
      <KpiFigure kpi={kpi} />
      <Sources sources={kpi.sources} />
    </figure>
  );
}

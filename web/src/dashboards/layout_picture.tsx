import type { DashboardItem, Place } from "./dashboards_api";
import styles from "./gallery.module.css";

const WIDE = 20; // of a column
const HIGH = 12; // of a row
const ROWS = 10;
const GAP = 3;

/** What a dashboard looks like from afar: each widget where it stands, by its kind. */
export function LayoutPicture({ layout }: { layout: DashboardItem["layout"] }) {
  const seen = layout.filter(({ place }) => (place.y ?? 0) < ROWS);
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${12 * WIDE} ${ROWS * HIGH}`}
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
    >
      {seen.map(({ kind, place }) => (
        <Spot key={`${place.x}/${place.y}`} kind={kind} place={place} />
      ))}
    </svg>
  );
}

function Spot({ kind, place }: { kind: string; place: Place }) {
  const { x = 0, y = 0, w = 6, h = 4 } = place;
  const box = {
    left: x * WIDE + GAP / 2,
    top: y * HIGH + GAP / 2,
    wide: w * WIDE - GAP,
    high: h * HIGH - GAP,
  };
  return (
    <g>
      <rect
        className={styles.spot}
        x={box.left}
        y={box.top}
        width={box.wide}
        height={box.high}
        rx={3}
      />
      <Mark kind={kind} {...box} />
    </g>
  );
}

interface Box {
  left: number;
  top: number;
  wide: number;
  high: number;
}

const BARS = [0.5, 0.85, 0.65, 1, 0.4, 0.7];

function Mark({ kind, left, top, wide, high }: Box & { kind: string }) {
  const pad = Math.min(6, high / 4);
  if (kind === "kpi") {
    return (
      <rect
        className={styles.mark}
        x={left + pad}
        y={top + high / 2 - 3}
        width={Math.min(26, wide - 2 * pad)}
        height={6}
        rx={2}
      />
    );
  }
  if (kind === "chart") {
    const room = high - 2 * pad;
    const step = (wide - 2 * pad) / BARS.length;
    return BARS.map((tall) => (
      <rect
        key={tall}
        className={styles.mark}
        x={left + pad + BARS.indexOf(tall) * step}
        y={top + pad + room * (1 - tall)}
        width={step * 0.6}
        height={room * tall}
        rx={1}
      />
    ));
  }
  const lines = Math.max(1, Math.min(6, Math.floor((high - pad) / 7)));
  return Array.from({ length: lines }, (_, at) => at).map((at) => (
    <rect
      key={at}
      className={styles.line}
      x={left + pad}
      y={top + pad + at * 7}
      width={(wide - 2 * pad) * (at === lines - 1 && kind !== "table" ? 0.6 : 1)}
      height={2}
      rx={1}
    />
  ));
}

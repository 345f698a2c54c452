import { lazy, type Ref, Suspense } from "react";
import { Boundary } from "../design/boundary";
import type { ChartPicture } from "./chart_canvas";
import styles from "./chart_canvas.module.css";
import { describedIn } from "./chart_spec";
import type { ChartShown } from "./widget";

const ChartCanvas = lazy(() => import("./chart_canvas"));

interface Props {
  chart: ChartShown;
  small?: boolean;
  picture?: Ref<ChartPicture>;
}

/** A chart that fills the room it stands in, and keeps that room while its library is loaded. */
export function ChartBody({ chart, small = false, picture }: Props) {
  return (
    <Boundary>
      <Suspense fallback={<div className={styles.waiting} aria-hidden="true" />}>
        <ChartCanvas
          spec={chart.spec}
          label={describedIn(chart.spec, chart.title)}
          small={small}
          {...(picture === undefined ? {} : { picture })}
        />
      </Suspense>
    </Boundary>
  );
}

import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import { useLanguage, usePreferences } from "../session/preferences";
import styles from "./chart_canvas.module.css";
import { useChartColours } from "./chart_colours";
import { type ECharts, init } from "./chart_library";
import { themedOption } from "./chart_option";
import { chartSpec, type Part } from "./chart_spec";

export interface ChartPicture {
  /** The chart as it is drawn now, as an address of data; null before it is. */
  address(): string | null;
}

interface Props {
  spec: Part;
  /** What it shows in words. */
  label: string;
  small?: boolean;
  picture?: Ref<ChartPicture>;
}

/** Draws a chart into the room it is given; alone in loading the chart library. */
export default function ChartCanvas({ spec, label, small = false, picture }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts | null>(null);
  const { width, height } = useRoom(place);
  const colours = useChartColours();
  const language = useLanguage();
  const motion = usePreferences().motion;
  const drawable = useMemo(() => chartSpec(spec), [spec]);
  useEffect(
    () => () => {
      chart.current?.dispose();
      chart.current = null;
    },
    [],
  );
  useEffect(() => {
    if (place.current === null || width === 0 || height === 0) return;
    chart.current ??= init(place.current, null, { renderer: "canvas", width, height });
    const still = motion === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;
    chart.current.resize({ width, height });
    const look = { colours, language, width, height, still, small };
    chart.current.setOption(themedOption(drawable, look), { notMerge: true });
  }, [drawable, colours, language, width, height, motion, small]);
  useImperativeHandle(picture, () => ({
    address: () =>
      chart.current?.getDataURL({ type: "png", pixelRatio: 2, backgroundColor: colours.card }) ??
      null,
  }));
  return <div ref={place} className={styles.canvas} role="img" aria-label={label} />;
}

/** How large an element is, now and whenever that changes. */
function useRoom(place: React.RefObject<HTMLDivElement | null>) {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useEffect(() => {
    if (place.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width, height } = entry.contentRect;
      setRoom({ width: Math.floor(width), height: Math.floor(height) });
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return room;
}

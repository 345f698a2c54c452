import { useEffect, useRef, useState } from "react";
import styles from "./artifact_widget.module.css";
import { useTheme } from "./chart_colours";

const LOWEST = 120;
const TALLEST = 4_000;

interface Props {
  address: string;
  title: string;
  /** Fill the room instead of growing with what is inside. */
  fill?: boolean;
}

/** The closed frame of what a model has written; it says how high it is, and nothing else. */
export function ArtifactFrame({ address, title, fill = false }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const theme = useTheme();
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const hear = (event: MessageEvent<unknown>) => {
      if (event.source === null || event.source !== frame.current?.contentWindow) return;
      const said = heightOf(event.data);
      if (said !== null) setHeight(Math.min(Math.max(said, LOWEST), TALLEST));
    };
    addEventListener("message", hear);
    return () => removeEventListener("message", hear);
  }, []);
  return (
    <iframe
      ref={frame}
      className={styles.frame}
      data-fill={fill}
      style={height === null || fill ? undefined : { height }}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      title={title}
      src={`${address}?theme=${theme}`}
    />
  );
}

function heightOf(data: unknown): number | null {
  if (typeof data !== "object" || data === null) return null;
  if (!("type" in data) || data.type !== "batuta-height" || !("height" in data)) return null;
  const height = Number(data.height);
  return Number.isFinite(height) && height > 0 ? Math.ceil(height) : null;
}

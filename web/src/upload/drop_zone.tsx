import { type ReactNode, useEffect, useRef, useState } from "react";
import { texts, useTexts } from "../language/texts";
import styles from "./drop_zone.module.css";

const WORDS = texts(
  { drop: "Drop tables here: CSV, TSV, Excel, JSON lines, Parquet" },
  { drop: "Solte tabelas aqui: CSV, TSV, Excel, JSON lines, Parquet" },
);

/** Takes files that are dragged over the page or pasted into it. */
export function DropZone({
  onFiles,
  children,
}: {
  onFiles: (files: File[]) => void;
  children: ReactNode;
}) {
  const t = useTexts(WORDS);
  const [over, setOver] = useState(false);
  const depth = useRef(0);
  const take = useRef(onFiles);
  take.current = onFiles;
  useEffect(() => {
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth.current += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth.current = Math.max(0, depth.current - 1);
      setOver(depth.current > 0);
    };
    const allow = (event: DragEvent) => {
      if (carriesFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault(); // the browser would leave the page and show the file
      depth.current = 0;
      setOver(false);
      take.current([...(event.dataTransfer?.files ?? [])]);
    };
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      take.current(files);
    };
    window.addEventListener("dragenter", enter);
    window.addEventListener("dragleave", leave);
    window.addEventListener("dragover", allow);
    window.addEventListener("drop", drop);
    window.addEventListener("paste", paste);
    return () => {
      window.removeEventListener("dragenter", enter);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("dragover", allow);
      window.removeEventListener("drop", drop);
      window.removeEventListener("paste", paste);
    };
  }, []);
  return (
    <>
      {children}
      {over && (
        <div className={styles.veil}>
          <p>{t.drop}</p>
        </div>
      )}
    </>
  );
}

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

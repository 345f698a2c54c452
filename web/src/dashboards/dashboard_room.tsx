import { useEffect, useState } from "react";
import { Link } from "wouter";
import { Failed, Loading } from "../design/states";
import { texts, useTexts } from "../language/texts";
import { AddDialog } from "./add_dialog";
import { ConflictDialog } from "./conflict_dialog";
import styles from "./dashboard_room.module.css";
import { type Dashboard, useDashboard, useDashboardView } from "./dashboards_api";
import { DeleteDialog } from "./delete_dialog";
import { RoomHead } from "./room_head";
import { ShareDialog } from "./share_dialog";
import { TileGrid } from "./tile_grid";
import { useEdits } from "./use_edits";

const WORDS = texts(
  { all: "Dashboards", empty: "This dashboard has no widgets yet." },
  { all: "Dashboards", empty: "Este dashboard ainda não tem widgets." },
);
export type RoomDialog = "share" | "delete" | "add";

/** One dashboard: looked at, changed, shared. */
export function DashboardRoom({ id }: { id: string }) {
  const known = useDashboard(id);
  if (known.data !== undefined) return <OpenDashboard known={known.data} />;
  if (known.error === null) return <Loading />;
  return (
    <>
      <Failed error={known.error} onRetry={() => void known.refetch()} />
      <BackToAll />
    </>
  );
}

function OpenDashboard({ known }: { known: Dashboard }) {
  const t = useTexts(WORDS);
  const view = useDashboardView(known.id);
  const document = useDashboard(known.id);
  const edits = useEdits(known);
  const [editing, setEditing] = useState(false);
  const [dialog, setDialog] = useState<RoomDialog | null>(null);
  const close = () => setDialog(null);
  // Figures tell when somebody else, or the assistant, has changed the dashboard meanwhile.
  const newer = !edits.busy && (view.data?.version ?? 0) > known.version;
  const { refetch } = document;
  useEffect(() => {
    if (newer) void refetch();
  }, [newer, refetch]);
  useUndoKeys(editing && !edits.busy, edits.undo, edits.redo);
  return (
    <div className={styles.room}>
      <BackToAll />
      <RoomHead
        known={known}
        view={view}
        edits={edits}
        editing={editing}
        onEditing={setEditing}
        onDialog={setDialog}
      />
      {view.error !== null && view.data === undefined && (
        <Failed error={view.error} onRetry={() => void view.refetch()} />
      )}
      {known.widgets.length === 0 ? (
        <p className={styles.empty}>{t.empty}</p>
      ) : (
        <TileGrid known={known} view={view.data} edits={edits} editing={editing} />
      )}
      {dialog === "share" && <ShareDialog id={known.id} onDone={close} />}
      {dialog === "delete" && <DeleteDialog id={known.id} title={known.title} onDone={close} />}
      {dialog === "add" && <AddDialog known={known} apply={edits.apply} onDone={close} />}
      {edits.conflict && (
        <ConflictDialog
          onReload={() => {
            edits.seen();
            void document.refetch();
            void view.refetch();
          }}
        />
      )}
    </div>
  );
}

function BackToAll() {
  const t = useTexts(WORDS);
  return (
    <nav className={styles.back}>
      <Link href="/dashboards">{t.all}</Link>
      <span aria-hidden="true"> / </span>
    </nav>
  );
}

/** Ctrl+Z and Ctrl+Shift+Z while editing, but not where somebody types. */
function useUndoKeys(on: boolean, undo: () => void, redo: () => void): void {
  useEffect(() => {
    if (!on) return;
    const hear = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.matches("input, textarea");
      if (typing || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
      event.preventDefault();
      if (event.shiftKey) redo();
      else undo();
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, [on, undo, redo]);
}

/** Changes of a dashboard by hand: sent with the version they were made for, told when refused. */
import { useState } from "react";
import { Problem } from "../api/problem";
import { useAnnouncer } from "../design/announcer";
import { type Dashboard, type DashboardEdit, useDashboardChanges } from "./dashboards_api";

export interface Edits {
  /** Carry edits out, all together or not at all; whether they were. */
  apply: (...edits: DashboardEdit[]) => Promise<boolean>;
  undo: () => void;
  redo: () => void;
  busy: boolean;
  /** Somebody else has changed the dashboard meanwhile; nothing was done. */
  conflict: boolean;
  seen: () => void;
}

export function useEdits(known: Dashboard): Edits {
  const { notify } = useAnnouncer();
  const { edit, undo, redo } = useDashboardChanges(known.id);
  const [conflict, setConflict] = useState(false);
  const refused = (error: Error) => {
    if (error instanceof Problem && error.code === "conflict") setConflict(true);
    else notify(error.message, "failed");
  };
  const { version } = known;
  return {
    apply: async (...edits) => {
      try {
        await edit.mutateAsync({ edits, version });
        return true;
      } catch (error) {
        refused(error instanceof Error ? error : new Error(String(error)));
        return false;
      }
    },
    undo: () => undo.mutate(version, { onError: refused }),
    redo: () => redo.mutate(version, { onError: refused }),
    busy: edit.isPending || undo.isPending || redo.isPending,
    conflict,
    seen: () => setConflict(false),
  };
}

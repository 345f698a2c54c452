/** Which of the shown cases are selected; with shift, all from the last one on. */
import { useCallback, useMemo, useRef, useState } from "react";

export interface Selection {
  ids: ReadonlySet<string>;
  pick: (id: string, range?: boolean) => void;
  pickAll: (all: boolean) => void;
}

export function useSelection(shown: readonly string[]): Selection {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set<string>());
  const last = useRef<string | null>(null);
  // What is shown no more is selected no more: nobody decides what they do not see.
  const ids = useMemo(() => new Set(shown.filter((id) => kept.has(id))), [shown, kept]);
  const pick = useCallback(
    (id: string, range = false) => {
      const from = range && last.current !== null ? shown.indexOf(last.current) : -1;
      const to = shown.indexOf(id);
      const meant = from < 0 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1);
      last.current = id;
      setKept((before) => {
        const next = new Set(before);
        for (const one of meant) before.has(id) ? next.delete(one) : next.add(one);
        return next;
      });
    },
    [shown],
  );
  const pickAll = useCallback((all: boolean) => setKept(new Set(all ? shown : [])), [shown]);
  return { ids, pick, pickAll };
}

"""Tells what a question excludes."""

from __future__ import annotations

from analysis.reading.draft import Draft


def is_negated(draft: Draft, at: int) -> bool:
    """Tell whether a mark stands behind a word that excludes it; that word is used up then."""
    before = draft.before_it(at)
    hops = 0
    while before is not None and hops < 6:
        mark = draft.marks[before]
        if mark.means("not"):
            if before in draft.used and draft.marks[at].kind == "moment":
                return False
            draft.use(before)
            return True
        if mark.means("and", "or", "only") or mark.kind in ("comma", "value", "noun"):
            before, hops = draft.before_it(before), hops + 1
            continue
        truth = mark.column is not None and mark.column.best[0].is_truth
        if mark.kind == "column" and hops == 0 and not truth and draft.marks[at].kind != "moment":
            before, hops = draft.before_it(before), hops + 1
            continue
        return False
    return False

"""Tells which ends of an order a question asks for: the most, the least, or both of them."""

from __future__ import annotations

from analysis.reading.draft import Draft

RISING = frozenset(("most", "often", "top", "best", "newest"))
FALLING = frozenset(("least", "seldom", "worst", "oldest"))
_ENDS = {"max": "most", "min": "least"}


def ends_said(draft: Draft) -> dict[str, int]:
    """Return which ends of an order are asked for, and where that is said first."""
    found: dict[str, int] = {}
    for at, mark in enumerate(draft.marks):
        if at not in draft.used or at in draft.passed or mark.kind not in ("meaning", "size"):
            continue
        meant = mark.meant[1].partition(" ")[0] if mark.kind == "size" else mark.meant[0]
        if mark.means("aggregate"):
            meant = _ENDS.get(mark.meant[1], "")
        if meant in RISING:
            found.setdefault("most", at)
        elif meant in FALLING:
            found.setdefault("least", at)
    return found


def asks_both(draft: Draft) -> bool:
    """Tell whether both ends are asked for of one thing: "the cheapest and the dearest"."""
    ends = sorted(ends_said(draft).values())
    if len(ends) < 2:
        return False
    between = draft.marks[ends[0] + 1 : ends[1]]
    return any(m.means("and", "or") or m.kind == "comma" for m in between)


def of_two_things(draft: Draft) -> bool:
    """Tell whether each end is of something else: "the most sales and the fewest returns"."""
    ends = sorted(ends_said(draft).values())
    behind = [draft.after_it(at) for at in ends]
    named = [draft.marks[at] for at in behind if at is not None]
    held = [m for m in named if m.kind in ("column", "value", "noun")]
    if len(ends) < 2 or len(held) < 2:
        return False
    words = [{t.stem for t in draft.sentence.tokens[m.start : m.end]} for m in held]
    return not words[0] & words[1]

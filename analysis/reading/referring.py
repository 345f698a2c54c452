"""Reads what a message says of the answer before it: "when was that", "counts, not %", "both
together", "how many is that based on", "what was the peak".
"""

from __future__ import annotations

from analysis.query import DataQuery, Measure, RowFilter
from analysis.reading.asking import unclear
from analysis.reading.draft import Draft, InDoubt, NotHere
from analysis.reading.saying_whom import (
    PERSONS,
    ask_of_some_rows,
    asks_its_figure,
    says_one,
    says_them,
    says_winner,
)  # fmt: skip
from analysis.reading.that_row import extreme_of
from analysis.reading.two_before import both_before, grouped_by_pair
from analysis.wording import readable

_THREE = frozenset("three tres".split())
_PEAKS = ("peak", "pico", "the peak", "o pico", "record high")


def _one_of_them(draft: Draft, base: DataQuery) -> DataQuery:
    """Return what was asked of all groups, of the one that is named now: "and Julia's?"."""
    parts = draft.parts
    names = {g.column for g in base.group_by if not g.bucket}
    named = [f for f in parts.filters if f.column in names and f.operator == "="]
    shares = [m for m in base.measures if m.aggregate == "share" and not m.where]
    if not named or parts.groups or parts.way or not (base.order_by or shares):
        return base
    groups = [g for g in base.group_by if g.column not in {f.column for f in named}]
    measures = [m.model_copy(update={"where": named}) if m in shares else m for m in base.measures]
    if shares:
        parts.filters = [f for f in parts.filters if f not in named]
    return base.model_copy(update={"group_by": groups, "measures": measures, "order_by": None})


def _all_of(draft: Draft, base: DataQuery) -> None:
    """Read "all shifts" as without the condition on shifts."""
    parts = draft.parts
    held = {f.column for f in base.filters}
    freed = [g.column for g in parts.groups if g.column in held]
    ends = [c.column.name for _, c in parts.measured if c.column.name in held]
    if parts.all_of_it and ends and not parts.aggregates and len(draft.sentence.tokens) <= 4:
        parts.dropped += ends  # "all ages"
        parts.measured.clear()
        parts.all_of_it = False
    if parts.all_of_it and freed and not parts.has_measure and not draft.has("by"):
        parts.dropped += freed
        parts.groups = [g for g in parts.groups if g.column not in freed]
        parts.all_of_it = False


def _of_the_winner(draft: Draft, base: DataQuery) -> DataQuery:
    """Go on from the one whom the answer before named: "his", "that day"; ask where it is open."""
    one, that = says_one(draft), says_winner(draft) or asks_its_figure(draft)
    if not base.group_by or not (one or that):
        return base
    if draft.has("share") and not (draft.has_noun or that):
        return base
    named = draft.before.named
    if named and named[0].column in {g.column for g in base.group_by}:
        draft.use(*draft.meaning("that"))
        own = [g for g in draft.parts.groups if g.column != named[0].column]
        draft.parts.groups, draft.parts.target = own, draft.parts.target and bool(own)
        measures = [] if draft.parts.has_measure or draft.has_noun else base.measures
        filters = [f for f in base.filters if f.column != named[0].column or f.bucket]
        changed = {"group_by": [], "order_by": None, "limit": 100, "measures": measures}
        return base.model_copy(update={**changed, "filters": [*filters, *named]})
    whom = any(t.word in PERSONS for t in draft.sentence.tokens)
    if base.order_by is None and not that and not whom:
        return base
    by = ", ".join(readable(g.column) for g in base.group_by)
    en = draft.sentence.language == "en"
    raise InDoubt(
        unclear(
            f"Which {by} do you mean? Please say the name." if en
            else f"De qual {by} você fala? Diga o nome.",
            [],
        )
    )  # fmt: skip


def take_back(draft: Draft, base: DataQuery | None) -> DataQuery | None:
    """Return the query before as this message goes on from it."""
    parts = draft.parts
    if base is None:
        return None
    ask_of_some_rows(draft, base)
    if parts.rank > 1 and not (base.group_by or base.columns):
        base = next(
            (q for q in reversed(draft.before.queries[-4:]) if q.group_by and q.order_by), base
        )
    base = _of_the_winner(draft, base)
    _all_of(draft, base)
    base = _one_of_them(draft, base)
    figures = {m.column for m in base.measures if m.column}
    if any(f.operator == "is empty" and f.column in figures for f in parts.filters):
        base = base.model_copy(update={"measures": [], "group_by": [], "order_by": None})
    counted = {m.column for m in base.measures if m.aggregate == "count_distinct"}
    if counted & {g.column for g in parts.groups}:
        base = base.model_copy(update={"measures": []})  # "how many racks", "which rack …"
    if says_them(draft) and parts.measured and base.order_by:
        base = base.model_copy(update={"group_by": [], "order_by": None})
    both = {m.aggregate for m in base.measures} == {"min", "max"}
    if both and parts.groups and draft.has("which") and not parts.has_measure:
        raise NotHere("shape", draft.sentence.text[:60])  # of which of the two?
    extreme = not base.columns and extreme_of(base)[0] and not base.group_by and draft.has("which")
    if extreme and parts.groups and not parts.way and not parts.has_measure:
        parts.way = "most" if extreme_of(base)[1] else "least"  # "which day", of the highest
    if parts.aggregates and not parts.measured and (base.group_by or parts.groups):
        _peak(draft)
    them = says_them(draft) and not parts.share and not parts.measured
    pieces = any("unit" in c.concepts for c in draft.index.numbers())
    amounts = [at for at in draft.meaning("as_count") if "quantidade" in draft.said(at).lower()]
    if pieces and amounts:
        raise NotHere("shape", draft.said(amounts[0]))  # of rows, or of pieces?
    if draft.has("as_count") or (them and _share_of(base)):
        draft.use(*draft.meaning("as_count"))
        parts.share, parts.count = False, False
        return _counted(base)
    if draft.has("based_on"):
        draft.use(*draft.meaning("based_on"))
        parts.count = False
        return _resting_on(base)
    if draft.has("together") and not parts.difference:
        return _put_together(draft, both_before(draft, base))
    base = _held_against(draft, base)
    if _compares_two(draft):
        draft.use(*draft.meaning("versus", "together"))
        parts.compared = True
        return grouped_by_pair(both_before(draft, base))
    return base


def _held_against(draft: Draft, base: DataQuery) -> DataQuery:
    """Put another value beside the one before: "compared to the oven"."""
    parts = draft.parts
    unheld = [at for at in draft.meaning("versus") if at not in draft.used]
    if not unheld or len(parts.filters) != 1 or parts.groups or base.group_by or base.columns:
        return base
    said = parts.filters[0]
    rivals = [f for f in base.filters if f.column == said.column and f.operator == "="]
    if said.operator != "=" or len(rivals) != 1 or parts.has_measure:
        return base
    values = [v for v in (rivals[0].value, said.value) if isinstance(v, str | int | float)]
    pair = RowFilter(column=said.column, operator="in", value=[*values], bucket=said.bucket)
    draft.use(*unheld)
    parts.filters, parts.compared = [], True
    kept = [pair if f == rivals[0] else f for f in base.filters]
    return grouped_by_pair(base.model_copy(update={"filters": kept}))


def _compares_two(draft: Draft) -> bool:
    """Tell whether the last two answers are held against each other: "how much more?"."""
    parts = draft.parts
    named = parts.measured or parts.filters or parts.groups or parts.count or draft.has_noun
    asked = draft.has("versus", "difference") or parts.difference or parts.changed
    more = draft.has("how_much") and bool(parts.way)
    base = draft.base
    figures = {m.column for m in base.measures} if base else set[str | None]()
    which = draft.has("which", "who") and bool(parts.way) and base is not None
    which = which and not (base.group_by or base.columns) if base else False
    if which and {c.column.name for _, c in parts.measured} <= figures:
        return not (parts.filters or parts.groups or parts.count or draft.has_noun)
    return not named and (asked or more) and len(draft.sentence.tokens) <= 8


def _peak(draft: Draft) -> None:
    """Read the peak of figures by group as the group that has the most."""
    peaks = [at for at, _ in draft.parts.aggregates if draft.said(at).lower() in _PEAKS]
    if len(peaks) == len(draft.parts.aggregates):
        draft.parts.aggregates.clear()
        draft.parts.way = "most"


def _share_of(base: DataQuery) -> bool:
    return any(m.aggregate == "share" and m.where for m in base.measures)


def _counted(base: DataQuery) -> DataQuery:
    """Return a query of shares as one of numbers of rows."""
    where = [f for m in base.measures for f in m.where if f not in base.filters]
    kept = [m for m in base.measures if m.aggregate == "share" and m.column]
    measures = [Measure(aggregate="sum", column=m.column) for m in kept]
    changed = {"measures": measures, "filters": [*base.filters, *where], "order_by": None}
    return base.model_copy(update=changed)


def _resting_on(base: DataQuery) -> DataQuery:
    """Return a query that counts the rows that a figure was worked out from."""
    names = list(dict.fromkeys(m.column for m in base.measures if m.column))
    known = {f.column for f in base.filters if f.operator == "is filled"}
    filled = [RowFilter(column=n, operator="is filled") for n in names if n not in known]
    return base.model_copy(
        update={"measures": [], "filters": [*base.filters, *filled], "order_by": None}
    )


def _put_together(draft: Draft, base: DataQuery) -> DataQuery:
    """Return a query without the groups that only held several values side by side."""
    draft.use(*draft.meaning("together"))
    words = {t.word for t in draft.sentence.tokens}
    for given in base.filters:
        count = len(given.value) if isinstance(given.value, list) else 0
        if given.operator == "in" and words & _THREE and count != 3:
            raise NotHere("before")  # which three?
    several = {f.column for f in base.filters if f.operator in ("in", "not in")}
    groups = [g for g in base.group_by if g.column not in several]
    return base.model_copy(update={"group_by": groups, "order_by": None})

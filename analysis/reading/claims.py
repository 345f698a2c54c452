"""Holds a finished query against the words it was made of: what a word claims must be in it.

The readers take words one after another, and what one of them took another may have dropped. So at
the end each word with content is asked what it says of the query, and the query is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from analysis.query import DataQuery, RowFilter
from analysis.reading.draft import Draft, NotHere
from analysis.reading.extremes import FALLING, RISING, asks_both, ends_said, of_two_things
from analysis.reading.marks import Mark
from analysis.reading.read_limits import UNITS
from analysis.reading.shapes import Understood

_LIMITS = ("more", "fewer", "floor", "ceiling", "between", "or_more", "or_less")
_MORE = frozenset("mais menos more less most least".split())
_HEADS = (
    "how_many", "how_much", "which", "who", "when", "where", "aggregate", "most", "least", "often",
    "seldom", "best", "worst", "share", "distinct",
)  # fmt: skip
_RUNNING = frozenset("acumulado acumulada cumulative running".split())
_SAME_AS: dict[str, frozenset[str]] = {
    "sum": frozenset(("sum", "count", "share", "count_distinct")),
    "mean": frozenset(("mean",)),
}


def hold_claims(draft: Draft, understood: Understood) -> None:
    """Refuse a reading that leaves out what a word of the question says."""
    for at, mark in enumerate(draft.marks):
        if at in draft.passed or at in draft.absorbed:
            continue
        claim = _CLAIMS.get(mark.kind if mark.kind != "meaning" else mark.meant[0])
        if claim and not claim(draft, at, mark, understood):
            raise NotHere("shape", draft.said(at))
    both = understood.form == "ends" and of_two_things(draft)
    if both or not _one_end(draft, understood):
        raise NotHere("shape", _both_ends(draft))


def columns_of(query: DataQuery) -> set[str]:
    """Return the columns that a query is about."""
    found = {g.column for g in query.group_by} | set(query.columns)
    found |= {f.column for f in conditions_of(query)}
    found |= {m.column for m in query.figures if m.column}
    return found | ({query.order_by} if query.order_by else set())


def conditions_of(query: DataQuery) -> Iterator[RowFilter]:
    """Yield the conditions of a query, and of its figures alone."""
    yield from query.filters
    for measure in query.measures:
        yield from measure.where


def _values_of(query: DataQuery) -> set[str]:
    found: set[str] = {f"{query.having.value:g}"} if query.having else set()
    for given in conditions_of(query):
        values = given.value if isinstance(given.value, list) else [given.value]
        found |= {f"{v:g}" if isinstance(v, int | float) else str(v) for v in values}
    return found


def _value(draft: Draft, at: int, mark: Mark, understood: Understood) -> bool:
    query, mention = understood.query, mark.value
    if mention is None or draft.parts.money:
        return True
    names = {column.column.name for column, _ in mention.hits}
    if names & set(draft.parts.dropped):
        return True
    said = {value for _, values in mention.hits for value in values}
    return any(f.column in names for f in conditions_of(query)) and bool(said & _values_of(query))


def _column(draft: Draft, at: int, mark: Mark, understood: Understood) -> bool:
    if mark.also_noun and not _counted_too(draft, at, mark, understood):
        return False
    if mark.column is None or mark.also_noun or draft.parts.chart == "histogram":
        return True
    names = {c.column.name for c in mark.column.columns}
    known = columns_of(understood.query) | set(draft.parts.dropped)
    keys = any(c.is_key or c.column.is_date for c in mark.column.best)
    return bool(names & known) or keys


def _number(draft: Draft, at: int, mark: Mark, understood: Understood) -> bool:
    query = understood.query
    if mark.number in (understood.rank, understood.top, query.limit):
        return True
    said = f"{mark.number:g}"
    return said in _values_of(query) or any(said in c for c in columns_of(query))


def _moment(draft: Draft, at: int, mark: Mark, understood: Understood) -> bool:
    dates = {c.column.name for c in draft.index.date_columns()}
    return any(f.column in dates for f in conditions_of(understood.query))


def _aggregate(draft: Draft, at: int, mark: Mark, understood: Understood) -> bool:
    said, query = mark.meant[1], understood.query
    known = {m.aggregate for m in query.figures}
    if said in ("min", "max") and (query.columns or query.order_by):
        return True
    running = draft.said(at).lower() in _RUNNING and any(g.bucket for g in query.group_by)
    if running:
        return False
    if said == "mean" and understood.form == "average":
        return True
    return bool(known & _SAME_AS.get(said, frozenset((said,))))


def _share(draft: Draft, at: int, mark: Mark, understood: Understood) -> bool:
    shares = any(m.aggregate == "share" for m in understood.query.measures)
    counted = draft.has("as_count") or draft.has("chart")
    return shares or counted or not understood.query.measures


def _ranked(draft: Draft, at: int, mark: Mark, understood: Understood) -> bool:
    query = understood.query
    ends = any(m.aggregate in ("min", "max") for m in query.figures)
    whom = draft.said(at).split()[-2:-1] in (["que"], ["who"], ["that"])
    compared = bool(draft.parts.compared or understood.form == "difference")
    if draft.has("how_much") and draft.said(at).lower().split()[-1] in _MORE and not compared:
        named = query.group_by or query.columns or understood.form == "growth"
        return bool(named)  # "how much more" than what?
    whose = draft.has("which", "who") and draft.said(at).lower().split()[-1] in _MORE
    if whose and not (query.group_by or query.columns):
        return False  # "which spends most"
    behind = [t.word for t in draft.sentence.tokens[mark.end : mark.end + 2]]
    cycles = {f.bucket for f in query.filters if f.operator == "=" and f.bucket == "weekday"}
    if cycles and any(g.bucket == "day" for g in query.group_by) and draft.has("is"):
        return False  # "is Monday the day with the most?"
    if set(behind[:1]) <= {"than", "que", "do"} and behind and not compared:
        return behind[0] == "do" and behind[-1] != "que"  # "more than …" what nobody found
    if understood.rank > 1 or whom:  # "the second", "o que menos vendeu": somebody, no figure
        return bool(query.group_by or query.columns)
    return bool(query.order_by) or ends or compared or understood.show == "chart"


def _asked_group(draft: Draft, at: int, mark: Mark, understood: Understood) -> bool:
    """A "which" with a column behind it asks for that column."""
    query, behind = understood.query, draft.after_it(at)
    if _asked_too(draft, at):
        return False
    if behind is None or behind in draft.passed | draft.absorbed:
        return True
    if draft.marks[behind].kind != "column" or draft.marks[behind].also_noun:
        return True
    return _column(draft, behind, draft.marks[behind], understood) and bool(columns_of(query))


def _split(draft: Draft, at: int, mark: Mark, understood: Understood) -> bool:
    """A "by" that nobody took leaves figures side by side: "price per km"."""
    figures = [m for m in understood.query.figures if m.column or m.where]
    if draft.parts.per_row and not figures and not understood.query.columns:
        return False  # how many rows in a row
    each = draft.said(at).lower().split()[-1] in ("each", "every", "cada")
    if each and draft.base is not None and draft.base.order_by and draft.parts.groups:
        return False  # "for each shift", after a ranking: the first of each?
    behind = draft.after_it(at)
    ranked = understood.form in ("most", "least") and len(understood.query.group_by) > 1
    if at in draft.used and ranked and draft.parts.target:
        return False  # the most common of each
    lone = draft.said(at).lower().split()[-1] in ("each", "every", "cada", "per")
    if at not in draft.used and lone and behind is not None and draft.marks[behind].kind == "value":
        return False  # "each store", where one is called so
    if at in draft.used or behind is None or not draft.marks[behind].column:
        return True
    unit = draft.said(behind).lower() in UNITS and draft.said(at).lower() in ("per", "por")
    if unit and draft.base is not None:
        return False  # "per hectare"
    known = understood.query.order_by or ""
    named = [c.column.name for c in draft.mention(behind).best]
    return any(n in known for n in named) or (draft.parts.top is not None)


def _limit(draft: Draft, at: int, mark: Mark, understood: Understood) -> bool:
    """A limit holds rows; one of groups ("stations with sales above …") is another thing."""
    groups = [g for g in draft.parts.groups if not g.bins]
    if at not in draft.used or not groups or draft.base is not None:
        return True
    places = [n for n, m in enumerate(draft.marks) if m.column and n < at]
    bare = not (draft.has_noun or draft.has("by", "how_many", "share", "versus", "aggregate"))
    named = {c.column.name for n in places[:1] for c in draft.mention(n).best}
    numeric = {c.column.name for c in draft.index.numbers()}
    limits = {f.column for f in draft.parts.filters} & numeric
    return not (bare and groups[0].column in named and limits)


def _amount(draft: Draft, at: int, mark: Mark, understood: Understood) -> bool:
    """An amount is asked for: rows that are only counted are none."""
    named = any(m.column for m in understood.query.figures) or bool(understood.query.columns)
    shares = any(m.aggregate == "share" for m in understood.query.figures)
    return named or shares or draft.has("how_many", "trend")


def _counted(draft: Draft, at: int, mark: Mark, understood: Understood) -> bool:
    """A number of something is asked for, beside whatever else is."""
    query = understood.query
    if query.columns or understood.form == "average" or draft.has("as_count", "how_long"):
        return True
    counting = any(
        m.aggregate in ("count", "count_distinct", "sum", "share") for m in query.figures
    )
    behind = draft.after_it(at, over=("distinct",))
    figure = behind is not None and draft.marks[behind].kind == "column"
    return counting or figure or at == 0


def _held_up(draft: Draft, at: int, mark: Mark, understood: Understood) -> bool:
    return at in draft.used or bool(understood.query.group_by or understood.chart)


def _counted_too(draft: Draft, at: int, mark: Mark, understood: Understood) -> bool:
    """Rows beside a figure are a figure of their own: "revenue and orders"."""
    before = draft.before_it(at)
    joined = before is not None and draft.marks[before].means("and")
    lead = draft.before_it(before) if before is not None and joined else None
    figure = lead is not None and any(place == lead for place, _ in draft.parts.measured)
    return not figure or any(m.column is None for m in understood.query.figures)


def _over_time(draft: Draft, at: int, mark: Mark, understood: Understood) -> bool:
    if mark.meant[1] and draft.has("which", "who") and not draft.has("how_much"):
        return False  # "which is growing"
    timed = any(g.bucket for g in understood.query.group_by)
    return timed and understood.form in ("groups", "growth", "difference")


def _asked_too(draft: Draft, at: int) -> bool:
    """Tell whether a second question stands behind the first and nobody took it."""
    before = draft.before_it(at)
    joined = (
        before is not None
        and not draft.parts.compared
        and (draft.marks[before].means("and", "or") or draft.marks[before].kind == "comma")
    )
    behind = draft.after_it(at)
    asks = behind is not None and draft.marks[behind].kind != "comma"
    asks = asks and not draft.marks[behind or 0].means("and", "or")
    said = any(m.means(*_HEADS) or m.kind == "size" for m in draft.marks[: before or 0])
    said = said or any(at < (before or 0) for at, _ in draft.parts.measured)
    return joined and said and asks and at not in draft.used


def _alternative(draft: Draft, at: int, mark: Mark, understood: Understood) -> bool:
    """An "or" between conditions on two columns is none of a query's, which must all hold."""
    before, after = draft.before_it(at), draft.after_it(at)
    if before is None or after is None:
        return True
    one, other = _conditioned(draft, before), _conditioned(draft, after)
    held = [f.column for f in draft.parts.filters]
    return not (one and other) or bool(one & other) or not (one & {*held} and other & {*held})


def _conditioned(draft: Draft, at: int) -> set[str]:
    """Return the columns that a condition around a mark may be about."""
    mark = draft.marks[at]
    if mark.value:
        return {c.column.name for c, _ in mark.value.hits}
    if mark.column:
        return {c.column.name for c in mark.column.best}
    if mark.kind == "moment":
        return {c.column.name for c in draft.index.date_columns()}
    return set()


_Claim = Callable[[Draft, int, Mark, Understood], bool]
_CLAIMS: dict[str, _Claim] = {
    "noun": _counted_too, "value": _value, "column": _column, "number": _number, "moment": _moment,
    "aggregate": _aggregate, "share": _share, "which": _asked_group, "by": _split,
    "or": _alternative, "how_many": _counted, "how_much": _amount, "trend": _over_time,
    "versus": _held_up, **dict.fromkeys(_LIMITS, _limit),
    **dict.fromkeys((*RISING, *FALLING, "size", "second"), _ranked),
}  # fmt: skip


def _one_end(draft: Draft, understood: Understood) -> bool:
    """Tell whether one end of an order was asked for, or both are answered."""
    known = {m.aggregate for m in understood.query.figures}
    answered = understood.form == "ends" or {"min", "max"} <= known
    return answered or not asks_both(draft)


def _both_ends(draft: Draft) -> str:
    first, last = sorted(ends_said(draft).values())
    return f"{draft.said(first)}, {draft.said(last)}"

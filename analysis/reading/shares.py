"""Percentages: of what, and what has that share."""

from __future__ import annotations

from analysis.query import DataQuery, Grouping, Measure, RowFilter
from analysis.reading.asking import unclear
from analysis.reading.draft import Draft, InDoubt, NotHere
from analysis.reading.order import ordered
from analysis.reading.shapes import Understood
from analysis.wording import readable

_ADDING_UP = ("count", "sum", "share", "count_distinct")
_VERBS = frozenset("was were are is são foi foram have has têm tem had".split())


def is_still_share(draft: Draft, base: DataQuery | None) -> bool:
    """Tell whether a share goes on, of a figure's sum instead of rows: "and in value?"."""
    shares = base is not None and any(m.aggregate == "share" for m in base.measures)
    return shares and bool(draft.parts.measured) and not draft.parts.aggregates


def _summed_before(base: DataQuery | None) -> str | None:
    """Return the figure whose totals were told before: "as %" is of these."""
    told = [m for m in base.measures if m.aggregate in ("sum", "share")] if base else []
    return told[0].column if len(told) == 1 else None


def share_of(
    draft: Draft, base: DataQuery | None, filters: list[RowFilter], groups: list[Grouping]
) -> Understood:
    parts = draft.parts
    adding = base is None or all(m.aggregate in _ADDING_UP for m in base.figures)
    if not (adding or parts.filters or parts.groups or parts.measured):
        raise NotHere("topic")  # the percentage of an average
    limited = {f.column for f in parts.filters}
    measured = [c for _, c in parts.measured if c.column.name not in limited]
    column = measured[0].column.name if measured else _summed_before(base)
    held = [f for f in filters if f.operator == "in" and f.column in {g.column for g in groups}]
    if base and held and not (parts.groups or parts.filters or parts.spread):
        where, groups = held, []  # what several have together of all
        rest = [f for f in filters if f not in held]
    elif parts.filters and not (parts.refers and base):
        where, rest = _parted(draft, filters)
    elif base and not parts.groups:
        inherited = [f for m in base.measures for f in m.where]
        said = {f.column for f in parts.filters}
        where = [*inherited, *(f for f in base.filters if f.column not in said)]
        rest = [f for f in filters if f not in where]
        if parts.spread or not where:
            where = []
    else:
        where, rest = [], filters
    if parts.spread and not groups and base:
        groups, where, rest = _broken_down(draft, base)
    if not where and not groups:
        raise NotHere("topic")
    one = [f for f in rest if groups and f.column == groups[0].column and f.operator in ("=", "in")]
    if one and len(groups) == 1:  # "what % is that of those who told their sex"
        where, groups = one, []
        rest = [f for f in rest if f not in one]
        rest.append(RowFilter(column=one[0].column, operator="is filled"))
    if groups and where and not parts.filters:
        rest, where = [*rest, *where], []
    measure = Measure(aggregate="share", column=column, where=where[:6])
    return ordered(draft, base, [measure], groups, rest)


def _broken_down(
    draft: Draft, base: DataQuery
) -> tuple[list[Grouping], list[RowFilter], list[RowFilter]]:
    """Split by the column that the last condition was about."""
    about = [f for m in base.measures for f in m.where] or base.filters[-1:]
    if not about:
        raise NotHere("topic")
    column = about[-1].column
    rest = [f for f in base.filters if f.column != column]
    return [Grouping(column=column)], [], rest


def _parted(draft: Draft, filters: list[RowFilter]) -> tuple[list[RowFilter], list[RowFilter]]:
    """Part conditions into what the share is of and what has that share."""
    said = list(draft.parts.filters)
    rest = [f for f in filters if f not in said]
    dates = {c.column.name for c in draft.index.date_columns()}
    timed = [f for f in said if f.column in dates]
    said = [f for f in said if f.column not in dates]
    if not said:
        return timed, rest
    if len(said) == 1:
        return said, [*rest, *timed]
    truths = [f for f in said if (c := draft.index.named(f.column)) and c.is_truth]
    if len(said) == 2 and len(truths) == 1:  # "% of women (who) would like …"
        return truths, [*rest, *timed, *(f for f in said if f not in truths)]
    share = draft.meaning("share")[0]
    copula = [
        at for at, m in enumerate(draft.marks)
        if at > share + 1 and (m.means("is") or draft.said(at).lower() in _VERBS)
    ]  # fmt: skip
    if copula and copula[0] > share:
        before = [f for f in said if _place_of(draft, f) < copula[0]]
        after = [f for f in said if f not in before]
        if before and after:
            return after, [*rest, *timed, *before]
    places = sorted((_place_of(draft, f), n) for n, f in enumerate(said))
    if len(said) == 2 and places[0][0] == draft.after_it(share):
        lead = draft.sentence.tokens[max(0, draft.marks[places[1][0]].start - 1)].word
        if lead in ("in", "at", "on", "no", "na", "em", "nos", "nas", "a", "during", "for"):
            part, whole = said[places[0][1]], said[places[1][1]]
            return [part], [*rest, *timed, whole]  # "% of dirt at night": of what is at night
    text = " ".join(_said_of(f) for f in said)
    en = draft.sentence.language == "en"
    raise InDoubt(
        unclear(
            f"A percentage of what: which of {text} is the whole?" if en
            else f"Percentual de quê: qual destes é o todo, {text}?",
            [
                (f"what percentage of {_said_of(whole)} is {_said_of(part)}" if en
                 else f"que percentual de {_said_of(whole)} é {_said_of(part)}")
                for whole in said for part in said if part is not whole
            ],
        )
    )  # fmt: skip


def _said_of(given: RowFilter) -> str:
    values = given.value if isinstance(given.value, list) else [given.value]
    return f"{readable(given.column)} “{', '.join(str(v) for v in values)}”"


def _place_of(draft: Draft, given: RowFilter) -> int:
    for at, mark in enumerate(draft.marks):
        columns = [h[0] for h in mark.value.hits] if mark.value else []
        columns += list(mark.column.best) if mark.column else []
        if any(c.column.name == given.column for c in columns):
            return at
    return 0

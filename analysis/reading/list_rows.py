"""Rows themselves: the greatest, the latest, or those that fulfil conditions."""

from __future__ import annotations

from analysis.query import DataQuery, Grouping, RowFilter
from analysis.reading.draft import Draft, InDoubt, NotHere
from analysis.reading.glossary import PEOPLE, PLACES
from analysis.reading.inherit import ranks_the_same
from analysis.reading.read_targets import picks_row
from analysis.reading.saying_whom import says_them
from analysis.reading.shapes import Understood
from analysis.reading.work_out import which_figure

_ROWS_SHOWN = 20


def wants_rows(draft: Draft, base: DataQuery | None, groups: list[Grouping]) -> bool:
    parts = draft.parts
    if parts.ends or parts.per_row:
        return False
    if parts.groups or (parts.count and not (parts.way or parts.age or parts.rows)) or parts.share:
        return False
    asked = draft.has("who", "where", "when") or bool(parts.listed) or _asks_which_row(draft)
    noun = draft.has_noun
    if base and base.group_by and parts.sized and not noun and _asks_by_group(draft, base):
        return False  # "who is the most expensive", of figures by doctor
    if base and ranks_the_same(draft) and not (base.group_by and draft.has("where", "when")):
        return bool(base.columns)
    if parts.way or parts.age:
        if base and base.group_by and not parts.measured and not asked and not noun:
            return False
        if parts.age and not parts.measured and (noun or asked):
            return True
        return bool(parts.way) and not parts.aggregates and (
            (asked and bool(parts.measured or noun or parts.listed))
            or bool(parts.listed)
            or (noun and not parts.measured and picks_row(draft))
            or (parts.top is not None and bool(parts.measured or noun))
        )  # fmt: skip
    of_those = draft.has("which") and says_them(draft) and not parts.has_measure
    if of_those and base is not None and not base.group_by:
        return True  # "which of those were damaged?"
    return parts.rows and not (parts.measured or parts.aggregates or parts.distinct)


def _asks_by_group(draft: Draft, base: DataQuery) -> bool:
    """Tell whether who or where asks for one of the groups before."""
    named = [c for g in base.group_by if (c := draft.index.named(g.column))]
    who = draft.has("who") and any(c.is_people for c in named)
    where = draft.has("where") and any(c.concepts & PLACES for c in named)
    if who or where:
        draft.use(*draft.meaning("who", "where"))
        draft.parts.measured.clear()
        draft.parts.target = True
    return who or where


def _asks_which_row(draft: Draft) -> bool:
    """Tell whether a row is asked for by its name: "the longest stay, and which patient"."""
    for at in draft.meaning("which"):
        behind = draft.after_it(at)
        if at and behind is not None:
            mark = draft.marks[behind]
            if mark.kind == "noun" or (mark.column and mark.column.best[0].is_key):
                return True
    return False


def list_rows(draft: Draft, filters: list[RowFilter], base: DataQuery | None) -> Understood:
    """List rows: the greatest, the latest, or those that fulfil conditions."""
    parts = draft.parts
    order = _order_of_rows(draft)
    columns = [*parts.listed]
    keys = [c.column.name for c in draft.index.columns if c.is_key]
    columns += [k for k in keys[:1] if k not in columns]
    for word, about in (("where", PLACES), ("who", PEOPLE)):
        if draft.has(word):
            known = about | {"place"} if word == "where" else about
            fitting = [
                c.column.name for c in draft.index.columns
                if c.concepts & known and (c.is_people or word == "where")
            ]  # fmt: skip
            columns += [n for n in fitting if n not in columns]
            draft.use(*draft.meaning(word))
    if draft.has("when") and (dates := draft.date_column()):
        columns.append(dates.column.name)
        draft.use(*draft.meaning("when"))
    if order and order not in columns:
        columns.append(order)
    ranked = bool(parts.way or parts.age)
    if not ranked or len(columns) <= 2:
        named = [c.column.name for c in draft.index.columns]
        columns += [n for n in named[:8] if n not in columns]
    query = DataQuery(
        dataset=draft.index.profile.name,
        columns=columns[:12],
        filters=filters,
        order_by=order if ranked else None,
        descending=parts.way != "least" and parts.age != "oldest",
        limit=_many(draft, base) if ranked else _ROWS_SHOWN,
    )
    return Understood(
        query, form="rows", show="table" if not ranked or (parts.top or 1) > 1 else parts.show,
        rank=parts.rank, top=parts.top or 1, notes=tuple(parts.notes),
    )  # fmt: skip


def _many(draft: Draft, base: DataQuery | None) -> int:
    """Return how many rows are ranked: as many as before where only the other end is asked for."""
    before = base.limit if base and base.columns and base.order_by and draft.parts.rank == 1 else 1
    return draft.parts.top or max(draft.parts.rank, before)


def _order_of_rows(draft: Draft) -> str | None:
    parts = draft.parts
    if parts.age:
        column = draft.date_column()
        if column is None:
            raise NotHere("no_dates", "")
        return column.column.name
    if not parts.way:
        return None
    if parts.measured:
        return parts.measured[0][1].column.name
    numbers = draft.index.numbers()
    totals = [c for c in numbers if "revenue" in c.concepts] or numbers
    if len(totals) != 1:
        raise InDoubt(which_figure(draft))
    return totals[0].column.name

"""Reads what is asked of the rows of the answer before: "when was that", "which stations?"."""

from __future__ import annotations

from analysis.query import DataQuery
from analysis.reading.draft import Draft, NotHere
from analysis.reading.glossary import PEOPLE, PLACES
from analysis.reading.saying_whom import says_one
from analysis.reading.shapes import Understood


def row_behind(draft: Draft, base: DataQuery | None) -> Understood | None:
    """Read "when was that": the row that holds the greatest or least figure of the last answer."""
    asked = draft.meaning("when", "where", "who")
    parts = draft.parts
    if base is not None and base.columns:
        listed = _rows_again(draft, base)
        if listed:
            return listed
    if base is not None and parts.measured and says_one(draft) and not base.group_by:
        return _of_that_row(draft, base)
    if base is None or not asked or parts.measured or parts.way or parts.groups or parts.count:
        return None
    refers = parts.refers or len(draft.marks) <= 3 or says_one(draft)
    if not refers or base.group_by or parts.has_measure or parts.filters:
        return None
    order, descending = extreme_of(base)
    if order is None:
        return None
    columns = [name for at in asked for name in _columns_for(draft, at)]
    if not columns:
        raise NotHere("column", draft.said(asked[0]))
    draft.use(*asked)
    query = DataQuery(
        dataset=draft.index.profile.name,
        columns=list(dict.fromkeys([*columns, order])),
        filters=base.filters,
        order_by=order,
        descending=descending,
        limit=1,
    )
    return Understood(query, form="rows", notes=tuple(parts.notes))


def _of_that_row(draft: Draft, base: DataQuery) -> Understood | None:
    """Read "how much did it cost", of the longest: another figure of the same row."""
    order, descending = extreme_of(base)
    parts = draft.parts
    if order is None or parts.way or parts.filters or parts.groups or parts.aggregates:
        return None
    columns = list(dict.fromkeys([*(c.column.name for _, c in parts.measured), order]))
    query = DataQuery(
        dataset=draft.index.profile.name, columns=columns, filters=base.filters,
        order_by=order, descending=descending, limit=1,
    )  # fmt: skip
    return Understood(query, form="rows", notes=tuple(parts.notes))


def _rows_again(draft: Draft, base: DataQuery) -> Understood | None:
    """Read what is asked of rows that were listed: "which stations?", "sorted by price"."""
    parts = draft.parts
    fresh = parts.way or parts.judged or parts.age or parts.aggregates or parts.filters
    if fresh or parts.share or parts.chart or draft.has("by", "spread", "total_of_all", "how_many"):
        return None
    measured = [c.column.name for _, c in parts.measured]
    if draft.has("sort") and len(measured) == 1:
        draft.use(*draft.meaning("sort"))
        rising = any(draft.marks[at].meant[1] == "ascending" for at in draft.meaning("sort"))
        changed = {"order_by": measured[0], "descending": not rising}
        return Understood(base.model_copy(update=changed), form="rows", show="table", top=2)
    named = [g.column for g in parts.groups if not g.bucket] or parts.listed
    if not (draft.has("which") and named and not measured and not draft.has_noun):
        return None
    columns = [*named, *(c for c in base.columns if c not in named)]
    show = "table" if base.limit > 1 else None
    query = base.model_copy(update={"columns": columns[:12]})
    return Understood(query, form="rows", show=show, top=base.limit)


def extreme_of(base: DataQuery) -> tuple[str | None, bool]:
    if base.columns and base.order_by:
        return base.order_by, base.descending
    measure = base.measures[0] if len(base.measures) == 1 else None
    if measure and measure.aggregate in ("min", "max"):
        return measure.column, measure.aggregate == "max"
    return None, True


def _columns_for(draft: Draft, at: int) -> list[str]:
    """Return the columns that say when, where or who."""
    mark = draft.marks[at]
    if mark.means("when"):
        date = draft.date_column()
        return [date.column.name] if date else []
    about = PLACES | {"place", "machine"} if mark.means("where") else PEOPLE
    return [
        c.column.name for c in draft.index.columns
        if c.concepts & about and (c.is_people or mark.means("where"))
    ][:3]  # fmt: skip

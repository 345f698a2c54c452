"""Puts the last two questions of one figure together: "both together", "how much more was it"."""

from __future__ import annotations

from analysis.query import DataQuery, Grouping, RowFilter, Scalar
from analysis.reading.draft import Draft, NotHere
from analysis.reading.moments import key_of, span_of
from analysis.reading.read_times import days_of


def both_before(draft: Draft, base: DataQuery) -> DataQuery:
    """Return the last two queries as one, where they differ in one value of one column.

    "How many in April?", "and in May?", "both together": April or May. Otherwise it is not known
    which two are meant.
    """
    queries = [q for q in draft.before.queries if q.dataset in (None, draft.index.profile.name)]
    if any(f.operator == "in" for f in base.filters) or (base.group_by and base.order_by is None):
        return base  # two stand side by side already
    earlier = queries[-2] if len(queries) > 1 else None
    pair = _pair(earlier, base) if earlier else None
    if earlier is None or pair is None or draft.before.open_question:
        raise NotHere("before")
    return base.model_copy(update={"filters": [*_common(earlier, base), pair]})


def grouped_by_pair(base: DataQuery) -> DataQuery:
    """Return a query of two values with a group for each."""
    pair = next((f for f in reversed(base.filters) if f.operator == "in"), None)
    if pair is None or base.group_by:
        return base
    return base.model_copy(update={"group_by": [Grouping(column=pair.column, bucket=pair.bucket)]})


def _common(one: DataQuery, other: DataQuery) -> list[RowFilter]:
    return [f for f in other.filters if f in one.filters]


def _pair(one: DataQuery, other: DataQuery) -> RowFilter | None:
    same = one.measures == other.measures and one.group_by == other.group_by
    first = [f for f in one.filters if f not in other.filters]
    last = [f for f in other.filters if f not in one.filters]
    if not same or one.columns or other.columns or len(first) != 1 or len(last) != 1:
        return None
    if first[0].column != last[0].column:
        return None
    return _values_together(first[0], last[0]) or _spans_together(first[0], last[0])


def _values_together(one: RowFilter, other: RowFilter) -> RowFilter | None:
    if not (one.operator == other.operator == "=" and one.bucket == other.bucket):
        return None
    values: list[Scalar] = [v for v in (one.value, other.value) if isinstance(v, str | int | float)]
    return RowFilter(column=one.column, operator="in", value=values, bucket=one.bucket)


def _spans_together(one: RowFilter, other: RowFilter) -> RowFilter | None:
    """Return two whole months, quarters or years as alternatives."""
    spans = [days_of(given) for given in (one, other)]
    for bucket in ("day", "month", "quarter", "year"):
        whole = [s for s in spans if s is not None and span_of(bucket, s[0]) == s]
        if len(whole) == 2:
            keys: list[Scalar] = [key_of(bucket, span[0]) for span in whole]
            return RowFilter(column=one.column, operator="in", value=keys, bucket=bucket)
    return None

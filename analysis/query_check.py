"""Holds a structured query against the dataset it asks, and says what does not fit and what would.

What it returns names columns as the file does and has values of the columns' own kinds, so that
whoever writes SQL of it decides nothing any more.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time
from difflib import get_close_matches

from analysis.profile import ColumnProfile, DatasetProfile
from analysis.query import Bucket, DataQuery, Grouping, Measure, RowFilter, Scalar
from contracts.errors import ToolFailed
from language.matching import fold

_OF_NUMBERS = frozenset({"sum", "mean", "median", "deviation", "first_quartile", "third_quartile"})
_TIME_OF_DAY = frozenset({"hour"})
_COUNTED = frozenset({"year", "weekday", "hour", "month_of_year"})
_ORDERED = frozenset({"<", "<=", ">", ">=", "between"})


class QueryMistake(ToolFailed):
    """A query that does not fit its dataset; the text names the cure."""


def fitted(query: DataQuery, profile: DatasetProfile) -> DataQuery:
    """Return the query in the dataset's own names and kinds, or raise QueryMistake."""
    return query.model_copy(
        update={
            "dataset": profile.name,
            "measures": [_measure(m, profile) for m in query.measures],
            "group_by": [_grouping(g, profile) for g in query.group_by],
            "filters": [_filter(f, profile) for f in query.filters],
            "columns": [column_of(name, profile).name for name in query.columns],
        }
    )


def column_of(name: str, profile: DatasetProfile) -> ColumnProfile:
    """Return a column by its name, or say which ones there are."""
    if found := profile.column(name):
        return found
    folded = {fold(c.name): c.name for c in profile.columns[:500]}
    near = get_close_matches(fold(name), folded, n=3, cutoff=0.6)
    names = [folded[key] for key in near] or [c.name for c in profile.columns[:20]]
    raise QueryMistake(
        f"{profile.name} has no column '{name[:80]}'; {'did you mean' if near else 'it has'}: "
        + ", ".join(f"'{each}'" for each in names)
    )


def _measure(measure: Measure, profile: DatasetProfile) -> Measure:
    where = [_filter(f, profile) for f in measure.where]
    if measure.column is None:
        return measure.model_copy(update={"where": where})
    column = column_of(measure.column, profile)
    numbers = measure.aggregate in _OF_NUMBERS or measure.aggregate == "share"
    if numbers and not column.is_number:
        raise QueryMistake(
            f"'{measure.aggregate}' needs numbers, and '{column.name}' holds {column.kind};"
            f" columns with numbers: {_names(profile, lambda c: c.is_number)}"
        )
    return measure.model_copy(update={"where": where, "column": column.name})


def _grouping(grouping: Grouping, profile: DatasetProfile) -> Grouping:
    column = column_of(grouping.column, profile)
    if grouping.bucket:
        _has_bucket(column, grouping.bucket, profile)
    if grouping.bins and not column.is_number:
        raise QueryMistake(
            f"'{column.name}' holds {column.kind}, so it has no steps;"
            f" columns with numbers: {_names(profile, lambda c: c.is_number)}"
        )
    return grouping.model_copy(update={"column": column.name})


def _filter(given: RowFilter, profile: DatasetProfile) -> RowFilter:
    column = column_of(given.column, profile)
    if given.bucket:
        return _filter_of_time(given, column, profile)
    if given.operator == "contains":
        value: Scalar | list[Scalar] | None = str(given.value)
    elif isinstance(given.value, list):
        value = [_value(each, column) for each in given.value]
    else:
        value = None if given.value is None else _value(given.value, column)
    if given.operator in _ORDERED and column.kind in ("text", "boolean"):
        raise QueryMistake(
            f"'{column.name}' holds {column.kind}, which has no order; use '=', 'in' or 'contains'"
        )
    return given.model_copy(update={"column": column.name, "value": value})


def _has_bucket(column: ColumnProfile, bucket: Bucket, profile: DatasetProfile) -> None:
    if not (column.is_date or (column.kind == "time" and bucket in _TIME_OF_DAY)):
        raise QueryMistake(
            f"'{column.name}' holds {column.kind}, not dates, so it has no '{bucket}';"
            f" columns with dates: {_names(profile, lambda c: c.is_date)}"
        )
    if bucket in _TIME_OF_DAY and column.kind == "date":
        raise QueryMistake(f"'{column.name}' holds dates without a time of day")


def _filter_of_time(given: RowFilter, column: ColumnProfile, profile: DatasetProfile) -> RowFilter:
    """Fit a condition on a part of dates: numbers for what is counted, texts for what is named."""
    bucket = given.bucket or "day"
    _has_bucket(column, bucket, profile)
    if given.operator in ("contains", "is empty", "is filled"):
        raise QueryMistake(f"'{given.operator}' does not go with a bucket; leave it out")

    def part(value: Scalar) -> Scalar:
        if bucket not in _COUNTED:
            return str(value)
        try:
            return int(float(value))
        except (ValueError, OverflowError):
            raise _unfit(value, column, f"a number for its '{bucket}'") from None

    value = given.value
    fitted_value: Scalar | list[Scalar] | None = None
    if isinstance(value, list):
        fitted_value = [part(each) for each in value]
    elif value is not None:
        fitted_value = part(value)
    return given.model_copy(update={"column": column.name, "value": fitted_value})


def _value(value: Scalar, column: ColumnProfile) -> Scalar:
    match column.kind:
        case "integer" | "decimal":
            return _number(value, column)
        case "boolean":
            return _truth(value, column)
        case "date" | "datetime" | "time":
            return _moment(value, column)
        case "text":
            return str(value)


def _number(value: Scalar, column: ColumnProfile) -> int | float:
    if not isinstance(value, str):
        return value
    try:
        return float(value)
    except ValueError:
        raise _unfit(value, column, "a number, as 12.5") from None


def _truth(value: Scalar, column: ColumnProfile) -> bool:
    known = {"true": True, "false": False, "1": True, "0": False}
    told = known.get(str(value).lower())
    if told is None:
        raise _unfit(value, column, "true or false")
    return told


def _moment(value: Scalar, column: ColumnProfile) -> str:
    text = str(value).strip()
    read = time.fromisoformat if column.kind == "time" else _date_or_moment
    try:
        return read(text).isoformat()
    except ValueError:
        raise _unfit(value, column, f"{column.kind} in ISO form, as 2026-02-28") from None


def _date_or_moment(text: str) -> date:
    """Read a date, or a moment where a time stands; both are written back in the same form."""
    return date.fromisoformat(text) if len(text) <= 10 else datetime.fromisoformat(text)


def _unfit(value: Scalar, column: ColumnProfile, wanted: str) -> QueryMistake:
    return QueryMistake(f"'{str(value)[:80]}' does not fit '{column.name}', which takes {wanted}")


def _names(profile: DatasetProfile, wanted: Callable[[ColumnProfile], bool]) -> str:
    keep = [c.name for c in profile.columns if wanted(c)][:20]
    return ", ".join(f"'{name}'" for name in keep) or "none"

"""Writes the SQL of a structured query, for DuckDB: names are quoted, values are parameters."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from analysis.profile import ColumnProfile, DatasetProfile
from analysis.query import Bucket, DataQuery, Grouping, Measure, RowFilter, Scalar
from analysis.query_check import QueryMistake, column_of, fitted
from analysis.result import ResultColumn

TABLE = "data"
_BUCKETS: dict[Bucket, str] = {
    "year": "year({0})",
    "quarter": "strftime({0}, '%Y') || '-Q' || quarter({0})",
    "month": "strftime({0}, '%Y-%m')",
    "week": "strftime({0}, '%G-W%V')",
    "day": "strftime({0}, '%Y-%m-%d')",
    "weekday": "isodow({0})",
    "hour": "hour({0})",
    "month_of_year": "month({0})",
}
_AGGREGATES = {
    "count_distinct": "count(DISTINCT {0})",
    "sum": "sum({0})",
    "mean": "avg({0})",
    "median": "median({0})",
    "min": "min({0})",
    "max": "max({0})",
    "deviation": "stddev_samp({0})",
    "first_quartile": "quantile_cont({0}, 0.25)",
    "third_quartile": "quantile_cont({0}, 0.75)",
}
_TIME = re.compile(r"(?:19|20)\d\d[-/.](?:0[1-9]|1[0-2]|[QqTtWwSs]\d{1,2})(?:[-/.]\d\d)?")
_ORDERED = ("date", "datetime", "time")


@dataclass(frozen=True, slots=True)
class QuerySql:
    """A statement, its values in order, and what its columns mean.

    Its last column counts the rows that were looked at.
    """

    sql: str
    values: list[Scalar]
    columns: list[ResultColumn]


def query_sql(query: DataQuery, profile: DatasetProfile) -> QuerySql:
    """Write a query as SQL over the table `data`; raises QueryMistake where it does not fit."""
    return _Writer(fitted(query, profile), profile).written()


def page_sql(limit: int, offset: int) -> str:
    """Write the statement for a page of the table's rows, in the order of its file."""
    return f"SELECT * FROM {TABLE} LIMIT {int(limit)} OFFSET {int(offset)}"


def measure_name(measure: Measure) -> str:
    """Name a figure as its result's column is named."""
    if measure.label:
        return measure.label
    return f"{measure.aggregate}_{measure.column}" if measure.column else measure.aggregate


def quoted(name: str) -> str:
    """Quote a name for SQL."""
    return '"' + name.replace('"', '""') + '"'


@dataclass(slots=True)
class _Writer:
    query: DataQuery
    profile: DatasetProfile
    values: list[Scalar] = field(default_factory=list[Scalar])

    def written(self) -> QuerySql:
        kept = self._kept()
        groups = [self._group(g) for g in self.query.group_by]
        listed = [self._listed(name) for name in self.query.columns]
        measures = [self._figure(m) for m in self.query.figures]
        columns = _unlike([column for column, _ in (*groups, *listed, *measures)])
        pieces = [text for _, text in (*groups, *listed, *measures)]
        chosen = [f"{p} AS {quoted(c.name)}" for p, c in zip(pieces, columns, strict=True)]
        chosen.append("(SELECT count(*) FROM kept) AS __matched")
        sql = f"WITH kept AS ({kept}) SELECT {', '.join(chosen)} FROM kept"
        if groups:
            sql += f" GROUP BY {', '.join(str(at + 1) for at in range(len(groups)))}"
        if self.query.having:
            sql += f" HAVING {measures[0][1]} {self.query.having.operator} ?"
            self.values += [*_values_in(self.query.figures[0]), self.query.having.value]
        sql += f"{self._order(columns)} LIMIT {self.query.limit}"
        return QuerySql(sql, self.values, columns)

    def _kept(self) -> str:
        """Return the rows that count; one without a value to be grouped by belongs nowhere."""
        conditions = [self._condition(f) for f in self.query.filters]
        conditions += [f"{quoted(g.column)} IS NOT NULL" for g in self.query.group_by]
        where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
        return f"SELECT * FROM {TABLE}{where}"

    def _group(self, grouping: Grouping) -> tuple[ResultColumn, str]:
        known = column_of(grouping.column, self.profile)
        text = quoted(known.name)
        if grouping.bucket:
            text = _BUCKETS[grouping.bucket].format(text)
        step = _step(grouping, known)
        if step:
            low = float(known.least or 0)
            at = f"least(floor(({text} - {low!r}) / {step!r}), {(grouping.bins or 1) - 1})"
            text = f"{low!r} + {step!r} * {at}"
        column = ResultColumn(
            name=known.name,
            role="group",
            kind="text" if grouping.bucket else known.kind,
            bucket=grouping.bucket,
            step=step,
            unit=known.unit,
        )
        return column, text

    def _listed(self, name: str) -> tuple[ResultColumn, str]:
        known = column_of(name, self.profile)
        return ResultColumn(name=known.name, kind=known.kind, unit=known.unit), quoted(known.name)

    def _figure(self, measure: Measure) -> tuple[ResultColumn, str]:
        known = column_of(measure.column, self.profile) if measure.column else None
        text = self._share(measure) if measure.aggregate == "share" else self._aggregate(measure)
        column = ResultColumn(
            name=measure_name(measure),
            role="measure",
            kind=_kind_of(measure, known),
            aggregate=measure.aggregate,
            of=measure.column,
            unit=_unit_of(measure, known),
        )
        return column, text

    def _aggregate(self, measure: Measure) -> str:
        if measure.aggregate == "count":
            text = f"count({quoted(measure.column) if measure.column else '*'})"
        else:
            text = _AGGREGATES[measure.aggregate].format(quoted(measure.column or ""))
        return text + self._where(measure)

    def _share(self, measure: Measure) -> str:
        """Return a percentage: of the rows here if some are picked out, of all rows otherwise."""
        part = f"sum({quoted(measure.column)})" if measure.column else "count(*)"
        whole = part if measure.where else f"(SELECT {part} FROM kept)"
        return f"100.0 * {part}{self._where(measure)} / nullif({whole}, 0)"

    def _where(self, measure: Measure) -> str:
        conditions = [self._condition(f) for f in measure.where]
        return f" FILTER (WHERE {' AND '.join(conditions)})" if conditions else ""

    def _condition(self, given: RowFilter) -> str:
        column = column_of(given.column, self.profile)
        name = quoted(column.name)
        if given.bucket:  # compared as a result names it, whatever the column's own kind
            name = _BUCKETS[given.bucket].format(name)
            column = column.model_copy(update={"kind": "text"})
        match given.operator:
            case "is empty":
                return f"{name} IS NULL"
            case "is filled":
                return f"{name} IS NOT NULL"
            case "contains":
                self.values.append(str(given.value))
                text = f"strip_accents(lower(CAST({name} AS VARCHAR)))"
                return f"contains({text}, strip_accents(lower(?)))"
            case "in" | "not in":
                marks = ", ".join(self._value(each, column) for each in _many(given))
                negated = "NOT " if given.operator == "not in" else ""
                return f"{_left(name, column, _many(given))} {negated}IN ({marks})"
            case "between":
                first, last = (self._value(each, column) for each in _many(given))
                return f"{_left(name, column, _many(given))} BETWEEN {first} AND {last}"
            case "=" | "!=" | "<" | "<=" | ">" | ">=":
                sign = "<>" if given.operator == "!=" else given.operator
                return (
                    f"{_left(name, column, _many(given))} {sign} {self._value(given.value, column)}"
                )

    def _value(self, value: object, column: ColumnProfile) -> str:
        if not isinstance(value, str | int | float):
            raise QueryMistake(f"a condition on '{column.name}' lacks its value")
        self.values.append(value)
        if column.kind == "datetime":
            return "CAST(? AS DATE)" if _is_day(value) else "CAST(? AS TIMESTAMP)"
        return {"date": "CAST(? AS DATE)", "time": "CAST(? AS TIME)"}.get(column.kind, "?")

    def _order(self, columns: list[ResultColumn]) -> str:
        way = "DESC" if self.query.descending else "ASC"
        if self.query.order_by:
            return f" ORDER BY {self._ordered_by(self.query.order_by, columns)} {way} NULLS LAST"
        groups = [c for c in columns if c.role == "group"]
        if not groups:
            return ""
        own_order = any(
            c.bucket or c.step or c.kind in _ORDERED or self._is_time(c) for c in groups
        )
        own = ", ".join(quoted(c.name) for c in groups)
        if own_order:
            return f" ORDER BY {own}"
        first = next(c for c in columns if c.role == "measure")
        return f" ORDER BY {quoted(first.name)} {way} NULLS LAST, {own}"

    def _is_time(self, group: ResultColumn) -> bool:
        """Tell whether a column of text holds months or days as they are sorted: "2026-01"."""
        known = self.profile.column(group.name)
        values = known.top if known else ()
        return bool(values) and all(_TIME.fullmatch(each.value) for each in values)

    def _ordered_by(self, wanted: str, columns: list[ResultColumn]) -> str:
        """Find what is ordered by: a column of the result, else one of the rows that are listed."""
        for column in columns:
            if wanted in (column.name, column.aggregate, column.of):
                return quoted(column.name)
        if self.query.columns:
            return quoted(column_of(wanted, self.profile).name)
        names = ", ".join(f"'{c.name}'" for c in columns)
        raise QueryMistake(f"the result cannot be ordered by '{wanted[:80]}'; it has: {names}")


def _values_in(measure: Measure) -> list[Scalar]:
    return [value for given in measure.where for value in _many(given)]


def _step(grouping: Grouping, column: ColumnProfile) -> float | None:
    """Return how wide each step of a histogram is."""
    if not grouping.bins or isinstance(column.least, str) or isinstance(column.most, str):
        return None
    return ((column.most or 0) - (column.least or 0)) / grouping.bins or 1.0


def _many(given: RowFilter) -> list[Scalar]:
    if isinstance(given.value, list):
        return given.value
    return [] if given.value is None else [given.value]


def _is_day(value: object) -> bool:
    return isinstance(value, str) and len(value) <= 10


def _left(name: str, column: ColumnProfile, values: list[Scalar]) -> str:
    """Compare moments by their day where days are given."""
    days = column.kind == "datetime" and all(_is_day(value) for value in values)
    return f"CAST({name} AS DATE)" if days else name


def _kind_of(measure: Measure, column: ColumnProfile | None) -> str:
    if measure.aggregate in ("count", "count_distinct"):
        return "integer"
    if measure.aggregate in ("min", "max") and column:
        return column.kind
    return "decimal"


def _unit_of(measure: Measure, column: ColumnProfile | None) -> str | None:
    if measure.aggregate == "share":
        return "%"
    counts = measure.aggregate in ("count", "count_distinct")
    return column.unit if column and not counts else None


def _unlike(columns: list[ResultColumn]) -> list[ResultColumn]:
    """Give columns of one name different ones."""
    seen: dict[str, int] = {}
    unlike: list[ResultColumn] = []
    for column in columns:
        key = column.name.casefold()
        seen[key] = seen.get(key, 0) + 1
        name = column.name if seen[key] == 1 else f"{column.name} {seen[key]}"
        unlike.append(column.model_copy(update={"name": name}))
    return unlike

"""Names a query in words, for a chart or a figure that nobody has named."""

from __future__ import annotations

from analysis.query import Bucket, DataQuery, Grouping, Measure, RowFilter
from analysis.query_sql import measure_name
from analysis.result import ResultColumn
from analysis.wording import column_label, readable
from language.detect import Language

LONGEST = 120
_BUCKETS: dict[Language, dict[Bucket, str]] = {
    "en": {
        "year": "year", "quarter": "quarter", "month": "month", "week": "week", "day": "day",
        "weekday": "weekday", "hour": "hour", "month_of_year": "month of the year",
    },
    "pt": {
        "year": "ano", "quarter": "trimestre", "month": "mês", "week": "semana", "day": "dia",
        "weekday": "dia da semana", "hour": "hora", "month_of_year": "mês do ano",
    },
}  # fmt: skip
_WORDS: dict[Language, dict[str, str]] = {
    "en": {"by": "by", "and": "and", "rows": "Rows", "count": "Count", "not": "not"},
    "pt": {"by": "por", "and": "e", "rows": "Linhas", "count": "Quantidade", "not": "não"},
}


def query_title(query: DataQuery, language: Language) -> str:
    """Return a title such as "Total de valor por mês (turno: noite)"."""
    words = _WORDS[language]
    if query.columns:
        title = f"{words['rows']}: {', '.join(readable(name) for name in query.columns[:4])}"
    else:
        named = [_measured(m, language) for m in query.figures[:3]]
        title = f" {words['and']} ".join(dict.fromkeys(named))
    if query.group_by:
        groups = [_group(g, language) for g in query.group_by]
        title += f" {words['by']} " + f" {words['and']} ".join(groups)
    kept = [_kept(f, language) for f in query.filters[:3]]
    if kept:
        title += f" ({'; '.join(kept)})"
    title = title[:1].upper() + title[1:]
    return title if len(title) <= LONGEST else title[: LONGEST - 1] + "…"


def _measured(measure: Measure, language: Language) -> str:
    if measure.aggregate == "count" and measure.label is None:
        return _WORDS[language]["count"]
    column = ResultColumn(
        name=measure_name(measure), aggregate=measure.aggregate, of=measure.column
    )
    return column_label(column, language)


def _group(grouping: Grouping, language: Language) -> str:
    return _BUCKETS[language][grouping.bucket] if grouping.bucket else readable(grouping.column)


def _kept(given: RowFilter, language: Language) -> str:
    values = given.value if isinstance(given.value, list) else [given.value]
    told = ", ".join(str(value) for value in values[:4] if value is not None)
    sign = {"=": ": ", "in": ": ", "between": ": ", "contains": ": "}.get(given.operator)
    if sign is None:
        negated = given.operator in ("!=", "not in")
        sign = f": {_WORDS[language]['not']} " if negated else f" {given.operator} "
    joined = " – ".join(told.split(", ")) if given.operator == "between" else told
    return f"{readable(given.column)}{sign}{joined}".strip()

"""Composes a dashboard of what was asked before, or of what a table's profile offers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from analysis.chart import ChartKind
from analysis.profile import DatasetProfile
from analysis.query import Aggregate, DataQuery, Grouping, Measure
from analysis.query_check import QueryMistake
from analysis.query_sql import measure_name, query_sql
from analysis.reading.asking import group_said
from analysis.reading.conditions import conditions_said
from analysis.reading.glossary import EXTENSIVE, INTENSIVE
from analysis.reading.moments import data_days
from analysis.reading.shapes import AskedBefore
from analysis.reading.table_index import NamedColumn, TableIndex, table_index
from analysis.result import ResultColumn
from analysis.widget import WidgetSpec
from analysis.wording import column_label
from language.detect import Language

_MOST_WIDGETS = 8
_MOST_FIGURES = 3
_FEW = 6  # slices that a pie shows well
_ROWS: dict[Language, str] = {"en": "Rows", "pt": "Linhas"}
_BY: dict[Language, str] = {"en": "{what} by {by}", "pt": "{what} por {by}"}


def suggest_dashboard(
    profiles: Sequence[DatasetProfile], before: AskedBefore | None, language: Language
) -> list[WidgetSpec]:
    """Return key figures, charts and a table: of the conversation's queries first."""
    asked = _of_conversation(profiles, before or AskedBefore(), language)
    own = _of_profile(profiles[0], language) if profiles else []
    for kind, enough in (("kpi", 1), ("chart", 2), ("table", 1)):
        if sum(w.kind == kind for w in asked) < enough:
            asked += [w for w in own if w.kind == kind and all(w.query != a.query for a in asked)]
    return _ordered(asked)


def title_of(query: DataQuery, language: Language) -> str:
    """Name a query by what it works out and by what it splits."""
    measures = query.figures
    if not measures:
        return _ROWS[language] + _of_which(query, language)
    what = " · ".join(_said(m, language) for m in measures[:2])
    by = ", ".join(group_said(g, language) for g in query.group_by)
    told = _BY[language].format(what=what, by=by) if by else what
    told += _of_which(query, language)
    return f"{told[:1].upper()}{told[1:]}"[:200]


def _of_which(query: DataQuery, language: Language) -> str:
    """Say in brackets which rows a figure is of: without it 42 of March look like all."""
    plain = [f for f in query.filters if f.operator == "=" and not isinstance(f.value, list)]
    others = [f for f in query.filters if f not in plain]
    said = [str(f.value) for f in plain if f.value is not None and not f.bucket]
    others += [f for f in plain if f.bucket]
    said += [conditions_said([one], language) for one in others]
    return f" ({', '.join(said[:3])})" if said else ""


def chart_for(query: DataQuery, profile: DatasetProfile | None) -> ChartKind:
    """Return the kind of chart that shows a query well."""
    first = query.group_by[0] if query.group_by else None
    if first is None:
        return "bar"
    if first.bins:
        return "histogram"
    if first.bucket in ("year", "quarter", "month", "week", "day", "hour"):
        return "line"
    column = profile.column(first.column) if profile else None
    counts = all(m.aggregate in ("count", "share") and not m.where for m in query.figures)
    few = column is not None and column.distinct <= _FEW
    return "pie" if counts and few and len(query.group_by) == 1 else "bar"


def _of_conversation(
    profiles: Sequence[DatasetProfile], before: AskedBefore, language: Language
) -> list[WidgetSpec]:
    known = {p.name: p for p in profiles}
    found: list[WidgetSpec] = []
    for query in dict.fromkeys(q.model_dump_json() for q in before.queries[-12:]):
        asked = DataQuery.model_validate_json(query)
        profile = known.get(asked.dataset or "") or (profiles[0] if len(profiles) == 1 else None)
        if profile is None or not _fits(asked, profile):
            continue
        found.append(_widget(asked, profile, before, language))
    return found


def _fits(query: DataQuery, profile: DatasetProfile) -> bool:
    try:
        query_sql(query, profile)
    except QueryMistake:
        return False
    return True


def _widget(
    query: DataQuery, profile: DatasetProfile, before: AskedBefore, language: Language
) -> WidgetSpec:
    title = title_of(query, language)
    if query.columns:
        return WidgetSpec(kind="table", title=title, query=query)
    if not query.group_by:
        return WidgetSpec(kind="kpi", title=title, query=query)
    last = before.widget
    kind = last.chart if last and last.query == query and last.chart else chart_for(query, profile)
    return WidgetSpec(kind="chart", title=title, query=query, chart=kind)


def _of_profile(profile: DatasetProfile, language: Language) -> list[WidgetSpec]:
    """Return what the profile alone offers: how many, sums, who has most, over time, a table."""
    index = table_index(profile)
    groups = sorted(
        (c for c in index.columns if _splits_well(c)), key=lambda c: (c.column.distinct > 12, c.at)
    )
    dates, numbers = index.date_columns(), _figures(index)
    queries = [DataQuery(dataset=profile.name)]
    queries += [DataQuery(dataset=profile.name, measures=[m]) for m in numbers]
    measures = numbers[:1] if numbers and numbers[0].aggregate == "sum" else []
    for group in groups[:3]:
        by = Grouping(column=group.column.name)
        queries.append(DataQuery(dataset=profile.name, measures=measures, group_by=[by], limit=20))
    if dates:
        over = Grouping(column=dates[0].column.name, bucket=_step(dates[0]))
        queries.append(DataQuery(dataset=profile.name, measures=measures, group_by=[over]))
    found = [_widget(q, profile, AskedBefore(), language) for q in queries]
    if groups:
        by = Grouping(column=groups[0].column.name)
        table = DataQuery(
            dataset=profile.name, measures=[Measure(), *numbers[:2]], group_by=[by], limit=50
        )
        title = title_of(table.model_copy(update={"measures": []}), language)
        found.append(WidgetSpec(kind="table", title=title, query=table))
    return found


def _splits_well(named: NamedColumn) -> bool:
    column = named.column
    return column.kind in ("text", "boolean") and 2 <= column.distinct <= 30 and not named.is_key


def _figures(index: TableIndex) -> list[Measure]:
    found: list[Measure] = []
    for named in index.numbers():
        unit = named.column.unit or ""
        aggregate: Aggregate | None = None
        if unit != "%" and (named.concepts & EXTENSIVE or unit.endswith(("$", "€", "£"))):
            aggregate = "mean" if "price" in named.concepts else "sum"
        elif named.concepts & INTENSIVE or unit == "%":
            aggregate = "mean"
        if aggregate:
            found.append(Measure(aggregate=aggregate, column=named.column.name))
    found.sort(key=lambda m: m.aggregate != "sum")
    return found[: _MOST_FIGURES - 1]


def _step(named: NamedColumn) -> Literal["day", "week", "month", "year"]:
    days = data_days(named.column.least, named.column.most)
    span = (days.last - days.first).days if days else 0
    return "day" if span <= 62 else "week" if span <= 200 else "month" if span <= 3_000 else "year"


def _ordered(widgets: list[WidgetSpec]) -> list[WidgetSpec]:
    """Put figures first, then charts, then tables, and not too many of each."""
    figures = [w for w in widgets if w.kind == "kpi"][:_MOST_FIGURES]
    charts = [w for w in widgets if w.kind == "chart"][:4]
    tables = [w for w in widgets if w.kind == "table"][:1]
    return [*figures, *charts, *tables][:_MOST_WIDGETS]


def _said(measure: Measure, language: Language) -> str:
    if measure.label:
        return measure.label
    if measure.aggregate == "count" and not measure.column:
        return _ROWS[language]
    column = ResultColumn(
        name=measure_name(measure), role="measure", aggregate=measure.aggregate, of=measure.column
    )
    return column_label(column, language)

"""What is shown of a result: a chart, a table or one figure, as it stands in a conversation or on
a dashboard.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from analysis.chart import ChartKind, chart_option
from analysis.query import DataQuery
from analysis.result import QueryResult
from analysis.wording import column_label, shown
from contracts.errors import ToolFailed
from contracts.events import Chart, Kpi, Rows, Table
from language.detect import Language

WidgetKind = Literal["kpi", "chart", "table"]
MOST_SHOWN = 200  # rows of one widget


class WidgetSpec(BaseModel):
    """A widget without its figures: what is shown, of which query."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: WidgetKind
    title: str = Field(min_length=1, max_length=200)
    query: DataQuery
    chart: ChartKind | None = Field(default=None, description="The kind of a chart.")


def draw(
    spec: WidgetSpec, result: QueryResult, widget_id: str, language: Language
) -> Chart | Table | Kpi:
    """Return a widget with a result's figures in it; raises ToolFailed where they do not fit."""
    if not result.rows:
        raise ToolFailed(f"'{spec.title}': no rows fulfil the conditions, so nothing can be shown")
    match spec.kind:
        case "kpi":
            return _kpi(spec, result, widget_id)
        case "table":
            return _table(spec, result, widget_id, language)
        case "chart":
            return _chart(spec, result, widget_id, language)


def _kpi(spec: WidgetSpec, result: QueryResult, widget_id: str) -> Kpi:
    at = (result.measures or [0])[0]
    value = result.rows[0][at]
    if value is None:
        raise ToolFailed(f"'{spec.title}': there is no figure to show; the rows have no value")
    unit = result.columns[at].unit
    return Kpi(id=widget_id, label=spec.title, value=value, unit=unit, sources=[result.source()])


def _table(spec: WidgetSpec, result: QueryResult, widget_id: str, language: Language) -> Table:
    return Table(
        id=widget_id,
        title=spec.title,
        columns=[column_label(c, language) for c in result.columns],
        rows=_told(result, language),
        total_rows=result.total_rows,
        sources=[result.source()],
    )


def _chart(spec: WidgetSpec, result: QueryResult, widget_id: str, language: Language) -> Chart:
    kind = spec.chart or "bar"
    return Chart(
        id=widget_id,
        title=spec.title,
        chart_type=kind,
        spec=chart_option(kind, spec.title, result, language),
        data=Rows(
            columns=[column_label(c, language) for c in result.columns],
            rows=_told(result, language),
        ),
        sources=[result.source()],
    )


def _told(result: QueryResult, language: Language) -> list[list[Any]]:
    """Return the rows that are shown; weekdays and months by their names, not their numbers."""
    named = {at for at, c in enumerate(result.columns) if c.bucket in ("weekday", "month_of_year")}
    rows = result.rows[:MOST_SHOWN]
    if not named:
        return rows
    return [
        [shown(v, result.columns[at], language) if at in named else v for at, v in enumerate(row)]
        for row in rows
    ]

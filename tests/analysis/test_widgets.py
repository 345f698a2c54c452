"""Widgets show a result's own figures, in the person's language, or say what they would need."""

from __future__ import annotations

from typing import Any

import pytest

from analysis.chart import CHART_KINDS, ChartKind, chart_option
from analysis.query import DataQuery
from analysis.result import QueryResult, ResultColumn
from analysis.widget import WidgetSpec, draw
from analysis.wording import number, places_of, shown
from contracts.errors import ToolFailed
from contracts.events import Chart, Kpi, Table

GROUP = ResultColumn(name="turno", role="group")
COUNT = ResultColumn(name="count", role="measure", kind="integer", aggregate="count")


def result(columns: list[ResultColumn], rows: list[list[Any]]) -> QueryResult:
    return QueryResult(
        ref="q_1", dataset="d.csv", columns=columns, rows=rows, total_rows=len(rows), matched=200,
        query=DataQuery(),
    )  # fmt: skip


SHIFTS = result([GROUP, COUNT], [["manha", 73], ["tarde", 68], ["noite", 59]])


def spec(kind: str, chart: ChartKind | None = None) -> WidgetSpec:
    return WidgetSpec.model_validate(
        {"kind": kind, "title": "Por turno", "query": {}, "chart": chart}
    )


def test_a_chart_carries_option_data_sources_and_words_for_who_does_not_see_it() -> None:
    drawn = draw(spec("chart", "pie"), SHIFTS, "w1", "pt")
    assert isinstance(drawn, Chart)
    assert [s["value"] for s in drawn.spec["series"][0]["data"]] == [73, 68, 59]
    assert drawn.data.columns == ["turno", "quantidade"]
    assert drawn.sources == [{"ref": "q_1", "dataset": "d.csv", "rows": 200, "query": {}}]
    label = drawn.spec["aria"]["label"]["description"]
    assert label == "Por turno. manha: 73; tarde: 68; noite: 59."


def test_a_table_and_a_figure_show_the_rows() -> None:
    table = draw(spec("table"), SHIFTS, "w1", "en")
    assert isinstance(table, Table)
    assert table.rows == SHIFTS.rows
    figure = draw(spec("kpi"), result([COUNT], [[200]]), "w2", "en")
    assert isinstance(figure, Kpi)
    assert (figure.value, figure.label) == (200, "Por turno")


def test_two_groups_become_a_series_for_each_value_of_the_second() -> None:
    kind = ResultColumn(name="tipo", role="group")
    both = result([GROUP, kind, COUNT], [["m", "lixo", 3], ["m", "crateras", 1], ["t", "lixo", 2]])
    option = chart_option("bar", "x", both, "en")
    assert option["xAxis"]["data"] == ["m", "t"]
    assert {s["name"]: s["data"] for s in option["series"]} == {
        "lixo": [3, 2],
        "crateras": [1, None],
    }
    cells = chart_option("heatmap", "x", both, "en")["series"][0]["data"]
    assert sorted(cells) == [[0, 0, 3], [0, 1, 1], [1, 0, 2]]


def test_a_pie_of_many_slices_adds_the_small_ones_up() -> None:
    many = result([GROUP, COUNT], [[f"v{n}", 30 - n] for n in range(20)])
    slices = chart_option("pie", "x", many, "pt")["series"][0]["data"]
    assert len(slices) == 12
    assert slices[-1]["name"] == "demais"
    assert sum(s["value"] for s in slices) == sum(row[1] for row in many.rows)


@pytest.mark.parametrize("kind", CHART_KINDS)
def test_a_result_of_another_shape_is_refused_with_what_is_needed(kind: ChartKind) -> None:
    with pytest.raises(ToolFailed) as refused:
        chart_option(kind, "x", result([COUNT], [[200]]), "en")
    assert "needs" in refused.value.message


def test_nothing_found_shows_nothing() -> None:
    with pytest.raises(ToolFailed):
        draw(spec("kpi"), result([COUNT], []), "w", "en")


@pytest.mark.parametrize(
    ("value", "unit", "pt", "en"),
    [
        (1234.5, None, "1.234,5", "1,234.5"),
        (1234.5, "R$", "R$ 1.234,50", "R$ 1,234.50"),
        (62, None, "62", "62"),
        (31.0, "%", "31%", "31%"),
        (36.666, "%", "36,67%", "36.67%"),
        (0.01234, None, "0,0123", "0.0123"),
        (-3.25, "°C", "-3,25 °C", "-3.25 °C"),
    ],
)
def test_numbers_are_written_as_the_language_does(
    value: float, unit: str | None, pt: str, en: str
) -> None:
    assert number(value, "pt", unit) == pt
    assert number(value, "en", unit) == en


def test_moments_are_said_in_words() -> None:
    month = ResultColumn(name="data", role="group", bucket="month")
    assert shown("2026-02", month, "pt") == "fevereiro de 2026"
    assert shown("2026-02", month, "en") == "February 2026"
    weekday = ResultColumn(name="data", role="group", bucket="weekday")
    assert (shown(1, weekday, "pt"), shown(7, weekday, "en")) == ("segunda", "Sunday")
    day = ResultColumn(name="data", kind="date")
    assert shown("2026-02-28", day, "pt") == "28/02/2026"
    assert shown(None, day, "en") == "(empty)"


def test_figures_of_a_list_have_as_many_places() -> None:
    """What stands one below the other is compared place by place."""
    figures = [7872, 11252.6, 3.25]
    places = places_of(figures)
    assert [number(v, "en", None, places) for v in figures] == ["7,872.00", "11,252.60", "3.25"]
    assert [number(v, "en", None, places_of([v])) for v in figures] == ["7,872", "11,252.6", "3.25"]
    assert number(0.5, "pt", "R$") == "R$ 0,50"

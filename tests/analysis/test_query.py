"""A structured query gives the figures that pandas gives, and says what does not fit."""

from __future__ import annotations

import importlib
import uuid
from typing import Any

import duckdb
import pytest
from pydantic import ValidationError

from analysis.profile import ColumnProfile, DatasetProfile
from analysis.query import DataQuery, Grouping, Measure, RowFilter
from analysis.query_check import QueryMistake
from analysis.query_sql import query_sql

pd: Any = importlib.import_module("pandas")  # its types know less than they say
FRAME = pd.DataFrame(
    {
        "turno": ["manha", "tarde", "noite", "manha", None, "tarde", "manha"],
        "Valor (R$)": [10.5, 20.0, None, 7.25, 3.0, 41.75, 8.0],
        "peças": [1, 2, 3, 4, 5, 6, 7],
        "dia": pd.to_datetime(
            [
                "2026-01-31",
                "2026-02-01",
                "2026-02-02",
                None,
                "2026-02-28",
                "2026-03-01",
                "2026-02-01",
            ]
        ),
        'say "hi"': ["Ação", "acao", "b%c", "b_c", "x", None, "AÇÃO"],
    }
)
KINDS = ("text", "decimal", "integer", "date", "text")
PROFILE = DatasetProfile(
    id=uuid.UUID(int=1),
    name="pecas.csv",
    rows=len(FRAME),
    columns=tuple(
        ColumnProfile(name=name, kind=kind, filled=7, distinct=7)
        for name, kind in zip(FRAME.columns, KINDS, strict=True)
    ),
)


def asked(**fields: Any) -> list[tuple[Any, ...]]:
    written = query_sql(DataQuery.model_validate(fields), PROFILE)
    with duckdb.connect() as connection:
        connection.register("given", FRAME)
        connection.execute("CREATE TABLE data AS SELECT * REPLACE (dia::DATE AS dia) FROM given")
        return connection.execute(written.sql, written.values).fetchall()


def test_groups_may_have_to_fulfil_a_condition() -> None:
    where = [{"column": "peças", "operator": ">", "value": 1}]
    shifts = [{"column": "turno"}]
    many = {"operator": ">=", "value": 2}
    assert sorted(asked(group_by=shifts, having=many)) == [("manha", 3, 6), ("tarde", 2, 6)]
    counted = [{"aggregate": "count", "where": where}]
    told = asked(measures=counted, group_by=shifts, having=many, filters=where)
    assert sorted(told) == [("manha", 2, 5), ("tarde", 2, 5)]
    with pytest.raises(ValidationError):
        DataQuery.model_validate({"having": many})


def test_rows_are_counted_where_nothing_else_is_asked_for() -> None:
    assert asked() == [(7, 7)]


def test_groups_come_largest_first_and_leave_out_rows_without_a_value() -> None:
    assert asked(group_by=[{"column": "turno"}]) == [
        ("manha", 3, 6),
        ("tarde", 2, 6),
        ("noite", 1, 6),
    ]


@pytest.mark.parametrize(
    ("aggregate", "expected"),
    [
        ("sum", FRAME["Valor (R$)"].sum()),
        ("mean", FRAME["Valor (R$)"].mean()),
        ("median", FRAME["Valor (R$)"].median()),
        ("min", FRAME["Valor (R$)"].min()),
        ("max", FRAME["Valor (R$)"].max()),
        ("deviation", FRAME["Valor (R$)"].std()),
        ("count_distinct", FRAME["Valor (R$)"].nunique()),
        ("count", FRAME["Valor (R$)"].count()),
    ],
)
def test_an_aggregate_is_what_pandas_says(aggregate: str, expected: float) -> None:
    [(value, matched)] = asked(measures=[{"aggregate": aggregate, "column": "valor (r$)"}])
    assert value == pytest.approx(expected)
    assert matched == 7


def test_shares_are_of_all_groups_or_of_the_rows_that_are_picked_out() -> None:
    grouped = asked(measures=[{"aggregate": "share"}], group_by=[{"column": "turno"}])
    assert [(g, round(v, 4)) for g, v, _ in grouped] == [
        ("manha", 50.0), ("tarde", 33.3333), ("noite", 16.6667),
    ]  # fmt: skip
    night = {"column": "turno", "value": "manha"}
    [(share, _)] = asked(measures=[{"aggregate": "share", "where": [night]}])
    assert share == pytest.approx(300 / 7)
    picked = {"aggregate": "share", "column": "peças", "where": [night]}
    [(of_sum, _)] = asked(measures=[picked])
    assert of_sum == pytest.approx(100 * 12 / 28)


def test_time_is_put_into_buckets_in_its_order() -> None:
    months = asked(group_by=[{"column": "dia", "bucket": "month"}])
    assert [(m, n) for m, n, _ in months] == [("2026-01", 1), ("2026-02", 4), ("2026-03", 1)]
    weekdays = asked(group_by=[{"column": "dia", "bucket": "weekday"}])
    assert [(d, n) for d, n, _ in weekdays] == [(1, 1), (6, 2), (7, 3)]


@pytest.mark.parametrize(
    ("given", "rows"),
    [
        ({"column": "turno", "value": "manha"}, 3),
        ({"column": "turno", "operator": "!=", "value": "manha"}, 3),
        ({"column": "turno", "operator": "in", "value": ["manha", "noite"]}, 4),
        ({"column": "turno", "operator": "not in", "value": ["manha", "noite"]}, 2),
        ({"column": "turno", "operator": "is empty"}, 1),
        ({"column": "turno", "operator": "is filled"}, 6),
        ({"column": "peças", "operator": "between", "value": [2, 4]}, 3),
        ({"column": "Valor (R$)", "operator": ">", "value": "10.5"}, 2),
        ({"column": "dia", "operator": ">=", "value": "2026-02-01"}, 5),
        ({"column": "dia", "operator": "between", "value": ["2026-02-01", "2026-02-28"]}, 4),
        ({"column": "dia", "bucket": "weekday", "value": 7}, 3),
        ({"column": "dia", "bucket": "weekday", "operator": "in", "value": [6, "7"]}, 5),
        ({"column": "dia", "bucket": "month", "operator": "!=", "value": "2026-02"}, 2),
        ({"column": "dia", "bucket": "year", "operator": "between", "value": [2026, 2027]}, 6),
        ({"column": 'say "hi"', "operator": "contains", "value": "acao"}, 3),
        ({"column": 'say "hi"', "operator": "contains", "value": "b%"}, 1),
        ({"column": 'say "hi"', "value": "'; DROP TABLE data; --"}, 0),
    ],
)
def test_a_condition_keeps_the_rows_it_says(given: dict[str, Any], rows: int) -> None:
    assert asked(filters=[given]) == [(rows, rows)]


def test_rows_themselves_are_listed_in_the_order_that_is_asked_for() -> None:
    listed = asked(columns=["peças", "turno"], order_by="Valor (R$)", limit=2)
    assert [(n, t) for n, t, _ in listed] == [(6, "tarde"), (2, "tarde")]


def test_figures_of_one_name_are_told_apart() -> None:
    twice = query_sql(DataQuery(measures=[Measure(), Measure()]), PROFILE)
    assert [c.name for c in twice.columns] == ["count", "count 2"]


@pytest.mark.parametrize(
    ("fields", "cure"),
    [
        ({"measures": [{"aggregate": "sum", "column": "turno"}]}, "'Valor (R$)', 'peças'"),
        ({"group_by": [{"column": "turn"}]}, "did you mean: 'turno'"),
        ({"group_by": [{"column": "turno", "bucket": "month"}]}, "columns with dates: 'dia'"),
        ({"filters": [{"column": "dia", "value": "ontem"}]}, "2026-02-28"),
        ({"filters": [{"column": "peças", "value": "três"}]}, "a number"),
        ({"filters": [{"column": "turno", "operator": "<", "value": "x"}]}, "contains"),
        ({"filters": [{"column": "turno", "bucket": "weekday", "value": 1}]}, "not dates"),
        ({"filters": [{"column": "dia", "bucket": "hour", "value": 9}]}, "time of day"),
        ({"filters": [{"column": "dia", "bucket": "weekday", "value": "Monday"}]}, "a number"),
        ({"order_by": "price"}, "it has: 'count'"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_cure(fields: dict[str, Any], cure: str) -> None:
    with pytest.raises(QueryMistake) as refused:
        query_sql(DataQuery.model_validate(fields), PROFILE)
    assert cure in refused.value.message


def test_a_query_of_no_clear_form_is_refused() -> None:
    with pytest.raises(ValidationError):
        DataQuery(columns=["a"], group_by=[Grouping(column="b")])
    with pytest.raises(ValidationError):
        RowFilter(column="a", operator="between", value=[1])
    with pytest.raises(ValidationError):
        Measure(aggregate="sum")

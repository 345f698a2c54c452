"""A wide table is cut down to what a question may mean, and says what was left out."""

from __future__ import annotations

import time
import uuid

from analysis.profile import ColumnProfile, DatasetProfile, ValueCount
from analysis.relevance import MOST_COLUMNS, narrowed


def wide(columns: int, values: int) -> DatasetProfile:
    return DatasetProfile(
        id=uuid.UUID(int=1),
        name="wide.csv",
        rows=1000,
        columns=tuple(
            ColumnProfile(
                name=f"medida {c} do sensor",
                kind="text",
                filled=1000,
                distinct=values,
                top=tuple(ValueCount(value=f"estado {c}-{v}", count=1) for v in range(values)),
            )
            for c in range(columns)
        ),
    )


def test_a_small_table_stays_as_it_is() -> None:
    small = wide(10, 5)
    assert narrowed(small, "qualquer coisa") == (small, [])


def test_columns_and_values_that_are_meant_stay_in_a_wide_one() -> None:
    table = wide(300, 20)
    odd = ColumnProfile(
        name="Pressão da caldeira",
        kind="text",
        filled=9,
        distinct=200,
        top=tuple(
            ValueCount(value=value, count=1)
            for value in [*(f"v{n}" for n in range(199)), "vermelho escuro"]
        ),
    )
    table = table.model_copy(update={"columns": (*table.columns, odd)})
    kept, left_out = narrowed(table, "qual a presao da caldera quando esta vermelha?")
    column = kept.column("Pressão da caldeira")
    assert column is not None
    assert "vermelho escuro" in [v.value for v in column.top]
    assert len(column.top) < 20
    assert len(kept.columns) == MOST_COLUMNS
    assert len(left_out) == 301 - MOST_COLUMNS


def test_the_widest_table_costs_a_bounded_time() -> None:
    table = wide(5_000, 60)
    began = time.process_time()
    narrowed(table, "palavra " * 200)
    assert time.process_time() - began < 10

"""Times that are told from the end of a table's dates: the last one is over, this one is not."""

from __future__ import annotations

import uuid

import pytest

from analysis.profile import ColumnProfile, DatasetProfile
from analysis.query import DataQuery
from analysis.reading.read import read_question
from analysis.reading.shapes import Understood
from language.detect import Language


def taken(text: str, ends: str, language: Language = "en") -> list[str]:
    """Return the days that a question is read to mean, in a table that ends on a day."""
    table = DatasetProfile(
        id=uuid.UUID(int=9),
        name="stays.csv",
        rows=400,
        columns=(
            ColumnProfile(
                name="day", kind="date", filled=400, distinct=200, least="2024-02-03", most=ends
            ),
            ColumnProfile(
                name="revenue", kind="decimal", filled=400, distinct=390, least=1.0, most=900.0
            ),
        ),
    )
    reading = read_question(text, [table], None, language)
    assert isinstance(reading, Understood), reading
    assert reading.notes, "what is counted from the table's end is said"
    return days(reading.query)


def days(query: DataQuery) -> list[str]:
    (found,) = query.filters
    assert isinstance(found.value, list)
    return [str(day) for day in found.value]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("revenue last quarter", "en", ["2026-07-01", "2026-09-30"]),
        ("revenue in the past quarter", "en", ["2026-07-01", "2026-09-30"]),
        ("revenue in the previous quarter", "en", ["2026-07-01", "2026-09-30"]),
        ("receita do trimestre passado", "pt", ["2026-07-01", "2026-09-30"]),
        ("receita do último trimestre", "pt", ["2026-07-01", "2026-09-30"]),
        ("revenue this quarter", "en", ["2026-10-01", "2026-12-31"]),
        ("receita do trimestre atual", "pt", ["2026-10-01", "2026-12-31"]),
        ("revenue last month", "en", ["2026-10-01", "2026-10-31"]),
        ("revenue this month", "en", ["2026-11-01", "2026-11-30"]),
        ("revenue in the most recent month", "en", ["2026-11-01", "2026-11-30"]),
        ("receita do ano passado", "pt", ["2025-01-01", "2025-12-31"]),
        ("receita do último semestre", "pt", ["2026-01-01", "2026-06-30"]),
        ("revenue of the last 2 quarters", "en", ["2026-04-01", "2026-09-30"]),
    ],
)
def test_the_last_one_is_over_where_the_data_end_in_the_middle(
    text: str, language: Language, expected: list[str]
) -> None:
    assert taken(text, "2026-11-17", language) == expected


@pytest.mark.parametrize(
    ("text", "ends", "expected"),
    [
        ("revenue last quarter", "2026-09-27", ["2026-07-01", "2026-09-30"]),
        ("revenue last month", "2026-09-29", ["2026-09-01", "2026-09-30"]),
        ("revenue last week", "2026-09-18", ["2026-09-14", "2026-09-20"]),  # a Friday
        ("revenue last week", "2026-09-16", ["2026-09-07", "2026-09-13"]),
        ("revenue last year", "2025-12-23", ["2025-01-01", "2025-12-31"]),
    ],
)
def test_one_at_whose_end_the_data_end_is_over(text: str, ends: str, expected: list[str]) -> None:
    assert taken(text, ends) == expected

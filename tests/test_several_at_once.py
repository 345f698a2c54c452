"""Several data in one message, in any order: each in its slot, and what is put right in its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.form_cases import counted, judge_forms

FOLDER = Path(__file__).parent / "data" / "values" / "several"


@pytest.mark.parametrize(
    ("file", "right", "wrong"),
    [
        ("named", 27, 0),
        ("seen", 59, 0),
        ("apart", 61, 0),
        ("later", 37, 0),
        ("plain", 30, 0),
        ("days", 140, 0),
        ("moments", 89, 0),
    ],
)
def test_what_is_said_goes_where_it_belongs(file: str, right: int, wrong: int) -> None:
    told = counted(judge_forms(FOLDER / f"{file}.yaml"))
    assert told.right >= right
    assert told.wrong <= wrong

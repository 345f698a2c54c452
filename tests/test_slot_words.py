"""Which datum a few words speak of."""

from __future__ import annotations

import pytest

from workflows.file.load import load_catalog
from workflows.machine.slots.subject import subject_of

SLOTS = load_catalog()["onboarding"].slots


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("a idade", "age"),
        ("idade", "age"),
        ("a cidade", "city"),
        ("the citty", "city"),
        ("my schoolling", "schooling"),
        ("o nome", "name"),
        ("the weather", None),
    ],
)
def test_a_word_is_taken_for_itself_before_it_is_taken_for_a_misspelling(
    said: str, meant: str | None
) -> None:
    assert subject_of(SLOTS, said) == meant

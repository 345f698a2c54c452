"""Which datum a few words speak of."""

from __future__ import annotations

from datetime import datetime

import pytest

from workflows.file.load import load_catalog
from workflows.file.slots import Slot
from workflows.machine.slots.read import read
from workflows.machine.slots.speech import SpeechContext
from workflows.machine.slots.subject import subject_of
from workflows.machine.slots.values import holds_option

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


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("the manager should call me", True), ("a refund please", True), ("refund", True),
        ("I want to talk to a person", False), ("call me later", False), ("", False),
    ],
)  # fmt: skip
def test_an_option_is_held_by_a_text_with_all_its_words(said: str, held: bool) -> None:
    told = {"refund": {"en": "a refund"}, "boss": {"en": "a call from the manager"}}
    assert holds_option(Slot.model_validate({"type": "choice", "of": told}), said) is held


@pytest.mark.parametrize("said", ["have the manager call me please", "the manager should call me"])
def test_an_option_that_is_a_person_is_the_option(said: str) -> None:
    told = {"refund": {"en": "a refund"}, "boss": {"en": ["a call from the manager", "manager"]}}
    asked = {"type": "choice", "of": told, "ask": "A refund, or a call from the manager?"}
    speech = SpeechContext(datetime(2026, 11, 19), "en")  # noqa: DTZ001
    slots = {"wish": Slot.model_validate(asked)}
    assert read(slots, said, speech=speech, asked="wish").values == {"wish": "boss"}

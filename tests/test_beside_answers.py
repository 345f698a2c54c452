"""What stands beside an answer: another day, the old day, a country."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from language.detect import Language
from workflows.file.slots import Slot
from workflows.machine.slots.message import Reading
from workflows.machine.slots.read import read
from workflows.machine.slots.speech import SpeechContext

NOW = datetime(2026, 11, 19, 10)  # noqa: DTZ001  # a Thursday, where the person is
DAY: dict[str, Any] = {"type": "date", "min": "today", "title": {"pt": "dia", "en": "day"}}
TIME: dict[str, Any] = {"type": "time", "title": {"pt": "hora", "en": "time"}}
SLOTS = {"day": Slot.model_validate(DAY), "time": Slot.model_validate(TIME)}


def heard(said: str, language: Language, asked: str | None = None) -> Reading:
    """Read a message that begins a form, or answers one of its questions."""
    return read(SLOTS, said, speech=SpeechContext(NOW, language), asked=asked)


@pytest.mark.parametrize(
    ("language", "said", "values"),
    [
        ("pt", "remarcar minha consulta de amanhã", {}),
        ("pt", "quero mudar minha reserva de segunda para quarta", {"day": "2026-11-25"}),
        ("pt", "tenho consulta na segunda, quero remarcar pra quinta", {"day": "2026-11-26"}),
        ("pt", "a consulta era dia 24, quero remarcar", {}),
        ("pt", "mudar o dia para sexta", {"day": "2026-11-20"}),
        ("pt", "troca o horário das 10h pras 11h", {"time": "11:00"}),
        ("en", "reschedule my appointment on Dec 3rd at 10am", {}),
        ("en", "move Tuesday's class to Friday", {"day": "2026-11-20"}),
        ("en", "move my Tuesday class to Friday", {"day": "2026-11-20"}),
        ("en", "change the day to monday", {"day": "2026-11-23"}),
        ("en", "push it back to Friday", {"day": "2026-11-20"}),
    ],
)
def test_what_is_moved_is_not_the_new_one(
    language: Language, said: str, values: dict[str, str]
) -> None:
    assert heard(said, language).values == values


def test_the_old_day_is_taken_where_the_question_is_for_it() -> None:
    old = {"old": Slot.model_validate(DAY | {"ask": "What is your current appointment's day?"})}
    said = "move my appointment on Monday"
    assert read(old, said, speech=SpeechContext(NOW), asked="old").values == {"old": "2026-11-23"}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "I mean an appointment, friday or saturday"),
        ("pt", "na verdade quero ir sexta ou sábado"),
        ("pt", "quero ir terça ou quarta"),
    ],
)
def test_two_days_are_asked_back_wherever_they_are_told(language: Language, said: str) -> None:
    told = heard(said, language)
    assert told.values == {}
    assert told.refused["day"].kind == "several"


@pytest.mark.parametrize(
    ("region", "said", "number"),
    [
        ("BR", "98765 43210, india", "+919876543210"),
        ("BR", "meu número é da Argentina, 11 2345-6789", "+541123456789"),
        ("US", "07911 123456 (UK)", "+447911123456"),
        ("BR", "11 98765-4321, vou viajar pra Portugal", "+5511987654321"),
        ("US", "415 555 2671, from Spain", None),
    ],
)
def test_a_country_beside_a_number_is_the_numbers(
    region: str, said: str, number: str | None
) -> None:
    slots = {"phone": Slot.model_validate({"type": "phone"})}
    told = read(slots, said, speech=SpeechContext(NOW, "en", region), asked="phone")
    assert told.values.get("phone") == number

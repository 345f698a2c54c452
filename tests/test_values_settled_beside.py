"""Values told beside, instead of or in other words than what was asked for."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import pytest

from language.clock_times import find_times
from language.dates import mentioned_dates
from language.detect import Language
from language.months_told import months_told
from language.other_weeks import the_other
from language.room_sizes import area_told
from workflows.file.slots import Slot
from workflows.machine.slots.lone_one import lone_one
from workflows.machine.slots.message import Reading
from workflows.machine.slots.read import read
from workflows.machine.slots.speech import SpeechContext

NOW = datetime(2026, 11, 20, 12)  # noqa: DTZ001  a Friday
RAW: dict[str, dict[str, Any]] = {
    "kind": {"type": "choice", "of": {"sofa": ["sofa", "sofá"], "rug": ["rug", "tapete"]}},
    "months": {"type": "integer", "min": 1, "max": 36, "ask": "For how many months?"},
    "budget": {"type": "money", "currency": "USD", "min": 20, "ask": "How much a month?"},
    "hour": {"type": "time", "min": "09:00", "max": "16:00",
             "ask": {"pt": "A que horas?", "en": "When?"}},
    "place": {
        "type": "text",
        "title": {"en": "address", "pt": "endereço"},
        "ask": {"en": "What is the address?", "pt": "Qual é o endereço?"},
    },
    "stairs": {"type": "boolean", "ask": "Are there stairs?"},
    "who": {"type": "name", "ask": {"en": "Your name?", "pt": "Seu nome?"}},
}  # fmt: skip
SLOTS = {name: Slot.model_validate(raw) for name, raw in RAW.items()}


def _read(
    text: str, asked: str | None, language: Language = "en", known: dict[str, Any] | None = None
) -> Reading:
    known = known or {}
    speech = SpeechContext(NOW, language, "US" if language == "en" else "BR")
    slots = SLOTS
    if asked == "sure":
        slots = {**SLOTS, "sure": Slot.model_validate({"type": "boolean", "ask": "Shall I?"})}
    confirming = asked == "sure"
    return read(
        slots, text, speech=speech, asked=asked, known=known, filled=[*known], confirming=confirming
    )


@pytest.mark.parametrize(
    ("language", "text", "place"),
    [
        ("en", "I'm at my aunt's, 8 Ash Rd Essex, no thats hers, mine is 31 Elm Lane",
         "31 Elm Lane"),
        ("en", "9 Ash Road, Essex, the name's Ada Brook", "9 Ash Road, Essex"),
        ("en", "it's 9 Ash Road Essex and there are two steps at the front", "9 Ash Road Essex"),
        ("en", "9 Ash Road, Essex and no stairs at all", "9 Ash Road, Essex"),
        ("en", "9 Ash Road, there's a buzzer, flat 3", "9 Ash Road, there's a buzzer, flat 3"),
        ("pt", "Rua Nove de Julho, 88, Centro. Quem recebe é a irmã Rita Leme",
         "Rua Nove de Julho, 88, Centro"),
        ("pt", "umas 14h", None),
        ("en", "probably around 2pm", None),
    ],
)  # fmt: skip
def test_an_address_is_all_of_the_place_and_nothing_else(
    language: Language, text: str, place: str | None
) -> None:
    assert _read(text, "place", language).values.get("place") == place


@pytest.mark.parametrize(
    ("language", "known", "text", "place"),
    [
        ("pt", "rua das acácias cento e dez cambuí", "é número cento e doze não cento e dez",
         "rua das acácias 112 cambuí"),
        ("pt", "Rua Um, 12, Centro", "põe sumaré no endereço também", "Rua Um, 12, Centro, sumaré"),
        ("pt", "Rua Um, 12, Centro", "o número é cento e trinta", "Rua Um, 130, Centro"),
        ("en", "8 Ash Road, Essex", "its dorm room 3B, add that to the address. is it 40 a month?",
         "8 Ash Road, Essex, dorm room 3B"),
        ("en", "8 Ash Road, Essex", "is it room 3B?", None),
    ],
)  # fmt: skip
def test_a_known_address_gets_what_is_told_of_it(
    language: Language, known: str, text: str, place: str | None
) -> None:
    assert _read(text, "sure", language, {"place": known}).values.get("place") == place


def test_an_address_is_heard_beside_a_question() -> None:
    told = _read("às dez. o endereço é Rua Um, 10, casa 2, e vocês parcelam?", "hour", "pt")
    assert told.values == {"hour": "10:00", "place": "Rua Um, 10, casa 2"}


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("for a year", 12), ("half a year", 6), ("a year and a half", 18), ("two years", 24),
        ("um ano e meio", 18), ("meio ano", 6), ("6 months", None), ("two years ago", None),
    ],
)  # fmt: skip
def test_years_are_counted_as_months(text: str, months: int | None) -> None:
    assert months_told(text, "for how many months?", "pt" if "ano" in text else "en") == months
    assert months_told(text, "how old is it, in years?", "en") is None


def test_what_is_paid_a_month_is_no_number_of_months() -> None:
    told = _read(
        "put the budget down to 65, is it $65 a month though?", "sure", known={"months": 6}
    )
    assert "months" not in {*told.values, *told.refused}
    assert _read("70 dollars, for 18 months", "budget").values == {"budget": 70, "months": 18}


@pytest.mark.parametrize(
    ("text", "hour"),
    [
        ("1030", "10:30"), ("1030 like i said", "10:30"), ("then eleven", "11:00"),
        ("Will the driver be able to do 3ish?", "15:00"), ("2026", None),
    ],
)  # fmt: skip
def test_an_hour_is_heard_as_it_is_said(text: str, hour: str | None) -> None:
    assert _read(text, "hour").values.get("hour") == hour


def test_two_things_are_no_hour() -> None:
    assert not find_times("e as duas ficaram marcadas?", NOW, "pt")
    assert find_times("às duas vamos", NOW, "pt")


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("não precisa ser nessa quarta, pode ser na outra", date(2026, 12, 2)),
        ("not this wednesday, the one after", date(2026, 12, 2)),
        ("nessa quarta, na outra não posso", date(2026, 11, 25)),
    ],
)
def test_the_week_after_is_meant_where_this_one_is_denied(text: str, day: date) -> None:
    (found,) = mentioned_dates(text, NOW.date(), "pt" if "quarta" in text else "en", "future", True)
    assert the_other(found, text).value == day


def test_two_sides_make_an_area() -> None:
    question = "quantos metros quadrados tem?"
    assert area_told("uns 20, é sala com cozinha, 5 por 4", question, "pt") == 20
    assert area_told("4 por 3,5", question, "pt") == 14
    assert area_told("2 quartos de 3 por 4", question, "pt") is None


def test_only_the_one_is_one() -> None:
    for text in ("There is only the one instrument", "só tem um mesmo", "only the one of course"):
        assert lone_one(text, "how many pianos?"), text
    assert not lone_one("só tem um problema", "quantos aparelhos?")


def test_what_only_stands_there_changes_no_choice() -> None:
    known = {"kind": "sofa", "months": 3}
    told = _read("actually make it 4 months, there's a rug in the hall", "sure", known=known)
    assert told.values == {"months": 4}

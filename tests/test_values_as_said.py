"""Values as people say them: rates, heights, sums, days behind a feast, and guessed names."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from language.detect import Language
from workflows.file.slots import Slot
from workflows.machine.slots.read import read
from workflows.machine.slots.speech import SpeechContext

NOW = datetime(2026, 11, 19, 10)  # noqa: DTZ001  a Thursday
RAW: dict[str, dict[str, Any]] = {
    "weekly": {"type": "integer", "min": 1, "max": 7, "ask": {"en": "How many times a week?"}},
    "height": {"type": "integer", "min": 50, "max": 220, "ask": {"en": "How tall, in cm?"}},
    "budget": {"type": "money", "currency": "BRL", "ask": {"pt": "Quanto quer gastar?"}},
    "day": {"type": "date", "min": "today", "ask": {"en": "Which day?"}},
    "back": {"type": "date", "max": "today", "title": {"pt": "data"}, "ask": {"pt": "Quando foi?"}},
    "who": {"type": "name", "ask": {"en": "Who is it for?"}},
    "phone": {"type": "phone", "region": "BR", "ask": {"pt": "Qual telefone?"}},
}
SLOTS = {name: Slot.model_validate(raw) for name, raw in RAW.items()}


@pytest.mark.parametrize(
    ("language", "asked", "said", "value"),
    [
        ("en", "weekly", "every day", 7),
        ("pt", "weekly", "3x por semana", 3),
        ("en", "weekly", "twice a week, he has asthma", 2),
        ("pt", "height", "1,15m", 115),
        ("pt", "height", "um metro e trinta", 130),
        ("pt", "budget", "uns 3 mil e quinhentos, no máximo 4", 4_000),
        ("pt", "budget", "uns 300, no máximo 400", 400),
        ("pt", "day", "depois do natal, dia 2", "2027-01-02"),
        ("en", "day", "after Christmas, on the 28th", "2026-12-28"),
        ("pt", "back", "a data foi 13", "2026-11-13"),
        ("pt", "who", "sei lá, acho que Rosana", "Rosana"),
        ("en", "who", "not sure, I think Rosalind", "Rosalind"),
    ],
)
def test_a_value_is_read_as_it_is_said(
    language: Language, asked: str, said: str, value: object
) -> None:
    slots = {asked: SLOTS[asked]}
    reading = read(slots, said, speech=SpeechContext(now=NOW, language=language), asked=asked)
    assert reading.values == {asked: value}


@pytest.mark.parametrize("said", ["2.5", "2,5 cm", "7,50 cm"])
def test_decimals_of_centimetres_are_no_metres(said: str) -> None:
    slots = {"wide": Slot.model_validate({"type": "number", "ask": {"en": "How wide, in cm?"}})}
    reading = read(slots, said, speech=SpeechContext(now=NOW, language="pt"), asked="wide")
    assert reading.values.get("wide", 0) < 10


@pytest.mark.parametrize(
    ("language", "said", "name"),
    [
        ("pt", "na vdd Rafael, Thiago é meu sobrinho", "Rafael"),
        ("en", "actually it's Miles, Thiago is my nephew", "Miles"),
    ],
)
def test_whose_a_name_is_explains_another(language: Language, said: str, name: str) -> None:
    slots = {"who": SLOTS["who"], "phone": SLOTS["phone"]}
    speech = SpeechContext(now=NOW, language=language)
    known = {"who": "Thiago"}
    reading = read(slots, said, speech=speech, asked="phone", filled=["who"], known=known)
    assert reading.values == {"who": name}


def test_a_telephone_number_may_have_the_digits_of_a_cpf() -> None:
    slots, speech = {"phone": SLOTS["phone"]}, SpeechContext(now=NOW, language="pt")
    told = read(slots, "11978128657", speech=speech, asked="phone", never=["cpf"])
    kept = read(slots, "cpf 11978128657", speech=speech, asked="phone", never=["cpf"])
    assert (told.values, kept.values) == ({"phone": "+5511978128657"}, {})


@pytest.mark.parametrize("said", ["sexta 8h", "amanhã 8h"])
def test_an_hour_behind_a_day_is_no_length(said: str) -> None:
    slots = {
        "day": SLOTS["day"],
        "start": Slot.model_validate({"type": "time", "ask": {"pt": "A que horas?"}}),
        "hours": Slot.model_validate({"type": "integer", "ask": {"pt": "Por quantas horas?"}}),
    }
    reading = read(slots, said, speech=SpeechContext(now=NOW, language="pt"), asked="day")
    assert reading.values == {"day": "2026-11-20", "start": "08:00"}


@pytest.mark.parametrize("asked", ["day", "phone", "weekly"])
@pytest.mark.parametrize(
    ("said", "values"),
    [
        ("Sonia Prado", {"who": "Sonia Prado"}),
        ("Maria das Dores Silva", {"who": "Maria das Dores Silva"}),
        ("Sonia", {}),
        ("Rua Ipê", {}),
    ],
)
def test_a_whole_name_told_where_none_can_answer_is_a_name(
    asked: str, said: str, values: dict[str, str]
) -> None:
    slots = {name: SLOTS[name] for name in (asked, "who")}
    assert read(slots, said, speech=SpeechContext(NOW, "pt"), asked=asked).values == values


FITTING: dict[str, dict[str, Any]] = {
    "kind": {"type": "choice", "of": {"suit": {"en": "suit", "pt": "terno"}, "gown": ["gown"]}},
    "party": {"type": "date", "min": "today", "title": {"pt": "data da festa", "en": "party"}},
    "dia": {"type": "date", "min": "today", "title": {"pt": "dia da prova", "en": "fitting day"}},
    "time": {"type": "time", "min": "08:00", "max": "18:00", "title": {"en": "time"}},
    "size": {"type": "integer", "min": 2, "max": 64, "title": {"pt": "tamanho", "en": "size"}},
    "extra": {"type": "choice", "of": {"none": {"en": ["no extras"]}, "wax": {"en": ["wax"]}}},
}
FITTING_SLOTS = {name: Slot.model_validate(raw) for name, raw in FITTING.items()}


@pytest.mark.parametrize(
    ("language", "asked", "said", "values"),
    [
        ("pt", "dia", "terça de manhã às 10h", {"dia": "2026-11-24", "time": "10:00"}),
        ("pt", "dia", "na quinta de tarde umas 15h", {"dia": "2026-11-26", "time": "15:00"}),
        ("pt", None, "Bom dia! Tenho um casamento dia 12 de dezembro", {"party": "2026-12-12"}),
        ("pt", None, "um terno pro meu filho, ele veste 8", {"kind": "suit", "size": 8}),
        ("en", "time", "one thirty", {"time": "13:30"}),
        ("en", "time", "half one would be fine", {"time": "13:30"}),
        ("en", "time", "it's a 4x4", {}),
        ("en", "extra", "nah", {"extra": "none"}),
        ("en", "extra", "no thank you dear", {"extra": "none"}),
    ],
)
def test_what_belongs_to_which_slot_is_told_by_its_words(
    language: Language, asked: str | None, said: str, values: dict[str, object]
) -> None:
    reading = read(FITTING_SLOTS, said, speech=SpeechContext(NOW, language, "GB"), asked=asked)
    assert reading.values == values


def test_a_place_called_after_a_day_is_none() -> None:
    said = "Quinta da Boa Vista às 10h"
    reading = read(FITTING_SLOTS, said, speech=SpeechContext(NOW, "pt"), asked="dia")
    assert "dia" not in reading.values

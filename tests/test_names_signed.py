"""A name beside a telephone number, or that its writer signs with, is told and not asked again."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from language.detect import Language
from workflows.file.slots import Slot
from workflows.machine.slots.message import Reading
from workflows.machine.slots.read import read
from workflows.machine.slots.speech import SpeechContext

NOW = datetime(2026, 11, 19, 10)  # noqa: DTZ001  a Thursday
FORM: dict[str, dict[str, Any]] = {
    "stall": {
        "type": "choice",
        "of": {
            "north": {"en": "North Gate", "pt": "portão norte"},
            "hall": {"en": "Tin Hall", "pt": "barracão"},
        },
        "ask": "Which stall? Qual banca?",
    },
    "day": {"type": "date", "min": "today", "ask": "Which day? Que dia?"},
    "name": {"type": "name", "title": "your name", "ask": "What is your name? Qual é o seu nome?"},
    "phone": {"type": "phone", "ask": "Which number? Qual telefone?"},
}
GIFT: dict[str, dict[str, Any]] = {
    "recipient": {"type": "name", "title": "name on the card", "ask": "Whose name shall we write?"},
    "address": {"type": "text", "title": "address", "ask": "Which address, with the postcode?"},
    "name": FORM["name"],
    "phone": FORM["phone"],
}


def heard(
    said: str, asked: str | None, language: Language = "en", form: dict[str, Any] = FORM
) -> Reading:
    slots = {name: Slot.model_validate(slot) for name, slot in form.items()}
    region = "GB" if language == "en" else "BR"
    return read(slots, said, speech=SpeechContext(NOW, language, region), asked=asked)


@pytest.mark.parametrize(
    ("said", "asked", "language", "name"),
    [
        ("north gate. names baz, number 07700900456", "stall", "en", "Baz"),
        ("tin hall. luke penrice 07700 900777", "stall", "en", "Luke Penrice"),
        ("Tin Hall - Farah Siddiqui - 07700 900777", "stall", "en", "Farah Siddiqui"),
        ("Hello, Esther Voyle here, a stall on Friday please", None, "en", "Esther Voyle"),
        ("Friday. Wilfred Oakes is the name", "day", "en", "Wilfred Oakes"),
        ("07700 900666, Zara Whitlow", "phone", "en", "Zara Whitlow"),
        ("portão norte nome duda fone 11987654321", "stall", "pt", "Duda"),
        ("no portão norte, Anselmo Torga 11 98765-4321", "stall", "pt", "Anselmo Torga"),
        ("Oi, Elaine Portela aqui, queria a sexta", None, "pt", "Elaine Portela"),
        ("sexta, Matilde Seabra é o meu nome", "day", "pt", "Matilde Seabra"),
    ],
)
def test_the_name_of_who_writes_is_taken_where_it_stands(
    said: str, asked: str | None, language: Language, name: str
) -> None:
    assert heard(said, asked, language).values.get("name") == name


@pytest.mark.parametrize(
    ("said", "asked", "language"),
    [
        ("north gate, best mobile 07700 900111", "stall", "en"),
        ("Friday. Work Phone 07700 900111", "day", "en"),
        ("07700 900111, Tin Hall", "phone", "en"),
        ("nobody here on Friday, so Sunday", "day", "en"),
        ("sexta. Belo Horizonte 31 98765-4321", "day", "pt"),
        ("portão norte, segue telefone 11 98765-4321", "stall", "pt"),
        ("11 98765-4321, Só Zap", "phone", "pt"),
    ],
)
def test_what_else_stands_beside_a_number_names_nobody(
    said: str, asked: str, language: Language
) -> None:
    assert "name" not in heard(said, asked, language).values


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("Ivor Lund. And my number's 01872 555 01923", "en"),
        ("Rute Amaral, meu telefone é 11 98765-43210", "pt"),
    ],
)
def test_a_number_that_is_called_one_and_is_none_is_refused(said: str, language: Language) -> None:
    reading = heard(said, "name", language)
    assert "phone" in reading.refused
    assert not any("9" in str(value) for value in reading.values.values())


def test_an_address_ends_at_its_code_and_its_writer_signs_behind_it() -> None:
    said = "3 Weir Lane, Louth LN11 9QD, thats mine not hers. And I'm Edna Rusk, 07700 900654"
    assert heard(said, "address", form=GIFT).values == {
        "address": "3 Weir Lane, Louth LN11 9QD", "name": "Edna Rusk", "phone": "+447700900654",
    }  # fmt: skip


def test_what_is_to_be_written_inside_is_nobody_s_name() -> None:
    said = "Gran's called Peggy Lorne, write Happy Easter Gran"
    assert heard(said, "recipient", form=GIFT).values == {"recipient": "Peggy Lorne"}

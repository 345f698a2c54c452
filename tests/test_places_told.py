"""Where something is to be: an address told early is kept, and what is no address is not taken."""

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
    "start": {"type": "time", "ask": {"en": "What time?", "pt": "A que horas?"}},
    "address": {
        "type": "text",
        "title": {"en": "address", "pt": "endereço"},
        "ask": {"en": "Where will the boat be?", "pt": "Onde vai estar o barco?"},
    },
    "who": {"type": "name", "ask": {"en": "Whose name?", "pt": "Em nome de quem?"}},
    "phone": {"type": "phone", "ask": {"en": "Your phone?", "pt": "Seu telefone?"}},
    "notes": {
        "type": "text",
        "skip": True,
        "title": {"en": "notes", "pt": "observações"},
        "ask": {
            "en": "Anything we should know, such as where the keys are?",
            "pt": "Algo que devemos saber, como onde estão as chaves?",
        },
    },
}
SLOTS = {name: Slot.model_validate(raw) for name, raw in RAW.items()}


def values(language: Language, asked: str | None, said: str) -> dict[str, Any]:
    """Return what a message gives when one of the slots was asked for."""
    speech = SpeechContext(now=NOW, language=language)
    filled = ["start"] if asked == "address" else []
    return dict(read(SLOTS, said, speech=speech, asked=asked, filled=filled).values)


@pytest.mark.parametrize(
    ("language", "asked", "said", "address"),
    [
        ("en", None, "my boat, at 4 Quay Road, Poole BH15 1HJ", "4 Quay Road, Poole BH15 1HJ"),
        (
            "en", "start", "about 10, at the sailing club on Shore Road BH13 7PH",
            "the sailing club on Shore Road BH13 7PH",
        ),
        (
            "pt", None, "quero limpar o barco, na Rua do Cais 40, Centro, 23900-000",
            "Rua do Cais 40, Centro, 23900-000",
        ),
        ("pt", "start", "às 10, travessa do Porto, 8", "travessa do Porto, 8"),
    ],
)  # fmt: skip
def test_an_address_told_before_it_is_asked_is_kept(
    language: Language, asked: str | None, said: str, address: str
) -> None:
    assert values(language, asked, said)["address"] == address


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Rua Itupava 30, Hugo Lange", {"address": "Rua Itupava 30, Hugo Lange"}),
        (
            "avenida Sul, 8, Carlos Prates",
            {"address": "avenida Sul, 8, Carlos Prates"},
        ),
        ("Rua Itupava 30, é Hugo Prado", {"address": "Rua Itupava 30", "who": "Hugo Prado"}),
    ],
)
def test_a_part_of_the_town_is_nobody_s_name(said: str, told: dict[str, str]) -> None:
    assert values("pt", "address", said) == told


def test_whoever_is_named_behind_a_postcode_and_before_a_phone_is_no_part_of_the_address() -> None:
    told = values("en", "start", "4 Quay Road, Poole BH15 1HJ, Priya Nair, +44 7700 900655")
    assert told == {
        "address": "4 Quay Road, Poole BH15 1HJ",
        "who": "Priya Nair",
        "phone": "+447700900655",
    }


@pytest.mark.parametrize(
    ("language", "said", "told"),
    [
        ("en", "quarter past two please", {}),
        ("pt", "às duas e quinze por favor", {}),
        ("en", "Al Moss +44 7700 900321", {"phone": "+447700900321"}),
        ("pt", "Lúcia Ramos, 11 97777-1234", {"phone": "+5511977771234", "who": "Lúcia Ramos"}),
        (
            "en", "oh and tell the guy the gate code is 4471",
            {"notes": "oh and tell the guy the gate code is 4471"},
        ),
        (
            "pt", "avisa o rapaz que a senha do portão é 4471",
            {"notes": "avisa o rapaz que a senha do portão é 4471"},
        ),
        ("en", "Village hall, Mill Lane RG10 0AB", {"address": "Village hall, Mill Lane RG10 0AB"}),
        ("en", "Half Moon Pub, Thame", {"address": "Half Moon Pub, Thame"}),
        ("pt", "Praça das Duas Horas, 5", {"address": "Praça das Duas Horas, 5"}),
    ],
)  # fmt: skip
def test_what_is_no_place_is_not_taken_for_one(
    language: Language, said: str, told: dict[str, str]
) -> None:
    assert values(language, "address", said) == told


@pytest.mark.parametrize(
    ("language", "said", "address"),
    [
        ("en", "the address is 14 Elm Road, Ascot SL5 7AA", "14 Elm Road, Ascot SL5 7AA"),
        ("pt", "o endereço é Rua Um, 14", "Rua Um, 14"),
    ],
)
def test_an_address_named_as_such_takes_the_place_of_the_one_before(
    language: Language, said: str, address: str
) -> None:
    speech, known = SpeechContext(now=NOW, language=language), {"address": "2 Old Lane, Poole"}
    told = read(SLOTS, said, speech=speech, asked="who", filled=["address"], known=known)
    assert told.values == {"address": address}

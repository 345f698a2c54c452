"""An hour is no number of things, a house number counts nothing, and a text is its slot's whole."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.routed_talk import routed_talk
from workflows.testing.expect import Seen

PIANO: dict[str, Any] = {
    "workflow": "piano",
    "version": 1,
    "title": {"en": "Have pianos tuned", "pt": "Afinar pianos"},
    "route": {"when": "A piano is to be tuned.", "examples": {"en": ["tune my piano"] * 3}},
    "slots": {
        "keys": {
            "type": "integer",
            "min": 1,
            "max": 90,
            "title": {"en": "number of pianos", "pt": "quantidade de pianos"},
            "ask": {"en": "How many pianos?", "pt": "Quantos pianos?"},
        },
        "place": {
            "type": "text",
            "title": {"en": "address", "pt": "endereço"},
            "ask": {"en": "At which address?", "pt": "Em que endereço?"},
        },
        "day": {"type": "date", "min": "today", "ask": {"en": "Which day?", "pt": "Que dia?"}},
        "hour": {
            "type": "time",
            "min": "08:00",
            "max": "18:00",
            "title": {"en": "time", "pt": "horário"},
            "ask": {"en": "At what time?", "pt": "A que horas?"},
        },
        "lift": {"type": "boolean", "ask": {"en": "Is there a lift?", "pt": "Tem elevador?"}},
        "who": {
            "type": "name",
            "title": {"en": "name", "pt": "nome"},
            "ask": {"en": "Your name?", "pt": "Seu nome?"},
        },
        "note": {
            "type": "text",
            "skip": True,
            "title": {"en": "note", "pt": "recado"},
            "ask": {"en": "Any note?", "pt": "Algum recado?"},
        },
    },
    "start": "data",
    "states": {
        "data": {"ask": ["keys", "place", "day", "hour", "lift", "who", "note"], "go": "sure"},
        "sure": {
            "ask": {
                "right": {
                    "type": "boolean",
                    "ask": {"en": "Shall I book it?", "pt": "Posso marcar?"},
                }
            },
            "go": [{"if": "right", "to": "done"}, {"to": "data"}],
        },
        "done": {"say": "OK.", "end": "completed"},
    },
}
TOLD = {
    "en": ["3", "8 Quay Lane", "28 November", "9:30 am", "no", "Bo Finch", "no"],
    "pt": ["30", "Rua Direita, 8", "28/11", "9h", "não", "Bia Reis", "não"],
}
ALL = 7


def after(language: str, told: int, *said: str, metres: bool = False) -> Seen:
    """Fill the first slots, and say something where the next question is open.

    The first asks for an area where it should, and not for how many.
    """
    area = {"title": {"pt": "área"}, "ask": {"pt": "Quantos metros quadrados?"}}
    keys = PIANO["slots"]["keys"] | (area if metres else {})
    piano = PIANO | {"slots": PIANO["slots"] | {"keys": keys}}
    say = ("tune my piano", *TOLD[language][:told], *said)
    return routed_talk(piano, say=say, language=language)


@pytest.mark.parametrize(
    ("language", "told", "said", "hour"),
    [
        ("en", ALL, "11 o clock actually", "11:00"),
        ("en", ALL, "11 o' clock", "11:00"),
        ("pt", ALL, "onze horas! não dez e meia", "11:00"),
        ("pt", ALL, "dez e meia não, onze", "11:00"),
        ("pt", 4, "não é 9 é as 10", "10:00"),
        ("pt", ALL, "não é 9 é as 10", "10:00"),
        ("pt", 4, "não, 10h", "10:00"),
        ("pt", ALL, "as duas coisas ué", "09:00"),
    ],
)
def test_an_hour_counts_nothing_and_its_no_answers_nothing(
    language: str, told: int, said: str, hour: str
) -> None:
    before, seen = after(language, told).slots, after(language, told, said).slots
    assert {n: v for n, v in seen.items() if n != "right"} == before | {"hour": hour}
    assert "right" not in seen or said.startswith("as")


@pytest.mark.parametrize(("language", "said"), [("en", "10 o clock"), ("pt", "10 da manhã")])
def test_an_hour_is_no_answer_to_how_many(language: str, said: str) -> None:
    assert "keys" not in after(language, 0, said).slots


def test_a_number_word_with_a_noun_is_no_hour() -> None:
    assert "hour" not in after("pt", 3, "as duas coisas ué").slots
    assert after("pt", 3, "às nove vamos estar em casa").slots["hour"] == "09:00"


@pytest.mark.parametrize(
    ("said", "hour"),
    [
        ("sábado às 9 da manhã", "09:00"),
        ("sábado, mas às 10h", "10:00"),
        ("sábado, chego do trabalho às 17h", "14:00"),
    ],
)
def test_an_hour_told_clearly_beside_the_day_puts_the_noted_one_right(said: str, hour: str) -> None:
    seen = after("pt", 1, "Rua Direita, 8, às 14h", said)
    noted = after("pt", 1, "às 14h", "Rua Direita, 8", said)
    assert noted.slots["day"] == "2026-11-21"
    assert noted.slots["hour"] == hour
    assert any("Anotado" in text and "h" in text for text in noted.said) or hour == "14:00"
    assert seen.slots.get("day") in (None, "2026-11-21")


def test_what_follows_from_another_hour_is_meant() -> None:
    assert after("pt", 3, "a missa acaba 10 e meia então umas 11").slots["hour"] == "11:00"
    assert after("en", 3, "I finish at 9 am so about 10 am").slots["hour"] == "10:00"


@pytest.mark.parametrize(
    ("told", "said", "place"),
    [
        (0, "14 Abbey Foregate Shrewsbury", "14 Abbey Foregate Shrewsbury"),
        (ALL, "No dear, the address is 22 Corve Street, Ludlow", "22 Corve Street, Ludlow"),
        (ALL, "address Rose Cottage, Wistanstow", "Rose Cottage, Wistanstow"),
        (1, "5 Mill Lane, Ludlow", "5 Mill Lane, Ludlow"),
    ],
)
def test_a_house_number_counts_nothing_and_the_town_stays(told: int, said: str, place: str) -> None:
    before, seen = after("en", told).slots if told else {}, after("en", told, said).slots
    assert seen == before | {"place": place}


def test_what_the_form_counts_is_no_house() -> None:
    assert after("en", 0, "2 Upright Pianos").slots == {"keys": 2}


@pytest.mark.parametrize(
    ("language", "said", "note"),
    [
        (
            "en",
            "In Ludlow, dear, and the note is: side gate, mind the dog",
            "side gate, mind the dog",
        ),
        ("en", "note: locked gate, ring the bell", "locked gate, ring the bell"),
        ("en", "the note is: ring twice and the name is Ann Pope", "ring twice"),
        (
            "pt",
            "no recado bota que as formigas voltaram no quintal",
            "as formigas voltaram no quintal",
        ),
    ],
)
def test_a_text_that_is_dictated_is_taken_whole(language: str, said: str, note: str) -> None:
    before, seen = after(language, ALL).slots, after(language, ALL, said).slots
    named = {"who": "Ann Pope"} if "Ann Pope" in said else {}
    named |= {"place": "8 Quay Lane, Ludlow"} if "Ludlow" in said else {}
    assert seen == before | named | {"note": note}


@pytest.mark.parametrize("said", ["In the name of Ann Pope", "Ann Pope"])
def test_who_is_named_by_a_preposition_is_a_name_still(said: str) -> None:
    assert after("en", 5, said).slots["who"] == "Ann Pope"


def test_a_contrast_goes_to_the_slot_that_holds_the_old_number() -> None:
    assert after("en", ALL, "1 grand not 3").slots["keys"] == 1


@pytest.mark.parametrize(
    ("said", "keys"), [("45m2", 45), ("45m²", 45), ("uns 60, 70 metros", None)]
)
def test_glued_square_metres_are_read_and_two_in_a_row_asked_about(
    said: str, keys: int | None
) -> None:
    assert after("pt", 0, said, metres=True).slots.get("keys") == keys


@pytest.mark.parametrize(("said", "lift"), [("👍", True), ("👎", False)])
def test_a_sign_answers_a_yes_or_no_question(said: str, lift: bool) -> None:
    assert after("en", 4, said).slots.get("lift") is lift

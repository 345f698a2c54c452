"""What is asked for once more is still known: it is told, and may stay as it is."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.routed_talk import routed_talk
from workflows.testing.expect import Seen

KITES: dict[str, Any] = {
    "workflow": "kites",
    "version": 1,
    "title": {"en": "Book a kite class", "pt": "Marcar aula de pipa"},
    "route": {
        "when": "Somebody wants to learn to fly kites.",
        "examples": {
            "en": ["book a kite class", "teach me to fly a kite", "I want a lesson with kites"],
            "pt": ["marcar aula de pipa", "quero aprender a soltar pipa", "uma aula de pipa"],
        },
    },
    "slots": {
        "place": {
            "type": "text",
            "title": {"en": "beach", "pt": "praia"},
            "ask": {"en": "On which beach?", "pt": "Em qual praia?"},
        },
        "day": {
            "type": "date",
            "min": "today",
            "title": {"en": "day", "pt": "dia"},
            "ask": {"en": "On which day?", "pt": "Em que dia?"},
        },
        "name": {
            "type": "name",
            "title": {"en": "your name", "pt": "seu nome"},
            "ask": {"en": "What is your name?", "pt": "Qual é o seu nome?"},
        },
    },
    "start": "data",
    "states": {
        "data": {"ask": ["place", "day", "name"], "go": "confirm"},
        "confirm": {
            "ask": {
                "right": {
                    "type": "boolean",
                    "ask": {
                        "en": "{place}, {day:long}, {name}. Shall I book it?",
                        "pt": "{place}, {day:long}, {name}. Posso marcar?",
                    },
                }
            },
            "go": [{"if": "right", "to": "done"}, {"to": "data"}],
        },
        "done": {"say": {"en": "Booked.", "pt": "Marcado."}, "end": "completed"},
    },
}
TOLD = {
    "en": ("book a kite class", "Long Sands", "Friday 27 November", "Ann Roe"),
    "pt": ("marcar aula de pipa", "Praia do Cardo", "sexta 27/11", "Ana Reis"),
}


def talk(language: str, *said: str) -> Seen:
    """Answer all questions, and say something at the confirmation."""
    return routed_talk(KITES, say=(*TOLD[language], *said), language=language)


@pytest.mark.parametrize(
    ("language", "said", "told"),
    [
        ("en", "the day is wrong", "So far: Friday, 27 November 2026."),
        ("pt", "o dia está errado", "Por enquanto: sexta-feira, 27 de novembro de 2026."),
        ("pt", "o nome tá errado", "Por enquanto: Ana Reis."),
    ],
)
def test_a_question_that_is_asked_again_tells_what_is_known(
    language: str, said: str, told: str
) -> None:
    assert talk(language, said).said[-1].endswith(told)


@pytest.mark.parametrize(
    ("language", "said", "stay"),
    [
        ("en", "the day is wrong", "no, leave it as it is"),
        ("en", "the name is wrong", "yes"),
        ("pt", "a praia tá errada", "deixa como está"),
        ("pt", "o dia está errado", "pode manter"),
    ],
)
def test_what_is_known_may_stay(language: str, said: str, stay: str) -> None:
    kept = talk(language).slots
    seen = talk(language, said, stay)
    assert (seen.routes[-1], seen.slots, seen.state) == ("kites", kept, "confirm")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "you are a star"),
        ("en", "thank you ever so much"),
        ("pt", "você é um amor de pessoa"),
    ],
)
def test_a_word_to_the_assistant_names_no_slot(language: str, said: str) -> None:
    seen = talk(language, said)
    assert "So far" not in seen.said[-1]
    assert "Por enquanto" not in seen.said[-1]


@pytest.mark.parametrize(
    ("language", "said", "told"),
    [("en", "thank you dear bye bye", "nothing has been done"), ("pt", "tchau", "nada foi feito")],
)
def test_who_takes_leave_before_the_last_yes_is_told_that_nothing_is_done(
    language: str, said: str, told: str
) -> None:
    seen = talk(language, said)
    assert (seen.end, told in " ".join(seen.said)) == ("cancelled", True)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "no, the beach is Long Sands"), ("pt", "não, a praia é Praia do Cardo")],
)
def test_what_is_told_again_as_it_is_opens_no_question(language: str, said: str) -> None:
    seen = talk(language, said)
    assert (seen.state, seen.slots) == ("confirm", talk(language).slots)
    assert not any(word in seen.said[-1] for word in ("So far", "Por enquanto", "change", "mudar"))


@pytest.mark.parametrize(
    ("language", "said", "name"),
    [("en", "i told you already, ada brook", "Ada Brook"), ("en", "as i said ida lund", "Ida Lund"),
     ("pt", "já falei, bia reis", "Bia Reis")],
)  # fmt: skip
def test_a_name_is_read_behind_a_word_of_impatience(language: str, said: str, name: str) -> None:
    seen = routed_talk(KITES, say=(*TOLD[language][:3], said), language=language)
    assert (seen.slots["name"], seen.routes[-1]) == (name, "kites")


@pytest.mark.parametrize(
    "said", ["yes and can you call me if we're late", "yes, call me if it rains"]
)
def test_who_wants_to_be_called_gives_no_name(said: str) -> None:
    seen = talk("en", said)
    assert seen.slots["name"] == "Ann Roe"


@pytest.mark.parametrize(
    ("language", "said"), [("en", "can you call me tomorrow"), ("pt", "me liga amanhã")]
)
def test_when_somebody_wants_to_be_called_moves_no_day(language: str, said: str) -> None:
    assert talk(language, said).slots["day"] == "2026-11-27"


@pytest.mark.parametrize("said", ["yes and don't forget the wind", "brill yes"])
def test_a_yes_with_a_reminder_is_no_no(said: str) -> None:
    seen = talk("en", said)
    assert "change?" not in " ".join(seen.said[-1:])
    assert seen.slots.get("right") is not False


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "ann. and can you make it saturday actually"),
        ("pt", "ana. e dá pra mudar pra sábado"),
    ],
)
def test_a_change_that_is_asked_for_is_made_beside_the_answer(language: str, said: str) -> None:
    seen = routed_talk(KITES, say=(*TOLD[language][:3], said), language=language)
    assert seen.slots["day"] in ("2026-11-21", "2026-11-28")
    assert seen.slots["name"] in ("Ann", "Ana")

"""What is taken off again inside a form, a yes to calling off, and answers that leave it open."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.routed_talk import routed_talk
from workflows.testing.expect import Seen

BOAT: dict[str, Any] = {
    "workflow": "boat",
    "version": 1,
    "title": {"en": "Book a boat tour", "pt": "Reservar passeio de barco"},
    "route": {
        "when": "Somebody wants a tour by boat.",
        "examples": {
            "en": ["book a boat tour", "a trip on the boat", "we want a tour"],
            "pt": ["quero um passeio de barco", "reservar passeio", "um passeio pra família"],
        },
    },
    "slots": {
        "day": {"type": "date", "min": "today", "title": {"en": "day", "pt": "dia"}},
        "picnic": {
            "type": "boolean",
            "title": {"en": "picnic", "pt": "piquenique"},
            "ask": {"en": "Shall we bring a picnic?", "pt": "Levamos um piquenique?"},
        },
        "kind": {
            "type": "choice",
            "of": ["sail", "motor"],
            "ask": {"en": "Sailing boat or motor boat?", "pt": "Barco a vela ou a motor?"},
        },
        "name": {"type": "name", "ask": {"en": "Your name?", "pt": "Seu nome?"}},
    },
    "start": "data",
    "states": {
        "data": {"ask": ["day", "picnic", "kind", "name"], "go": "sure"},
        "sure": {
            "ask": {
                "right": {
                    "type": "boolean",
                    "ask": {
                        "en": "{day}, picnic: {picnic}. Shall I book it?",
                        "pt": "{day}, piquenique: {picnic}. Posso reservar?",
                    },
                }
            },
            "go": [{"if": "right", "to": "book"}, {"to": "data"}],
        },
        "book": {"tool": "book_boat", "args": {"day": "{day}"}, "go": "done"},
        "done": {"say": {"en": "Booked.", "pt": "Reservado."}, "end": "completed"},
    },
}
OFF: dict[str, Any] = {
    "workflow": "off",
    "version": 1,
    "title": {"en": "Cancel a booking", "pt": "Cancelar uma reserva"},
    "route": {
        "when": "A booking is to be cancelled.",
        "examples": {
            "en": ["cancel my booking", "I can't come any more", "call it off"],
            "pt": ["cancelar minha reserva", "quero cancelar", "não vou mais"],
        },
    },
    "slots": {
        "code": {
            "type": "text",
            "pattern": "[A-Z]{2}\\d{4}",
            "title": {"en": "booking code", "pt": "código da reserva"},
            "ask": {"en": "Which booking code?", "pt": "Qual o código da reserva?"},
        }
    },
    "start": "data",
    "states": {
        "data": {"ask": "code", "go": "sure"},
        "sure": {
            "ask": {
                "right": {
                    "type": "boolean",
                    "ask": {"en": "Shall I cancel {code}?", "pt": "Cancelo a reserva {code}?"},
                }
            },
            "go": [{"if": "right", "to": "drop"}, {"to": "kept"}],
        },
        "drop": {"tool": "drop_booking", "args": {"code": "{code}"}, "go": "done"},
        "done": {"say": "OK.", "end": "completed"},
        "kept": {"say": "Kept.", "end": "completed"},
    },
}
TOLD = {
    "en": ["book a boat tour", "28 November", "yes", "sail", "Ann Roe"],
    "pt": ["quero um passeio de barco", "28/11", "sim", "motor", "Ana Reis"],
}


def talk(*say: str, language: str = "en", first: str = "boat") -> Seen:
    """Have a conversation in which every message but the first is routed."""
    mock = {"book_boat": "ok", "drop_booking": "ok"}
    return routed_talk(BOAT, OFF, say=say, language=language, first=first, mock=mock)


@pytest.mark.parametrize("told", [3, 4, 5], ids=["choice", "name", "confirmation"])
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "drop the picnic"),
        ("en", "cancel the picnic please"),
        ("en", "forget the picnic, we'll eat at home"),
        ("pt", "deixa o piquenique"),
        ("pt", "esquece o piquenique"),
        ("pt", "cancela o piquenique"),
        ("pt", "deixa o piquenique pra lá"),
    ],
)
def test_what_was_wanted_is_taken_off_again_and_the_form_goes_on(
    language: str, said: str, told: int
) -> None:
    seen = talk(*TOLD[language][:told], said, language=language)
    assert (seen.routes[-1], seen.slots["picnic"], seen.calls) == ("boat", False, [])


@pytest.mark.parametrize(("language", "said"), [("en", "drop the tour"), ("pt", "cancela tudo")])
def test_whoever_drops_the_whole_leaves_it(language: str, said: str) -> None:
    assert talk(*TOLD[language][:3], said, language=language).routes[-1] != "boat"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "cancel it, unfortunately"),
        ("en", "yes cancel it, sadly"),
        ("pt", "cancela sim, infelizmente"),
        ("pt", "pode cancelar, infelizmente"),
        ("pt", "cancela"),
    ],
)
def test_who_is_asked_whether_to_cancel_says_so_and_means_yes(language: str, said: str) -> None:
    first = "quero cancelar" if language == "pt" else "cancel my booking"
    seen = talk(first, "AB1234", said, language=language, first="off")
    assert [name for name, _ in seen.calls] == ["drop_booking"]


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "don't cancel it"), ("pt", "não cancela, mudei de ideia"), ("pt", "cancela não")],
)
def test_a_calling_off_that_is_denied_is_none(language: str, said: str) -> None:
    first = "quero cancelar" if language == "pt" else "cancel my booking"
    assert talk(first, "AB1234", said, language=language, first="off").calls == []


@pytest.mark.parametrize(("language", "said"), [("en", "cancel it"), ("pt", "cancela sim")])
def test_to_cancel_is_no_yes_to_another_question(language: str, said: str) -> None:
    assert talk(*TOLD[language], said, language=language).calls == []


def test_a_code_in_a_sentence_is_read_and_two_are_asked_about() -> None:
    assert talk("cancel my booking", "it's in the mail, AB1234 I think", first="off").slots == {
        "code": "AB1234"
    }
    two = talk("cancel my booking", "AB1234 or AB1235", first="off")
    assert ("code" in two.slots, two.choices) == (False, (("AB1234",) * 2, ("AB1235",) * 2))


@pytest.mark.parametrize(("language", "said"), [("en", "both"), ("pt", "os dois, por favor")])
def test_both_of_two_are_asked_about_with_their_names(language: str, said: str) -> None:
    days = {"en": "28 or 29 November", "pt": "28 ou 29 de novembro"}[language]
    seen = talk(TOLD[language][0], days, said, language=language)
    assert "day" not in seen.slots
    assert {"28", "29"} <= {word for text in seen.said[-2:] for word in text.split()}
    assert len(seen.choices) == 2
    kinds = talk(*TOLD[language][:3], said, language=language)
    assert "kind" not in kinds.slots
    assert "Sail, Motor" in kinds.said[-2]


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "my wife does, I don't"), ("pt", "meu marido sim, eu não")],
)
def test_who_speaks_for_two_is_asked_back(language: str, said: str) -> None:
    seen = talk(*TOLD[language][:2], said, language=language)
    assert "picnic" not in seen.slots
    assert seen.choices

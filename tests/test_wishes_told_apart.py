"""Two wishes of one message, a wish beside a yes, and a wish whose value is put right."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.routed_talk import routed_talk
from tests.test_settled_answers import COMPLAINT


def _form(name: str, title: tuple[str, str], when: str, **examples: list[str]) -> dict[str, Any]:
    asked = {"day": {"en": f"Which day for the {name}?", "pt": f"Que dia para {title[1]}?"}}
    return {
        "workflow": name,
        "version": 1,
        "title": {"en": title[0], "pt": title[1]},
        "route": {"when": when, "examples": examples},
        "slots": {"day": {"type": "date", "ask": asked["day"]}},
        "start": "form",
        "states": {
            "form": {"ask": ["day"], "go": "sure"},
            "sure": {
                "ask": {
                    "ok": {"type": "boolean", "ask": {"en": "Book it?", "pt": "Posso marcar?"}}
                },
                "go": [{"if": "ok", "to": "done"}, {"to": "form"}],
            },
            "done": {
                "say": {"en": f"The {name} is on.", "pt": f"Feito: {name}."},
                "end": "completed",
            },
        },
    }


_LESSON = _form(
    "lesson", ("Book a lesson", "Marcar uma aula"), "The person wants to learn to sail.",
    en=["I want a sailing lesson", "can you teach me to sail?", "book a lesson for my son"],
    pt=["quero uma aula de vela", "queria aprender a velejar", "marcar aula para o meu filho"],
)  # fmt: skip
_ROPE = _form(
    "rope", ("Order rope", "Encomendar corda"), "The person wants to buy rope.",
    en=["I want to order rope", "we need ten metres of rope", "can you deliver some rope?"],
    pt=["quero encomendar corda", "preciso de dez metros de corda", "vocês entregam corda?"],
)  # fmt: skip
_ALL = (_LESSON, _ROPE, COMPLAINT)


@pytest.mark.parametrize(
    ("language", "said", "asked"),
    [
        (
            "en",
            "I want a sailing lesson and I also want to complain, the boat leaked",
            "Which day for the lesson?",
        ),
        (
            "pt",
            "quero uma aula de vela e também quero reclamar da corda, veio toda podre",
            "Que dia para Marcar uma aula?",
        ),
        ("en", "I want a sailing lesson on Monday. Sorry, on Tuesday", "Book it?"),
    ],
)
def test_a_first_message_is_taken_where_it_asks(language: str, said: str, asked: str) -> None:
    assert (
        routed_talk(*_ALL, say=("hello", said), language=language, first="root").said[-1] == asked
    )


@pytest.mark.parametrize(
    ("language", "say", "asked"),
    [
        (
            "en",
            ("I want to order rope", "no I don't want more rope! I want a lesson and a complaint"),
            "Which day for the lesson?",
        ),
        (
            "en",
            ("I want to order rope", "May 3, no more questions please", "yes"),
            "The rope is on.",
        ),
    ],
)
def test_what_is_under_way_goes_on_or_gives_way(
    language: str, say: tuple[str, ...], asked: str
) -> None:
    seen = routed_talk(*_ALL, say=("hello", *say), language=language, first="root")
    assert asked in seen.said[-2:]


@pytest.mark.parametrize(
    ("language", "say", "done"),
    [
        ("en", ("book a lesson for my son", "May 3", "yes, and then I want to order rope"), "on."),
        (
            "pt",
            ("quero uma aula de vela", "3 de maio", "pode marcar e depois quero corda"),
            "Feito",
        ),
    ],
)
def test_a_yes_is_done_before_what_is_wished_for_behind_it(
    language: str, say: tuple[str, ...], done: str
) -> None:
    assert done in " ".join(
        routed_talk(*_ALL, say=("hello", *say), language=language, first="root").said
    )


def test_a_yes_with_a_question_of_something_else_begins_nothing_else() -> None:
    say = ("quero uma aula de vela", "3 de maio", "pode marcar! e vocês entregam corda também?")
    seen = routed_talk(*_ALL, say=("oi", *say), language="pt", first="root")
    assert "Feito" in " ".join(seen.said)
    assert seen.said[-1].endswith("Encomendar corda. Vamos a isso agora?"), "and no more than that"

"""A last yes with what waits named beside it, or with a question that nobody can answer."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.routed_talk import routed_talk
from workflows.testing.expect import Seen


def _form(name: str, title: dict[str, str], examples: dict[str, list[str]]) -> dict[str, Any]:
    return {
        "workflow": name,
        "version": 1,
        "title": title,
        "route": {"when": title["en"], "examples": examples},
        "slots": {
            "people": {
                "type": "integer",
                "min": 1,
                "max": 9,
                "title": {"en": "people", "pt": "pessoas"},
                "ask": {"en": "How many people?", "pt": "Quantas pessoas?"},
            },
            "name": {
                "type": "name",
                "title": {"en": "name", "pt": "nome"},
                "ask": {"en": "In whose name?", "pt": "Em nome de quem?"},
            },
        },
        "start": "data",
        "states": {
            "data": {"ask": ["people", "name"], "go": "sure"},
            "sure": {
                "ask": {
                    "right": {
                        "type": "boolean",
                        "ask": {
                            "en": "For {people}, {name}. Shall I book it?",
                            "pt": "Para {people}, {name}. Posso marcar?",
                        },
                    }
                },
                "go": [{"if": "right", "to": "done"}, {"to": "data"}],
            },
            "done": {"say": {"en": f"Done: {name}.", "pt": f"Feito: {name}."}, "end": "completed"},
        },
    }


_BOAT = _form(
    "boat",
    {"en": "Rent a boat", "pt": "Alugar um barco"},
    {"en": ["I want to rent a boat"], "pt": ["quero alugar um barco"]},
)
_DIVE = _form(
    "dive",
    {"en": "Book a diving lesson", "pt": "Marcar uma aula de mergulho"},
    {"en": ["I want a diving lesson"], "pt": ["quero uma aula de mergulho"]},
)
_LED = {
    "en": ("I want to rent a boat", "4", "I want a diving lesson", "2", "Ann Porter"),
    "pt": ("quero alugar um barco", "4", "quero uma aula de mergulho", "2", "Ana Prado"),
}


def _talk(language: str, said: str) -> Seen:
    return routed_talk(_BOAT, _DIVE, say=(*_LED[language], said), language=language)


@pytest.mark.parametrize(
    ("language", "said", "done"),
    [
        ("en", "yes, book it. and after that I want to go back to the boat", "Done: dive."),
        ("pt", "pode marcar sim. e depois disso quero continuar o barco", "Feito: dive."),
    ],
)
def test_what_waits_may_be_named_beside_the_yes(language: str, said: str, done: str) -> None:
    heard = _talk(language, said).said
    assert done in heard
    assert heard[-1] in ("In whose name?", "Em nome de quem?")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Sure! Actually my mother wants to come along, ok?"),
        ("pt", "Pode! Na verdade minha mãe quer ir junto, dá?"),
    ],
)
def test_a_yes_with_a_wish_that_nobody_reads_is_asked_back(language: str, said: str) -> None:
    seen = _talk(language, said)
    assert seen.routes[-1] == "dive"
    assert seen.said[-1] in (
        "For 2, Ann Porter. Shall I book it?",
        "Para 2, Ana Prado. Posso marcar?",
    )
    assert not any(text.startswith(("Done", "Feito")) for text in seen.said)

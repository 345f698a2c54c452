"""What a message comes to: an option behind a question, two of them, a story beside an answer."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.routed_talk import routed_talk

COMPLAINT: dict[str, Any] = {
    "workflow": "complaint",
    "version": 1,
    "title": {"en": "Make a complaint", "pt": "Fazer uma reclamação"},
    "route": {
        "when": "The person is unhappy with a boat or a lesson.",
        "examples": {
            "en": ["I want to complain", "the boat leaked", "nobody was there"],
            "pt": ["quero reclamar", "o barco vazou", "ninguém apareceu"],
        },
    },
    "slots": {
        "story": {"type": "text", "ask": {"en": "What happened?", "pt": "O que aconteceu?"}},
        "day": {
            "type": "date", "max": "today",
            "ask": {"en": "On which day was that?", "pt": "Em que dia foi isso?"},
        },
        "wish": {
            "type": "choice",
            "of": {
                "refund": {"en": ["money back", "refund"], "pt": ["dinheiro de volta"]},
                "call": {"en": ["a call from the owner"], "pt": ["uma ligação da dona"]},
                "again": {"en": ["another lesson"], "pt": ["outra aula"]},
            },
            "ask": {"en": "What would help?", "pt": "O que resolveria?"},
        },
        "name": {"type": "name", "ask": {"en": "What is your name?", "pt": "Qual o seu nome?"}},
    },
    "start": "form",
    "states": {
        "form": {"ask": ["story", "day", "wish", "name"], "go": "done"},
        "done": {"say": {"en": "Filed.", "pt": "Registrado."}, "end": "completed"},
    },
}  # fmt: skip
_EN = ("I want to complain", "the boat leaked badly")
_PT = ("quero reclamar", "o barco vazou muito")


@pytest.mark.parametrize(
    ("language", "say", "kept"),
    [
        ("en", (*_EN, "November 10. and my coat was ruined"), "my coat was ruined"),
        ("pt", (*_PT, "10 de novembro. e ele ficou mancando depois"), "ficou mancando"),
    ],
)
def test_what_is_told_of_the_story_beside_an_answer_is_kept(
    language: str, say: tuple[str, ...], kept: str
) -> None:
    seen = routed_talk(COMPLAINT, say=say, language=language)
    assert kept in str(seen.slots["story"])
    assert seen.slots["day"] == "2026-11-10"


@pytest.mark.parametrize(
    ("language", "say", "wish"),
    [
        ("en", (*_EN, "November 10", "can't I have both? ok then, another lesson"), "again"),
        ("en", (*_EN, "November 10", "I want the owner to ring me"), "call"),
        ("en", (*_EN, "November 10", "my money back and I want the owner to ring me"), None),
        ("pt", (*_PT, "10 de novembro", "quero que a dona me ligue"), "call"),
        ("pt", (*_PT, "10 de novembro", "dinheiro de volta e que a dona me ligue"), None),
    ],
)
def test_an_option_is_taken_for_what_a_message_comes_to(
    language: str, say: tuple[str, ...], wish: str | None
) -> None:
    assert routed_talk(COMPLAINT, say=say, language=language).slots.get("wish") == wish

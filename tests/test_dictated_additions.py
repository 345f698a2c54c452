"""What is dictated into a text goes behind what it holds; what is labelled takes its place."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.routed_talk import routed_talk
from workflows.testing.expect import Seen

LEAK: dict[str, Any] = {
    "workflow": "leak",
    "version": 1,
    "title": {"en": "Report a leaking tank", "pt": "Avisar que o aquário vaza"},
    "route": {
        "when": "A tank that we set up has a fault.",
        "examples": {
            "en": ["my tank leaks", "the filter you sold me broke", "I want to report a fault"],
            "pt": ["meu aquário vaza", "o filtro quebrou", "quero avisar de um defeito"],
        },
    },
    "slots": {
        "story": {
            "type": "text",
            "title": {"en": "what happened", "pt": "relato"},
            "ask": {"en": "What happened?", "pt": "O que aconteceu?"},
        },
        "since": {
            "type": "date",
            "max": "today",
            "title": {"en": "day", "pt": "dia"},
            "ask": {"en": "On which day was that?", "pt": "Em que dia foi?"},
        },
        "phone": {
            "type": "phone",
            "title": {"en": "phone", "pt": "telefone"},
            "ask": {"en": "On which number?", "pt": "Qual telefone, com DDD?"},
        },
        "note": {
            "type": "text",
            "skip": True,
            "title": {"en": "note", "pt": "observação"},
            "ask": {"en": "Anything else?", "pt": "Mais alguma observação?"},
        },
    },
    "start": "data",
    "states": {
        "data": {"ask": ["story", "since", "phone", "note"], "go": "confirm"},
        "confirm": {
            "ask": {
                "right": {
                    "type": "boolean",
                    "ask": {"en": "{story} Shall I file it?", "pt": "{story} Posso registrar?"},
                }
            },
            "go": [{"if": "right", "to": "done"}, {"to": "data"}],
        },
        "done": {"say": {"en": "Filed.", "pt": "Registrado."}, "end": "completed"},
    },
}
TOLD = {
    "en": ("I want to report a fault", "the seam leaks", "yesterday", "+1 207 772 4491", "no"),
    "pt": ("quero avisar de um defeito", "a emenda vaza", "ontem", "19 98111-0022", "não"),
}


def talk(language: str, told: int, *said: str) -> Seen:
    """Answer the first questions, and say something where the next one is open."""
    return routed_talk(LEAK, say=(*TOLD[language][:told], *said), language=language)


@pytest.mark.parametrize(
    ("language", "said", "story"),
    [
        ("en", "add to what happened: it was a gift", "the seam leaks. it was a gift"),
        ("en", "write down that the carpet is wet", "the seam leaks. the carpet is wet"),
        ("en", "yes but note that I work until six", "the seam leaks. I work until six"),
        ("pt", "acrescenta no relato: era presente", "a emenda vaza. era presente"),
        ("pt", "sim mas anota que eu só saio às 18h", "a emenda vaza. eu só saio às 18h"),
        ("pt", "põe aí que o tapete molhou", "a emenda vaza. o tapete molhou"),
        ("en", "what happened: it leaks, and it stinks", "it leaks, and it stinks"),
        ("pt", "o relato: vazou, e o tapete molhou", "vazou, e o tapete molhou"),
    ],
)  # fmt: skip
def test_what_is_added_at_the_end_takes_nothing_back(language: str, said: str, story: str) -> None:
    seen = talk(language, 5, said)
    assert (seen.slots["story"], seen.end) == (story, None)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "+1 207 772 4491. and write down that the carpet is wet"),
        ("pt", "19 98111-0022, e anota que o tapete molhou"),
    ],
)
def test_an_addition_beside_an_answer_leaves_the_answer(language: str, said: str) -> None:
    seen = talk(language, 3, said)
    assert seen.slots["phone"]
    assert seen.slots["story"].endswith(("the carpet is wet", "o tapete molhou"))


@pytest.mark.parametrize(
    ("language", "said", "note"),
    [
        ("en", "add a note: ring twice", "ring twice"),
        ("pt", "coloca na observação que o portão é azul", "o portão é azul"),
    ],
)
def test_a_text_that_is_named_gets_what_is_dictated(language: str, said: str, note: str) -> None:
    assert talk(language, 5, said).slots["note"] == note


@pytest.mark.parametrize(
    ("language", "said", "note"),
    [
        ("en", "No. Actually, yes: the green one bites.", "the green one bites"),
        ("pt", "Não. Na verdade, sim: o verde morde.", "o verde morde"),
    ],
)
def test_a_no_that_turns_to_yes_tells_what_stands_behind_it(
    language: str, said: str, note: str
) -> None:
    assert talk(language, 4, said).slots["note"] == note


@pytest.mark.parametrize(
    ("language", "said"), [("en", "put that the day is Monday"), ("pt", "anota que o dia é sábado")]
)
def test_what_is_dictated_for_another_slot_is_no_text(language: str, said: str) -> None:
    seen = talk(language, 5, said)
    assert seen.slots["story"] == TOLD[language][1]


@pytest.mark.parametrize(
    ("language", "said", "story"),
    [
        ("en", "take out 'and it stinks'", "the seam leaks"),
        ("en", 'remove "and it stinks" from what happened', "the seam leaks"),
        ("pt", "tira 'e fede' do relato", "a emenda vaza"),
    ],
)
def test_words_that_are_named_are_taken_out_of_the_text(
    language: str, said: str, story: str
) -> None:
    wish, told, *rest = TOLD[language]
    more = {"en": "and it stinks", "pt": "e fede"}[language]
    seen = routed_talk(LEAK, say=(wish, f"{told} {more}", *rest, said), language=language)
    assert (seen.slots["story"], seen.end) == (story, None)


@pytest.mark.parametrize(
    ("language", "said", "story"),
    [
        ("en", "add this to what happened: the carpet is wet", "the seam leaks. the carpet is wet"),
        ("pt", "o tapete molhou, acrescenta aí", "a emenda vaza. o tapete molhou"),
    ],
)
def test_the_words_of_dictating_stand_in_no_text(language: str, said: str, story: str) -> None:
    assert talk(language, 5, said).slots["story"] == story


def test_anger_beside_an_answer_stays_out_of_the_story() -> None:
    seen = talk("en", 2, "Wednesday like I said, are you even reading this")
    assert seen.slots["since"]
    assert seen.slots["story"] == "the seam leaks"

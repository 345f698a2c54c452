"""What is told beside an answer is kept where the form keeps such, or said to be noted nowhere."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.routed_talk import routed_talk
from workflows.testing.expect import Seen


def form(name: str, title: dict[str, str], slots: dict[str, Any]) -> dict[str, Any]:
    """Return a workflow that asks for some slots and then whether all is right."""
    right = {"type": "boolean", "ask": {"en": "Is all of it right?", "pt": "Está tudo certo?"}}
    return {
        "workflow": name,
        "version": 1,
        "title": title,
        "route": {
            "when": f"The person wants this: {title['en']}.",
            "examples": {language: [each] for language, each in title.items()},
        },
        "slots": slots,
        "start": "data",
        "states": {
            "data": {"ask": list(slots), "go": "confirm"},
            "confirm": {
                "ask": {"right": right},
                "go": [{"if": "right", "to": "done"}, {"to": "data"}],
            },
            "done": {"say": {"en": "Done.", "pt": "Feito."}, "end": "completed"},
        },
    }


PHONE = {
    "type": "phone",
    "title": {"en": "phone", "pt": "telefone"},
    "ask": {"en": "Which phone number?", "pt": "Qual telefone com DDD?"},
}
HOUSE: dict[str, Any] = {
    "address": {
        "type": "text",
        "title": {"en": "address", "pt": "endereço"},
        "ask": {"en": "What is the address?", "pt": "Qual é o endereço?"},
    },
    "day": {
        "type": "date",
        "min": "today",
        "title": {"en": "day", "pt": "dia"},
        "ask": {"en": "On which day?", "pt": "Para que dia?"},
    },
    "phone": PHONE,
}
NOTE: dict[str, Any] = {
    "note": {
        "type": "text",
        "skip": True,
        "title": {"en": "note", "pt": "observação"},
        "ask": {"en": "Anything we should know before?", "pt": "Algo que devamos saber antes?"},
    }
}
STORY: dict[str, Any] = {
    "story": {
        "type": "text",
        "title": {"en": "what happened", "pt": "relato"},
        "ask": {"en": "What happened?", "pt": "O que aconteceu?"},
    },
    "since": {
        "type": "date",
        "max": "today",
        "title": {"en": "day", "pt": "data"},
        "ask": {"en": "When did you get it back?", "pt": "Quando recebeu de volta?"},
    },
    "phone": PHONE,
}
VISIT = form("sweep", {"en": "Have a chimney swept", "pt": "Limpar a chaminé"}, HOUSE | NOTE)
BARE = form("stove", {"en": "Have a stove looked at", "pt": "Ver o fogão"}, HOUSE)
CLAIM = form("claim", {"en": "Complain about a rug", "pt": "Reclamar de um tapete"}, STORY)
TOLD: dict[str, dict[str, tuple[str, ...]]] = {
    "sweep": {
        "en": ("Have a chimney swept", "9 Fern Road, Bath", "monday", "+1 207 772 4491", "no"),
        "pt": ("Limpar a chaminé", "Rua Sol, 9, Centro", "segunda", "19 98111-0022", "não"),
    },
    "claim": {
        "en": ("Complain about a rug", "you shrank my rug", "yesterday", "+1 207 772 4491"),
        "pt": ("Reclamar de um tapete", "encolheram meu tapete", "ontem", "19 98111-0022"),
    },
}


def talk(workflow: dict[str, Any], language: str, told: int, *said: str) -> Seen:
    """Answer the first questions of a form, and say something where the next one is open."""
    before = TOLD.get(str(workflow["workflow"]), TOLD["sweep"])[language][:told]
    return routed_talk(
        workflow, say=(*before, *said), language=language, first=str(workflow["workflow"])
    )


@pytest.mark.parametrize(
    ("language", "said", "note"),
    [
        ("pt", "não. minha avó usa andador", "minha avó usa andador"),
        ("pt", "nao. ele é cego", "ele é cego"),
        ("en", "no. my wife cannot hear", "my wife cannot hear"),
        ("en", "nothing. But the bell is broken", "the bell is broken"),
        ("en", "just this: the gate sticks", "the gate sticks"),
        ("pt", "só: o portão emperra", "o portão emperra"),
        ("en", "no, we're easy", None),
        ("pt", "não, obrigada, um bom dia", None),
    ],
)
def test_what_stands_behind_a_no_is_a_remark(language: str, said: str, note: str | None) -> None:
    assert talk(VISIT, language, 4, said).slots.get("note") == note


@pytest.mark.parametrize(
    ("language", "told", "said", "note"),
    [
        ("pt", 3, "19 98111-0022, mas só liga à noite", "só liga à noite"),
        ("en", 3, "+1 207 772 4491, please text, I work nights", "please text, I work nights"),
        ("pt", 2, "terça. minha filha é autista", "minha filha é autista"),
        ("en", 2, "tuesday. my son has epilepsy, by the way", "my son has epilepsy, by the way"),
        ("en", 1, "9 Fern Road, Bath, and there's a step up", "there's a step up"),
        ("pt", 3, "19 98111-0022, é whatsapp", None),
        ("en", 2, "tuesday, thanks so much", None),
    ],
)
def test_what_is_told_beside_an_answer_is_a_remark(
    language: str, told: int, said: str, note: str | None
) -> None:
    assert talk(VISIT, language, told, said).slots.get("note") == note


@pytest.mark.parametrize(
    ("language", "told", "said", "part"),
    [
        ("pt", 3, "19 98111-0022, o recibo é o 4471", "o recibo é o 4471"),
        ("en", 2, "yesterday, and they laughed at me", "they laughed at me"),
        ("pt", 4, "falta o valor, são 250 reais", "250 reais"),
        ("en", 4, "yes, but you forgot that it was silk", "it was silk"),
    ],
)
def test_more_of_the_matter_goes_to_the_story(
    language: str, told: int, said: str, part: str
) -> None:
    seen = talk(CLAIM, language, told, said)
    before = TOLD["claim"][language][1]
    assert seen.slots["story"].startswith(before)
    assert part in seen.slots["story"]
    assert seen.end is None


@pytest.mark.parametrize(
    ("language", "said", "told"),
    [
        ("en", "tuesday. my mother is bedridden", "my mother is bedridden"),
        ("pt", "terça. minha mãe está acamada", "minha mãe está acamada"),
    ],
)
def test_what_nothing_keeps_is_said_to_be_noted_nowhere(
    language: str, said: str, told: str
) -> None:
    seen = talk(BARE, language, 2, said)
    assert any(told in text for text in seen.said)


@pytest.mark.parametrize(
    ("language", "said", "story"),
    [
        ("pt", "RECLAMAÇÃO, óbvio, mancharam o tapete", "mancharam o tapete"),
        ("en", "are you even reading this? you lost my rug", "you lost my rug"),
    ],
)
def test_words_of_protest_are_no_part_of_a_story(language: str, said: str, story: str) -> None:
    assert talk(CLAIM, language, 1, said).slots["story"] == story


@pytest.mark.parametrize(
    ("language", "note", "said", "left"),
    [
        ("en", "the daft door sticks badly", "take the daft out", "the door sticks badly"),
        ("pt", "a maldita porta emperra", "tira esse maldita daí", "a porta emperra"),
    ],
)
def test_a_word_is_taken_out_of_a_text(language: str, note: str, said: str, left: str) -> None:
    assert talk(VISIT, language, 4, note, said).slots["note"] == left


@pytest.mark.parametrize(
    ("language", "said", "address"),
    [
        ("pt", "rua sol, 9, centro tem taxa né?", "rua sol, 9, centro"),
        ("en", "9 Fern Road, Bath and parking is a nightmare", "9 Fern Road, Bath"),
        ("en", "9 Fern Road, Bath, the blue door by the mill", "9 Fern Road, Bath, the blue door"),
    ],
)
def test_an_address_ends_where_something_else_is_told(
    language: str, said: str, address: str
) -> None:
    assert talk(VISIT, language, 1, said).slots["address"].startswith(address)
    assert "nightmare" not in talk(VISIT, language, 1, said).slots["address"]


@pytest.mark.parametrize(
    ("language", "told", "said", "note"),
    [
        ("en", 2, "tuesday, I sent you all that in my first message", None),
        ("en", 3, "+1 207 772 4491, sorry I'm typing on the train", None),
        (
            "en",
            2,
            "tuesday, sorry I'm at work, and the chimney is cracked",
            "the chimney is cracked",
        ),
        ("pt", 2, "terça, mandei tudo na primeira mensagem", None),
        ("pt", 3, "19 98111-0022, desculpa a demora, tava no ônibus", None),
        ("pt", 2, "terça, to no trabalho, e o forro está rachado", "o forro está rachado"),
    ],
)
def test_what_is_said_of_the_talk_or_the_moment_is_no_remark(
    language: str, told: int, said: str, note: str | None
) -> None:
    assert talk(VISIT, language, told, said).slots.get("note") == note

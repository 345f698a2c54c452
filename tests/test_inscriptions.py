"""What is to be written on a thing is kept with the remarks, wherever in a form it is said."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.routed_talk import routed_talk
from workflows.testing.expect import Seen

_BEGUN = {
    "en": ("I want a mug printed", "white", "12", "Ann Porter"),
    "pt": ("quero uma caneca estampada", "branca", "12", "Ana Prado"),
}


def _mugs() -> dict[str, Any]:
    return {
        "workflow": "mugs",
        "version": 1,
        "title": {"en": "Order mugs", "pt": "Encomendar canecas"},
        "route": {
            "when": "The person wants mugs printed.",
            "examples": {"en": ["I want a mug printed"], "pt": ["quero uma caneca estampada"]},
        },
        "slots": {
            "colour": {
                "type": "choice",
                "of": {
                    "white": {"en": ["white"], "pt": ["branca"]},
                    "black": {"en": ["black"], "pt": ["preta"]},
                },
                "title": {"en": "colour", "pt": "cor"},
                "ask": {"en": "White or black?", "pt": "Branca ou preta?"},
            },
            "pieces": {
                "type": "integer",
                "min": 1,
                "max": 90,
                "title": {"en": "how many", "pt": "quantas"},
                "ask": {"en": "How many?", "pt": "Quantas?"},
            },
            "name": {
                "type": "name",
                "title": {"en": "name", "pt": "nome"},
                "ask": {"en": "What is your name?", "pt": "Qual o seu nome?"},
            },
            "notes": {
                "type": "text",
                "skip": True,
                "title": {"en": "notes", "pt": "observações"},
                "ask": {
                    "en": "Any notes? For instance what to write on the mug.",
                    "pt": "Alguma observação? Por exemplo o que escrever na caneca.",
                },
            },
        },
        "start": "data",
        "states": {
            "data": {"ask": ["colour", "pieces", "name", "notes"], "go": "sure"},
            "sure": {
                "ask": {
                    "right": {
                        "type": "boolean",
                        "ask": {
                            "en": "{pieces} mugs, {colour}. Notes: {notes}. Shall I order them?",
                            "pt": "{pieces} canecas, {colour}. Observações: {notes}. Posso pedir?",
                        },
                    }
                },
                "go": [{"if": "right", "to": "done"}, {"to": "data"}],
            },
            "done": {"say": "Done.", "end": "completed"},
        },
    }


def _talk(language: str, told: int, *said: str) -> Seen:
    return routed_talk(_mugs(), say=(*_BEGUN[language][:told], *said), language=language)


@pytest.mark.parametrize(
    ("language", "told", "said", "kept"),
    [
        ("en", 1, "black, with Best Dad written on the side", "Best Dad"),
        ("en", 2, "20. IT MUST SAY TEAM NORTH", "TEAM NORTH"),
        ("en", 2, "make it 15 and the mug should read Thanks Coach", "Thanks Coach"),
        ("pt", 1, "preta, e escreve Melhor Pai", "Melhor Pai"),
        ("pt", 2, "20. TEM QUE TER ESCRITO TIME NORTE", "TIME NORTE"),
        ("pt", 2, "põe 15 e escreve na lateral Valeu Chefe", "Valeu Chefe"),
        ("pt", 1, "preta, quero metade fosca metade brilhante", "metade fosca"),
    ],
)
def test_it_is_kept_beside_an_answer(language: str, told: int, said: str, kept: str) -> None:
    assert kept in _talk(language, told, said).slots["notes"]


@pytest.mark.parametrize(
    ("language", "none", "said", "kept"),
    [
        ("en", "none", "yes. oh and put Congrats Boss on the mug", "Congrats Boss"),
        ("en", "none", "missing the writing: Forever Yours", "Forever Yours"),
        ("en", "none", "change it to 30 and write Welcome Leo", "Welcome Leo"),
        ("pt", "nenhuma", "sim. ah e põe escrito Parabéns Rita", "Parabéns Rita"),
        ("pt", "nenhuma", "falta o escrito: Boas Festas", "Boas Festas"),
        ("pt", "nenhuma", "muda pra 30 e escreve Bem-vindo Caio", "Bem-vindo Caio"),
    ],
)
def test_it_is_kept_where_all_is_to_be_confirmed(
    language: str, none: str, said: str, kept: str
) -> None:
    seen = _talk(language, 4, none, said)
    assert kept in seen.slots["notes"]
    assert seen.end is None


@pytest.mark.parametrize(
    ("language", "said", "kept"),
    [
        (
            "en",
            "the note is gift paper and a card saying Hugs",
            "gift paper and a card saying Hugs",
        ),
        ("en", "no, the notes are: gift paper", "gift paper"),
        ("pt", "a observação é papel azul e escrito Sofia", "papel azul e escrito Sofia"),
        ("pt", "não, as observações são: papel azul", "papel azul"),
    ],
)
def test_remarks_that_are_told_anew_by_their_name_replace_the_old_ones(
    language: str, said: str, kept: str
) -> None:
    assert _talk(language, 4, "dishwasher proof", said).slots["notes"] == kept


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "do you write names on them?"),
        ("en", "write to me at noon"),
        ("en", "oh two oh seven nine four six oh nine five eight"),
        ("pt", "vocês escrevem nomes?"),
        ("pt", "não precisa escrever nada"),
        ("pt", "nove oito oito sete um dois três quatro cinco seis sete"),
    ],
)
def test_what_is_written_on_nothing_is_none(language: str, said: str) -> None:
    assert not _talk(language, 3, said).slots.get("notes")

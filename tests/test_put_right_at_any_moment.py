"""What is put right or added at any moment of a form, where the remarks may be of a place too."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.routed_talk import routed_talk
from workflows.testing.expect import Seen

LAWN: dict[str, Any] = {
    "workflow": "lawn",
    "version": 1,
    "title": {"en": "Book a lawn cut", "pt": "Marcar corte de grama"},
    "route": {
        "when": "Somebody wants the lawn cut.",
        "examples": {
            "en": ["I'd like my lawn cut", "can you mow my lawn?", "book a lawn cut"],
            "pt": ["quero cortar a grama", "vocês cortam grama?", "marcar um corte de grama"],
        },
    },
    "slots": {
        "day": {
            "type": "date",
            "min": "today",
            "title": {"en": "day", "pt": "dia"},
            "ask": {"en": "Which day would suit you?", "pt": "Que dia fica bom?"},
        },
        "time": {
            "type": "time",
            "min": "08:00",
            "max": "17:00",
            "title": {"en": "start time", "pt": "horário"},
            "ask": {"en": "What time should we start?", "pt": "A que horas começamos?"},
        },
        "address": {
            "type": "text",
            "title": {"en": "address", "pt": "endereço"},
            "ask": {"en": "What is the address?", "pt": "Qual é o endereço?"},
        },
        "plot": {
            "type": "text",
            "title": {"en": "plot reference", "pt": "código do lote"},
            "ask": {"en": "What is the plot reference?", "pt": "Qual é o código do lote?"},
        },
        "notes": {
            "type": "text",
            "skip": True,
            "title": {"en": "notes", "pt": "observações"},
            "ask": {
                "en": "Anything we should know, such as where the keys are?",
                "pt": "Algo que devemos saber, como onde fica a chave?",
            },
        },
    },
    "start": "data",
    "states": {
        "data": {"ask": ["day", "time", "address", "plot", "notes"], "go": "confirm"},
        "confirm": {
            "ask": {
                "right": {
                    "type": "boolean",
                    "ask": {
                        "en": "{day} at {time}, {address}. Notes: {notes}. Shall I book it?",
                        "pt": "{day} às {time}, {address}. Obs.: {notes}. Posso marcar?",
                    },
                }
            },
            "go": [{"if": "right", "to": "done"}, {"to": "data"}],
        },
        "done": {"say": {"en": "Booked.", "pt": "Marcado."}, "end": "completed"},
    },
}
TOLD = {
    "en": ("I'd like my lawn cut", "27 November", "4pm", "12 Elm Road", "QP12", "no"),
    "pt": ("quero cortar a grama", "27 de novembro", "16h", "Rua das Flores, 12", "QP12", "não"),
}


def talk(language: str, told: int, *said: str) -> Seen:
    """Answer the first questions, and say something where the next one is open."""
    return routed_talk(LAWN, say=(*TOLD[language][:told], *said), language=language)


@pytest.mark.parametrize(
    ("language", "said", "notes"),
    [
        ("en", "yes please, and the gate code's 4471", "the gate code's 4471"),
        ("en", "yes, book it. put the gate code 4471 in the notes please", "the gate code 4471"),
        ("en", "Could we make the notes say blue shed?", "blue shed"),
        ("en", "oh, but please keep the barrier code 22 in the notes too", "the barrier code 22"),
        ("pt", "sim, e a senha da portaria é 1980", "a senha da portaria é 1980"),
        ("pt", "pode marcar, e anota que o portão é o 4471", "o portão é o 4471"),
        ("pt", "isso. deixa o código 22 nas observações também", "o código 22"),
    ],
)
def test_a_remark_at_the_last_yes_goes_to_the_notes(language: str, said: str, notes: str) -> None:
    seen = talk(language, 6, said)
    assert (seen.slots["notes"], seen.end) == (notes, None)
    assert notes in seen.said[-1]


@pytest.mark.parametrize(
    ("language", "said", "slot", "value"),
    [
        ("en", "yeah but make it wednesday instead friday no good", "day", "2026-11-25"),
        ("en", "can you make it thursday, friday doesn't work for us", "day", "2026-11-26"),
        ("en", "No, the address is wrong. It's 14 Cedar Close, Reading RG40 2BD", "address",
         "14 Cedar Close, Reading RG40 2BD"),
        ("pt", "na verdade põe quarta, sexta não dá", "day", "2026-11-25"),
        ("pt", "o endereço tá errado, é Rua Direita 10", "address", "Rua Direita 10"),
    ],
)  # fmt: skip
def test_what_is_put_right_beside_what_it_was_is_taken(
    language: str, said: str, slot: str, value: str
) -> None:
    seen = talk(language, 6, said)
    assert (seen.slots[slot], seen.end) == (value, None)
    assert "“" not in seen.said[-1]


@pytest.mark.parametrize("told", [3, 4])
def test_an_hour_is_put_right_whatever_is_asked(told: int) -> None:
    assert talk("en", told, "it's MORNING not 4pm, 9am").slots["time"] == "09:00"
    assert talk("pt", told, "não é às 16, é às 9").slots["time"] == "09:00"


@pytest.mark.parametrize("told", [3, 6])
@pytest.mark.parametrize(
    ("language", "said", "asked"),
    [
        ("en", "no not 4pm, I said morning", "What time should we start?"),
        ("pt", "não é às 16, eu falei de manhã", "A que horas começamos?"),
    ],
)
def test_an_hour_that_is_only_denied_is_asked_for_anew(
    told: int, language: str, said: str, asked: str
) -> None:
    seen = talk(language, told, said)
    assert "time" not in seen.slots
    assert seen.said[-1].startswith(asked)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "SL6 no sorry RG12 8TN"),
        ("en", "RG12 8TM, wait, RG12 8TN"),
        ("pt", "SL6, não, desculpa, RG12 8TN"),
    ],
)
def test_a_code_that_is_taken_back_is_no_part_of_the_code(language: str, said: str) -> None:
    assert talk(language, 4, said).slots["plot"] == "RG12 8TN"

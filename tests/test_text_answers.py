"""Texts that are asked for: whole stories, bare codes, and what is data beside them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from workflows.file.schema import Workflow
from workflows.file.slots import Slot
from workflows.file.tests import WorkflowTest
from workflows.machine.slots.read import read
from workflows.machine.slots.speech import SpeechContext
from workflows.testing.conversation import converse
from workflows.testing.expect import Seen

FORM: dict[str, Any] = {
    "workflow": "repair",
    "version": 1,
    "title": "Repair",
    "route": {"when": "Something is to be mended.", "examples": ["mend it", "a repair", "c"]},
    "slots": {
        "fault": {"type": "text", "title": {"en": "fault", "pt": "defeito"}, "ask": "What is it?"},
        "model": {"type": "text", "max": 60, "title": {"en": "model", "pt": "modelo"}},
        "made": {"type": "integer", "min": 1950, "max": 2027, "title": {"en": "year", "pt": "ano"}},
        "code": {"type": "text", "max": 12, "title": {"en": "code", "pt": "código"}},
        "day": {"type": "date", "min": "today", "title": {"en": "day", "pt": "dia"}},
        "hour": {
            "type": "time",
            "min": "09:00",
            "max": "18:00",
            "title": {"en": "hour", "pt": "hora"},
        },
        "limit": {"type": "money", "currency": "EUR", "skip": True, "title": "limit"},
    },
    "start": "data",
    "states": {
        "data": {"ask": ["fault", "model", "made", "code", "day", "hour", "limit"], "go": "sure"},
        "sure": {
            "ask": {"right": {"type": "boolean", "ask": "{model}, {limit}. Shall I order it?"}},
            "go": [{"if": "right", "to": "done"}, {"to": "data"}],
        },
        "done": {"say": "Ordered.", "end": "completed"},
    },
}
TOLD = ["hello", "no sound", "Walkman", "1984", "AB12345", "1 December", "10am", "skip"]


def talk(*say: str, language: str = "en") -> Seen:
    """Have a conversation with the form."""
    workflow = Workflow.model_validate(FORM)
    known: dict[str, Any] = {"name": "talk", "language": language, "today": "2026-11-19"}
    case = WorkflowTest.model_validate(known | {"say": say, "expect": {}})
    return converse({"repair": workflow}, workflow, case, None)


@pytest.mark.parametrize(
    "said",
    [
        "It has been humming since Tuesday",
        "The lid is stuck, my dear, you have to pull it with both hands.",
        "your man promised to fix it on the 3rd and nobody came",
        "A porta emperra, moço, tem que empurrar com o ombro para fechar",
        "chia desde sexta quando esquenta",
    ],
)
def test_a_story_is_kept_whole_and_its_days_book_nothing(said: str) -> None:
    language = "pt" if "porta" in said or "chia" in said else "en"
    slots = talk("hello", said, language=language).slots
    assert (slots.get("fault"), slots.get("day")) == (said, None)


def test_what_stands_alone_beside_a_story_goes_to_its_slot() -> None:
    slots = talk("hello", "the handle came off, tomorrow at 11 please").slots
    assert (slots["fault"], slots["day"], slots["hour"]) == (
        "the handle came off",
        "2026-11-20",
        "11:00",
    )


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("like I already told you, the belt slips", "the belt slips"),
        ("uai, já falei, não esquenta", "não esquenta"),
        ("o motor não gira, como eu disse", "o motor não gira"),
        ("it smokes, you clowns", "it smokes"),
        ("I told my neighbour that it smokes", "I told my neighbour that it smokes"),
        ("I told you: the belt slips", "the belt slips"),
        ("já disse", None),
    ],
)
def test_what_is_said_in_anger_or_said_again_is_no_part_of_a_text(
    said: str, kept: str | None
) -> None:
    assert talk("hello", said).slots.get("fault") == kept


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("não", None),
        ("nope", None),
        ("sim", None),
        ("code XK90311", "XK90311"),
        ("XK90311, e não precisa buscar em casa não", "XK90311"),
        ("ué, já falei, XK90311", "XK90311"),
        ("it's XK90311 I think, written on the back", "XK90311"),
    ],
)
def test_a_code_is_taken_without_the_words_around_it(said: str, code: str | None) -> None:
    assert talk(*TOLD[:4], said).slots.get("code") == code


@pytest.mark.parametrize(
    ("said", "made"),
    [
        ("Grundig 1962", 1962),
        ("a 1971 Nordmende", 1971),
        ("Philips, bought in 2004", None),
        ("Sony TC 2500", None),
    ],
)
def test_a_year_beside_a_model_is_not_asked_for_again(said: str, made: int | None) -> None:
    slots = talk("hello", "no sound", said).slots
    assert slots.get("made") == made
    assert said.endswith(slots["model"])


@pytest.mark.parametrize(
    "said",
    [
        "actually the model is grundig tk 6.1 and the limit 90",
        "na verdade o modelo é grundig tk 6.1 e o limit 90",
        "change the limit to 90 and the model to grundig tk 6.1",
    ],
)
def test_two_labelled_corrections_are_both_taken(said: str) -> None:
    slots = talk(*TOLD, said).slots
    assert (slots["model"], slots["limit"]) == ("grundig tk 6.1", 90)


def test_a_label_at_its_own_question_ends_where_another_datum_begins() -> None:
    slots = talk("hello", "no sound", "well the model is grundig tk 6.1 and the limit 90").slots
    assert (slots["model"], slots["limit"]) == ("grundig tk 6.1", 90)


@pytest.mark.parametrize(
    ("ask", "said", "text"),
    [
        ("What shall the card say?", "put happy birthday sis", "happy birthday sis"),
        ("O que escrevo no cartão?", "põe feliz dia das mães", "feliz dia das mães"),
        ("Where shall we post it to?", "its 22 beech grove harrogate", "22 beech grove harrogate"),
        ("What shall the card say?", "say cheese", "say cheese"),
        ("What happened?", "put the lid on and it broke", "put the lid on and it broke"),
    ],
)
def test_what_only_dictates_is_no_part_of_a_text(ask: str, said: str, text: str) -> None:
    slots = {"words": Slot.model_validate({"type": "text", "ask": ask})}
    speech = SpeechContext(datetime(2026, 11, 19), "en")  # noqa: DTZ001
    assert read(slots, said, speech=speech, asked="words").values == {"words": text}

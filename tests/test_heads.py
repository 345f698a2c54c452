"""How many people come: told at the question, or beside something else, in any of its words."""

from __future__ import annotations

from typing import Any

import pytest

from workflows.file.schema import Workflow
from workflows.file.tests import WorkflowTest
from workflows.testing.conversation import converse
from workflows.testing.expect import Seen

FORM: dict[str, Any] = {
    "workflow": "cave",
    "version": 1,
    "title": "Cave",
    "route": {"when": "A tour of the cave.", "examples": ["see the cave", "a cave tour", "c"]},
    "slots": {
        "day": {"type": "date", "min": "today", "title": {"en": "day", "pt": "dia"}},
        "start": {"type": "time", "min": "09:00", "max": "17:00", "title": "start"},
        "party": {
            "type": "integer",
            "min": 1,
            "max": 20,
            "title": {"en": "number of people", "pt": "número de pessoas"},
            "ask": {"en": "How many people will come?", "pt": "Quantas pessoas vêm?"},
        },
        "remark": {"type": "text", "skip": True, "title": "remark", "ask": "Any remark?"},
    },
    "start": "data",
    "states": {
        "data": {"ask": ["day", "start", "party", "remark"], "go": "sure"},
        "sure": {
            "ask": {
                "right": {
                    "type": "boolean",
                    "ask": "{day} at {start} for {party}. Shall I book it?",
                }
            },
            "go": [{"if": "right", "to": "done"}, {"to": "data"}],
        },
        "done": {"say": "Booked.", "end": "completed"},
    },
}


def talk(*say: str, language: str = "en") -> Seen:
    """Have a conversation with the form."""
    workflow = Workflow.model_validate(FORM)
    known: dict[str, Any] = {"name": "talk", "language": language, "today": "2026-11-19"}
    case = WorkflowTest.model_validate(known | {"say": say, "expect": {}})
    return converse({"cave": workflow}, workflow, case, None)


@pytest.mark.parametrize(
    ("said", "party", "language"),
    [
        ("seven of us I reckon", 7, "en"),
        ("five, as I told you: two adults and three little ones", 5, "en"),
        ("nine, but two of them are babies", 9, "en"),
        ("my husband, me and a friend", 3, "en"),
        ("1 adult 3 kids", 4, "en"),
        ("me and my cousins", None, "en"),
        ("4 or 5 people", None, "en"),
        ("three couples", 6, "en"),
        ("5+3", 8, "en"),
        ("us three and the grandparents", None, "en"),
        ("dois adultos e uma criança de 6 anos", 3, "pt"),
        ("eu, minha sogra e mais duas amigas", 4, "pt"),
        ("vamos em oito, um deles de colo", 8, "pt"),
        ("eu e uns colegas", None, "pt"),
        ("eu e meu noivo, mais a minha mãe", 3, "pt"),
        ("somos eu e a minha mãe", 2, "pt"),
        ("a gente é em 12", 12, "pt"),
        ("sou só eu", 1, "pt"),
        ("just me", 1, "en"),
    ],
)
def test_an_answer_counts_the_people_that_it_tells(
    said: str, party: int | None, language: str
) -> None:
    seen = talk(
        "hello", "28/11" if language == "pt" else "28 November", "10:00", said, language=language
    )
    assert seen.slots.get("party") == party


@pytest.mark.parametrize(
    ("first", "then", "party"),
    [
        ("I'd love to see the cave on 28 November, there will be 6 of us", "10am", 6),
        ("see the cave, 2 grown-ups and 2 children", "28 November", 4),
        ("a cave tour for three please", "28 November", 3),
        ("see the cave with 4 visitors", "the 28th, and actually we'll be 7 people", 7),
        ("the cave on 28 November for 3 lads", "10am", 3),
        ("see the cave, me and 4 mates it's a stag do", "28 November", 5),
        ("cave on 28 November, 2 of us me and grandad, 1pm", "hello", 2),
        ("I'd like to see the cave for myself", "28 November", 1),
        ("the cave on 28 November at 4 for 5 people from St Agnes", "hello", 5),
        ("I cut myself in the cave", "28 November", None),
        ("book the cave for 3 on Saturday", "hello", None),  # three o'clock, or three of them
    ],
)
def test_people_are_counted_before_they_are_asked_for(
    first: str, then: str, party: int | None
) -> None:
    assert talk(first, then).slots.get("party") == party


TOLD = ["hello", "28 November", "10am", "2", "skip"]


@pytest.mark.parametrize(
    ("said", "start", "party"),
    [
        ("ok but at 3pm and theres 4 of us now", "15:00", 4),
        ("could u do 2.30 instead n put 5 ppl", "14:30", 5),
        ("6 persons not 2", "10:00", 6),
        ("make that 3 adults and 1 child", "10:00", 4),
    ],
)
def test_neither_of_two_changes_is_dropped_at_the_confirmation(
    said: str, start: str, party: int
) -> None:
    seen = talk(*TOLD, said)
    assert (seen.slots["start"], seen.slots["party"]) == (start, party)
    assert "Shall I book it?" in seen.said[-1]


def test_a_remark_about_some_of_them_changes_no_number() -> None:
    seen = talk(*TOLD[:-1], "3 people are vegan")
    assert (seen.slots["party"], seen.slots["remark"]) == (2, "3 people are vegan")


@pytest.mark.parametrize(
    ("said", "floor"),
    [("terceiro andar", 3), ("é no 8º", 8), ("térreo", 0), ("twelfth floor", 12), ("casa", None)],
)
def test_a_floor_is_told_by_its_place(said: str, floor: int | None) -> None:
    form = FORM | {"slots": {"level": {"type": "integer", "min": 0, "ask": "Em que andar? Floor?"}}}
    form |= {
        "states": {
            "data": {"ask": "level", "go": "done"},
            "done": {"say": "Good.", "end": "completed"},
        }
    }
    workflow = Workflow.model_validate(form)
    known: dict[str, Any] = {"name": "talk", "language": "pt", "say": ["oi", said], "expect": {}}
    seen = converse({"cave": workflow}, workflow, WorkflowTest.model_validate(known), None)
    assert seen.slots.get("level") == floor

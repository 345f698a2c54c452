"""Answers that are not plain values: they point at what is known, leave it open, or deny it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.routed_talk import routed_talk
from workflows.file.schema import Workflow
from workflows.file.tests import WorkflowTest
from workflows.testing.conversation import converse
from workflows.testing.expect import Seen

FORM: dict[str, Any] = {
    "workflow": "cave",
    "version": 1,
    "title": "Cave tour",
    "route": {"when": "A tour is to be booked.", "examples": ["a", "b", "c"]},
    "slots": {
        "owner": {"type": "name", "title": "name", "ask": "What is your name?"},
        "phone": {"type": "phone", "region": "BR", "title": "phone", "ask": "What is your phone?"},
        "second": {
            "type": "phone",
            "region": "BR",
            "title": "number for the day",
            "ask": "Which number shall we call on the day?",
        },
        "tour": {
            "type": "choice",
            "of": {"river": ["river"], "crystal": ["crystal"]},
            "title": "tour",
            "ask": "Which tour?",
        },
        "day": {"type": "date", "min": "today", "title": "day", "ask": "On which day?"},
        "hour": {"type": "time", "title": "time", "ask": "At what time?"},
    },
    "start": "data",
    "states": {
        "data": {"ask": ["owner", "phone", "second", "tour", "day", "hour"], "go": "sure"},
        "sure": {
            "ask": {
                "right": {
                    "type": "boolean",
                    "ask": "{owner}, {phone}: {tour} on {day} at {hour}. Shall I book it?",
                }
            },
            "go": [{"if": "right", "to": "done"}, {"to": "left"}],
        },
        "done": {"say": "Booked.", "end": "completed"},
        "left": {"say": "Not booked.", "end": "cancelled"},
    },
}
NAME, PHONE, SECOND = "Ines Prado", "11 98765-4321", "11 91234-5678"
TOLD = (NAME, PHONE, SECOND, "river", "November 25", "4 pm")


def talk(*say: str, language: str = "en", **about: Any) -> Seen:
    workflow = Workflow.model_validate(FORM)
    expect: dict[str, Any] = {}
    case = {"name": "talk", "language": language, "today": "2026-11-20", "expect": expect}
    test = WorkflowTest.model_validate(case | about | {"say": ["hello", *say]})
    return converse({"cave": workflow}, workflow, test, None)


@pytest.mark.parametrize("said", ["the same number", "o mesmo telefone", "same as before"])
def test_what_was_told_to_a_question_of_the_kind_is_taken(said: str) -> None:
    seen = talk(NAME, PHONE, said)
    assert seen.slots["second"] == seen.slots["phone"] == "+5511987654321"
    assert any("Noted: number for the day" in text for text in seen.said)


@pytest.mark.parametrize("said", ["same as last time", "same number I'm texting from"])
def test_what_the_profile_keeps_is_taken(said: str) -> None:
    assert talk(NAME, said, profile={"phone": "+5511987654321"}).slots["phone"] == "+5511987654321"


@pytest.mark.parametrize("said", ["same as last time", "mesmo telefone", "o de sempre"])
def test_that_nothing_of_the_kind_is_known_is_said(said: str) -> None:
    seen = talk(NAME, said)
    assert "phone" not in seen.slots
    assert "I do not have that from before, so please tell me." in seen.said


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("any time after lunch", "from 12:00 pm on"), ("before 11am", "before 11:00 am"),
        ("in the afternoon", "between 12:00 pm and 6:00 pm"), ("whenever", "free to choose"),
        ("tanto faz", "free to choose"), ("qualquer horário", "free to choose"),
        ("qualquer hora depois das 14h", "from 2:00 pm on"),
    ],
)  # fmt: skip
def test_a_time_that_is_left_open_is_narrowed(said: str, told: str) -> None:
    seen = talk(*TOLD[:-1], said)
    assert "hour" not in seen.slots
    assert told in seen.said[-2]


def test_a_bare_hour_is_read_between_the_ends_that_were_told() -> None:
    assert talk(*TOLD[:-1], "in the afternoon", "3").slots["hour"] == "15:00"


@pytest.mark.parametrize("said", ["whenever", "qualquer dia", "after the 10th"])
def test_a_day_that_is_left_open_is_asked_for_exactly(said: str) -> None:
    seen = talk(*TOLD[:-2], said)
    assert "day" not in seen.slots
    assert "exactly when" in seen.said[-2]


@pytest.mark.parametrize(
    ("said", "slot"),
    [
        ("who's Ines? that's not me", "owner"), ("q nome é esse?? não é meu nome", "owner"),
        ("i'm not Ines", "owner"), ("that's not my phone", "phone"),
        ("esse telefone não é meu", "phone"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("count", [4, 6])
def test_what_is_not_theirs_is_emptied_and_asked_for(said: str, slot: str, count: int) -> None:
    seen = talk(*TOLD[:count], said)
    assert slot not in seen.slots
    assert seen.said[-1].startswith(FORM["slots"][slot]["ask"])


def test_who_speaks_of_others_takes_no_name_back() -> None:
    assert talk(*TOLD[:4], "it's for my sister, not me").slots["owner"] == NAME


@pytest.mark.parametrize("said", ["wrong name", "nome errado"])
def test_what_is_called_wrong_at_a_confirmation_is_asked_for_as_it_stands(said: str) -> None:
    seen = talk(*TOLD, said)
    assert seen.slots["owner"] == NAME
    assert seen.said[-1] == f"What is your name? So far: {NAME}."


def test_the_confirmation_comes_again_behind_what_was_put_right() -> None:
    seen = talk(*TOLD, "that's not my name", "Rui Braga")
    assert (seen.state, seen.slots["owner"]) == ("sure", "Rui Braga")


@pytest.mark.parametrize(
    ("said", "unread"),
    [
        ("yes and not on tuesdays", "not on tuesdays"), ("no, and not on tuesdays", "tuesdays"),
        ("make it 5pm and not on tuesdays", "not on tuesdays"), ("yes and 12 chairs", "12 chairs"),
        ("yes, and remind me in march", "remind me in march"),
    ],
)  # fmt: skip
def test_a_day_or_a_number_that_nobody_took_is_named(said: str, unread: str) -> None:
    seen = talk(*TOLD, said)
    assert seen.state == "sure"
    assert unread in seen.said[-2]


@pytest.mark.parametrize(
    "said",
    [
        "4pm no wait is the crystal one easier than river", "4pm is the crystal one harder",
        "4pm, is crystal longer?", "16h, a da crystal é mais fácil?",
    ],
)  # fmt: skip
def test_an_option_that_is_asked_about_is_not_chosen(said: str) -> None:
    seen = talk(*TOLD[:-1], said)
    assert (seen.slots["hour"], seen.slots["tour"]) == ("16:00", "river")
    assert "tour" not in talk(NAME, PHONE, SECOND, said).slots


def test_what_is_pointed_at_last_leads_on_to_the_next_state() -> None:
    form: dict[str, Any] = {
        "workflow": "visit", "version": 1, "title": "Book a visit",
        "route": {"when": "book a visit", "examples": ["book a visit please"]},
        "slots": {
            "phone": {"type": "phone", "title": "phone", "ask": "Your phone?"},
            "driver": {"type": "phone", "title": "number", "ask": "Which may the driver call?"},
        },
        "start": "data",
        "states": {
            "data": {"ask": ["phone", "driver"], "go": "sure"},
            "sure": {
                "ask": {"right": {"type": "boolean", "ask": "{driver}. Right?"}},
                "go": [{"if": "right", "to": "done"}, {"to": "data"}],
            },
            "done": {"say": "Done.", "end": "completed"},
        },
    }  # fmt: skip
    told = ("book a visit please", "+1 207 772 4491", "same phone")
    assert routed_talk(form, say=told).said[-1].endswith("Right?")
    assert routed_talk(form, say=(*told, "yes")).end == "completed"

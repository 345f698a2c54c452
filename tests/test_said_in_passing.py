"""Days, hours, telephones and cards as they come up in speech."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from workflows.file.schema import Workflow
from workflows.file.tests import WorkflowTest
from workflows.testing.conversation import converse
from workflows.testing.slot_cases import SlotCase, taken

DAY = {"type": "date", "min": "today", "region": "GB", "ask": "Which day shall we come?"}
PAST = {"type": "date", "max": "today", "ask": "When did it happen? Quando aconteceu?"}
HOUR = {"type": "time", "min": "08:00", "max": "18:00", "ask": "At what time?"}
PHONE = {"type": "phone", "region": "BR", "ask": "Qual é o telefone?"}
HEIGHT = {"type": "number", "ask": "Qual é a sua altura em metros?"}


@pytest.mark.parametrize(
    ("slot", "said", "value"),
    [
        (DAY, "mine is 4242 4242 4242 4242, 11/29, 737. come on Tuesday", "2026-11-24"),
        (DAY, "cartão final vence em 11/29", None),
        (DAY, "on 3/12 because on the 2nd we are away", "2026-12-03"),
        (DAY, "tuesdayyy", "2026-11-24"),
        (DAY, "sun afternoon at 3", "2026-11-22"),
        (DAY, "monday would suit?? i work from home then", "2026-11-23"),
        (DAY, "are you open on monday? i work then", None),
        (DAY, "11/12", "2026-12-11"),
        (DAY, "friday 4 in the afternoon", "2026-11-20"),
        (DAY, "quinta 2 da tarde", "2026-11-26"),
        (PAST, "two weeks ago today", "2026-11-05"),
        (PAST, "já tem três semanas", "2026-10-29"),
        (PAST, "tem 4 anos", None),
        (HOUR, "nineish", "09:00"),
        (HOUR, "4-ish? if that is ok", "16:00"),
        (HOUR, "middayish", "12:00"),
        (PHONE, "nove nove oito um dois três quatro cinco seis, ddd vinte e um", "+5521998123456"),
        (PHONE, "99812-3456, o ddd é 21", "+5521998123456"),
        (HEIGHT, "um e setenta e três", 1.73),
    ],
)
def test_an_answer_is_read_as_it_was_meant(slot: dict[str, Any], said: str, value: Any) -> None:
    about = {"id": "x", "language": "en", "slot": slot, "answer": said, "take": value}
    spoken = "pt" if slot in (PHONE, HEIGHT) or "tem" in said else "en"
    assert taken(SlotCase.model_validate(about | {"language": spoken}), date(2026, 11, 19)) == value


def told_of(number: str) -> str:
    """Return what is said of a number that is no telephone's."""
    form: dict[str, Any] = {
        "workflow": "ring",
        "version": 1,
        "title": "Ring",
        "route": {"when": "x", "examples": ["ring me", "b", "c"]},
        "slots": {"phone": {"type": "phone", "region": "GB", "ask": "Your number?"}},
        "start": "ask",
        "states": {"ask": {"ask": "phone", "go": "end"}, "end": {"say": "OK", "end": "completed"}},
    }
    known: dict[str, Any] = {"name": "talk", "say": ["hello", number], "expect": {}}
    workflow = Workflow.model_validate(form)
    return converse({"ring": workflow}, workflow, WorkflowTest.model_validate(known), None).said[1]


def test_a_number_that_nobody_has_is_told_from_one_that_lacks_digits() -> None:
    assert "No telephone can have that number" in told_of("0199 900 0123")
    assert "area code" in told_of("900123")


def test_a_question_that_is_the_wish_itself_is_read() -> None:
    form: dict[str, Any] = {
        "workflow": "come",
        "version": 1,
        "title": "Come",
        "route": {"when": "x", "examples": ["may we come", "b", "c"]},
        "slots": {"day": DAY, "hour": HOUR},
        "start": "ask",
        "states": {
            "ask": {"ask": ["day", "hour"], "go": "end"},
            "end": {"say": "OK", "end": "completed"},
        },
    }
    known: dict[str, Any] = {"name": "talk", "today": "2026-11-19", "expect": {}}
    say = ["could we come on the 2nd around tenish?"]
    workflow = Workflow.model_validate(form)
    case = WorkflowTest.model_validate(known | {"say": say})
    seen = converse({"come": workflow}, workflow, case, None)
    assert (seen.slots["day"], seen.slots["hour"]) == ("2026-12-02", "10:00")

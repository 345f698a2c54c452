"""The last question, put right: it is asked again of the thing that is named now."""

from __future__ import annotations

import pytest

from agent.serving.asked_otherwise import asked_otherwise
from workflows.file.schema import Workflow

_BOATS = "A rowing boat is $20 an hour."
_LESSONS = "A lesson costs $45."
_ROOT = Workflow.model_validate(
    {
        "workflow": "root",
        "version": 1,
        "title": {"en": "Assistant"},
        "answers": {
            "boats": {"ask": {"en": ["how much is a rowing boat?"]}, "say": {"en": _BOATS}},
            "lessons": {"ask": {"en": ["how much is a lesson?"]}, "say": {"en": _LESSONS}},
            "length": {"ask": {"en": ["how long is a lesson?"]}, "say": {"en": "An hour."}},
        },
        "agents": {"assistant": {"prompt": "You help."}},
        "start": "talk",
        "states": {"talk": {"agent": "assistant"}},
    }
)


@pytest.mark.parametrize(
    "said",
    [
        "no, I meant the lesson, not the boat", "not the boat, the lesson", "no dear, for a lesson",
        "lesson not boat", "I was asking about the lesson",
    ],
)  # fmt: skip
@pytest.mark.parametrize("before", ["how much will that be?", "oh and what does it cost, please"])
def test_a_question_put_right_is_asked_of_what_is_named(said: str, before: str) -> None:
    assert asked_otherwise(_ROOT, said, before, _BOATS) == "how much is a lesson?"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("no thanks", _BOATS), ("not bad", _BOATS), ("no, I want to book a lesson", _BOATS),
        ("no, the lesson", "Booked."), ("is it a lesson?", _BOATS), ("no, 3 lessons", _BOATS),
    ],
)  # fmt: skip
def test_what_puts_no_question_right_stays_what_it_is(said: str, told: str) -> None:
    assert asked_otherwise(_ROOT, said, "how much will that be?", told) is None

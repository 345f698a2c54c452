"""What a message does under the open question: an answer, a yes in other words, or none of it."""

from __future__ import annotations

import pytest

from language.speech_acts.replies import QUESTION_KINDS, REPLY_ACTS, reply_reading
from router.answers import Question, fits
from workflows.file.schema import Workflow
from workflows.file.tests import WorkflowTest
from workflows.testing.conversation import converse
from workflows.testing.expect import Seen

YES_OR_NO = {"type": "boolean"}
FORM = {
    "workflow": "kennel",
    "version": 1,
    "title": "Kennel",
    "route": {"when": "A dog is to be boarded.", "examples": ["a", "b", "c"]},
    "slots": {
        "owner": {"type": "name", "title": "name", "ask": "What is your name?"},
        "story": {"type": "text", "title": "what happened", "ask": "What happened to your dog?"},
        "day": {"type": "date", "min": "today", "title": "day", "ask": "On what day will you come?"},
    },
    "start": "data",
    "states": {
        "data": {"ask": ["owner", "story", "day"], "go": "sure"},
        "sure": {
            "ask": {"right": YES_OR_NO | {"ask": "{owner} on {day}. Shall I send it off?"}},
            "go": [{"if": "right", "to": "done"}, {"to": "left"}],
        },
        "done": {"say": "Sent.", "end": "completed"},
        "left": {"say": "Not sent.", "end": "cancelled"},
    },
}
TOLD = ["Nora Vance", "he limps and will not eat", "November 25"]


def talk(*say: str, language: str = "en") -> Seen:
    workflow = Workflow.model_validate(FORM)
    known = {"name": "talk", "language": language, "today": "2026-11-19", "expect": {}}
    case = WorkflowTest.model_validate(known | {"say": ["hello", *say]})
    return converse({"kennel": workflow}, workflow, case, None)


@pytest.mark.parametrize("kind", [*QUESTION_KINDS, "integer", "phone", "list", "open"])
def test_every_message_under_every_kind_of_question_is_read(kind: str) -> None:
    told = reply_reading("the grey one with a chip", "Which one is yours?", kind)
    assert told is not None
    assert told.act in REPLY_ACTS
    assert abs(sum(told.chances) - 1) < 1e-3


@pytest.mark.parametrize("text", ["", "?!", "x" * 5_000])
def test_nothing_to_go_by_is_no_reading(text: str) -> None:
    assert reply_reading(text, "Which one is yours?", "text") is None
    assert reply_reading("the grey one", " ", "text") is None

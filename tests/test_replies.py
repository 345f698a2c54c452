"""What a message does under the open question: an answer, a yes in other words, or none of it."""

from __future__ import annotations

from typing import Any

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
        "day": {
            "type": "date",
            "min": "today",
            "title": "day",
            "ask": "On what day will you come?",
        },
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
    about: dict[str, Any] = {"name": "talk", "language": language, "today": "2026-11-19"}
    case = WorkflowTest.model_validate(about | {"say": ["hello", *say], "expect": {}})
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


@pytest.mark.parametrize("said", ["tá como eu pedi, pode tocar", "assim mesmo, pode despachar"])
def test_a_yes_in_other_words_confirms(said: str) -> None:
    assert talk(*TOLD, said).said[-1] == "Sent."


@pytest.mark.parametrize(
    "said",
    [
        "leave it like that and send it off", "my train leaves at nine", "he likes carrots",
        "and bring a blanket too, yes", "send it off but to my sister", "how dare you take so long",
    ],
)  # fmt: skip
def test_what_is_no_plain_answer_to_a_confirmation_is_asked_back(said: str) -> None:
    seen = talk(*TOLD, said)
    assert seen.state == "sure"
    assert "right" not in seen.slots


@pytest.mark.parametrize(
    "said",
    [
        "you have been messing me about since Tuesday", "your website is a disgrace",
        "vocês são uma vergonha",
    ],
)  # fmt: skip
def test_anger_is_no_value(said: str) -> None:
    assert "owner" not in talk(said).slots
    assert "story" not in talk("Nora Vance", said).slots


@pytest.mark.parametrize(
    "said",
    [
        "I asked the walker where he was and she put the phone down",
        "the vet wants us to wait until monday", "I want him to walk again, he fell off the wall",
        "pedi pro vizinho olhar e ele mordeu o carteiro",
    ],
)  # fmt: skip
def test_a_story_with_wishes_and_days_in_it_is_the_answer(said: str) -> None:
    assert talk("Nora Vance", said).slots["story"] == said
    assert fits(said, Question("What happened to your dog?"), "en") != "no"

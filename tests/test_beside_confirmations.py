"""What stands beside a yes or a no: the answer to the next question, and half of a correction."""

from __future__ import annotations

from typing import Any

import pytest

from workflows.file.schema import Workflow
from workflows.file.tests import WorkflowTest
from workflows.testing.conversation import converse
from workflows.testing.expect import Seen

YES_OR_NO = {"type": "boolean"}
FORM: dict[str, Any] = {
    "workflow": "workshop",
    "version": 1,
    "title": "Workshop",
    "route": {"when": "A bicycle is to be repaired.", "examples": ["a", "b", "c"]},
    "slots": {
        "owner": {"type": "name", "title": {"en": "name", "pt": "nome"}, "ask": "In whose name?"},
        "day": {"type": "date", "min": "today", "title": {"en": "day", "pt": "dia"}},
        "insured": YES_OR_NO | {"title": "insurance", "ask": "Is it insured?"},
        "remark": {"type": "text", "skip": True, "title": "remark", "ask": "Any remark?"},
    },
    "start": "data",
    "states": {
        "data": {"ask": ["owner", "day", "insured", "remark"], "go": "sure"},
        "sure": {
            "ask": {"right": YES_OR_NO | {"ask": "{owner}, {day}, {remark}. Shall I book it?"}},
            "go": [{"if": "right", "to": "done"}, {"to": "data"}],
        },
        "done": {"say": "Booked.", "end": "completed"},
    },
}
TOLD = ["hello", "Alice Moore", "November 25"]


def talk(*say: str, language: str = "en") -> Seen:
    """Have a conversation with the form, up to the question about the insurance and on."""
    workflow = Workflow.model_validate(FORM)
    known: dict[str, Any] = {"name": "talk", "language": language, "today": "2026-11-19"}
    case = WorkflowTest.model_validate(known | {"say": [*TOLD, *say], "expect": {}})
    return converse({"workshop": workflow}, workflow, case, None)


@pytest.mark.parametrize(
    ("said", "insured", "remark"),
    [
        ("no insurance, and the wheel is bent", False, "the wheel is bent"),
        ("yes it is, but the brakes squeak a lot", True, "the brakes squeak a lot"),
        ("no, and it never was", False, None),
        ("yes, and how long does it take?", None, None),
        ("yes it is, thank you", True, None),
    ],
)
def test_what_goes_on_behind_a_yes_or_no_answers_the_open_question(
    said: str, insured: bool | None, remark: str | None
) -> None:
    seen = talk(said)
    assert seen.slots.get("remark") == remark
    if insured is not None:
        assert seen.slots["insured"] is insured
    assert any("Noted" in text and str(remark) in text for text in seen.said) == bool(remark)


def test_what_leaves_the_next_question_out_behind_a_no_skips_it() -> None:
    assert "Shall I book it?" in talk("no, and nothing to add").said[-1]


def test_half_of_a_correction_is_taken_and_the_other_half_named() -> None:
    seen = talk("no", "none", "no, the 26th and something about the handlebar too")
    assert seen.slots["day"] == "2026-11-26"
    assert "something about the handlebar too" in seen.said[-2]
    assert "26 November" in seen.said[-1]


def test_a_whole_correction_is_not_complained_of() -> None:
    seen = talk("no", "none", "no, make it the 26th and it's for my son Tim Wright")
    assert (seen.slots["day"], seen.slots["owner"]) == ("2026-11-26", "Tim Wright")
    assert not any("understand" in text for text in seen.said)


@pytest.mark.parametrize("said", ["si, correcto", "sí, está bien, gracias"])
def test_a_spanish_yes_confirms(said: str) -> None:
    assert talk("no", "none", said, language="pt").end == "completed"

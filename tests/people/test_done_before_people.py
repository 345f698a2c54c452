"""What was done before people took over is not gone back to: it would be done again."""

from __future__ import annotations

from typing import Any

import pytest

from workflows.file.schema import Workflow
from workflows.machine.cursor import Cursor, Frame
from workflows.machine.steps import Given, HandedOff, Outcome, RunTool, Step
from workflows.machine.transitions import conduct

COMPLAINT: dict[str, Any] = {
    "workflow": "complaint",
    "version": 1,
    "title": "Complaint",
    "route": {"when": "The person complains.", "examples": ["a", "b", "c"]},
    "slots": {"phone": {"type": "phone", "skip": True, "ask": "A telephone number?"}},
    "start": "ask",
    "states": {
        "ask": {"ask": ["phone"], "go": "file"},
        "file": {"tool": "file_complaint", "args": {"phone": "{phone}"}, "go": "people"},
        "people": {"handoff": "desk", "end": "escalated"},
    },
}
WORLD = {"complaint": Workflow.model_validate(COMPLAINT)}
ASKED = Cursor([Frame("complaint", "ask", asking="phone")])


def taken(cursor: Cursor, given: Given, *, effect: bool) -> tuple[Cursor, list[type[Step]]]:
    """Take a turn in which the tool works and people are free to take over."""
    steps: list[type[Step]] = []
    walk, answer = conduct(WORLD, cursor, given), None
    while True:
        try:
            step = walk.send(answer)
        except StopIteration as ended:
            return ended.value, steps
        steps.append(type(step))
        done = Outcome(output={}, effect=effect)
        answers: dict[type, Outcome] = {RunTool: done, HandedOff: Outcome("waiting")}
        answer = answers.get(type(step))


@pytest.mark.parametrize("effect", [True, False])
def test_only_what_had_no_effect_is_taken_up_again_behind_people(effect: bool) -> None:
    after, steps = taken(ASKED, Given("I'd rather not say", target="complaint"), effect=effect)
    assert steps.count(RunTool) == 1
    assert [frame.workflow for frame in after.before_people] == ([] if effect else ["complaint"])

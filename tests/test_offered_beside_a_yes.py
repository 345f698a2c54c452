"""What was left is offered when the last yes is given: beside it a yes would be for either."""

from __future__ import annotations

from typing import Any

import pytest

from tests.people.test_yes_and_people import WORLD
from workflows.machine.cursor import Cursor, Frame
from workflows.machine.steps import Ended, Given, Offered, Outcome, RunTool, Step
from workflows.machine.transitions import conduct


def turn(cursor: Cursor, message: str, **given: Any) -> tuple[Cursor, list[Step]]:
    """Take one turn in which every tool does its work."""
    walk, steps, answer = conduct(WORLD, cursor, Given(message, **given)), list[Step](), None
    while True:
        try:
            step = walk.send(answer)
        except StopIteration as ended:
            return Cursor.read(ended.value.stored()), steps
        steps.append(step)
        answer = Outcome(output={}, effect=True) if isinstance(step, RunTool) else None


@pytest.mark.parametrize("between", [0, 1])
def test_what_was_left_is_offered_once_the_last_yes_is_given(between: int) -> None:
    asked = Frame("order", "confirm", asking="right", slots={"words": "OPEN"})
    left = Frame("quote", "data", asking="words", slots={"words": "SHUT"})
    cursor, steps = turn(
        Cursor([asked, left]), "no quote, the order", target="order", leave=True, certain=False
    )
    assert not [step for step in steps if isinstance(step, Offered)]
    for _ in range(between):
        cursor, steps = turn(cursor, "what?", target="order")
        assert not [step for step in steps if isinstance(step, Offered)]
    cursor, steps = turn(cursor, "yes", target="order")
    assert [step.workflow for step in steps if isinstance(step, Ended)] == ["order"]
    assert [step.workflow for step in steps if isinstance(step, Offered)] == ["quote"]
    assert cursor.aside is not None

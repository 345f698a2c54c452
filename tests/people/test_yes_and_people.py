"""A last yes that leads to people, or comes with the wish for them, is done once and is over."""

from __future__ import annotations

from typing import Any

import pytest

from workflows.file.schema import Workflow
from workflows.machine.cursor import Cursor, Frame
from workflows.machine.steps import Given, HandedOff, Offered, Outcome, RunTool, Step
from workflows.machine.transitions import conduct

ORDER: dict[str, Any] = {
    "workflow": "order",
    "version": 1,
    "title": "Order a sign",
    "route": {"when": "The person orders a sign.", "examples": ["a", "b", "c"]},
    "slots": {"words": {"type": "text", "ask": "Which words?"}},
    "start": "data",
    "states": {
        "data": {"ask": ["words"], "go": "confirm"},
        "confirm": {
            "ask": {"right": {"type": "boolean", "ask": "“{words}”. Shall I order it?"}},
            "go": [{"if": "right", "to": "make"}, {"to": "data"}],
        },
        "make": {"tool": "make_sign", "args": {"words": "{words}"}, "go": "done"},
        "done": {"say": "Ordered.", "end": "completed"},
    },
}
QUOTE = ORDER | {
    "workflow": "quote",
    "states": ORDER["states"] | {"make": {"handoff": "desk", "end": "escalated"}},
}
WORLD = {w["workflow"]: Workflow.model_validate(w) for w in (ORDER, QUOTE)}


def said(workflow: str, message: str, **given: Any) -> tuple[Cursor, list[Step]]:
    """Say something at the last question, where people are free to take over."""
    asked = Cursor([Frame(workflow, "confirm", asking="right", slots={"words": "OPEN"})])
    asked.later = {"workflow": "order" if workflow == "quote" else "quote", "message": "a sign"}
    steps: list[Step] = []
    walk, answer = conduct(WORLD, asked, Given(message, target=workflow, **given)), None
    while True:
        try:
            step = walk.send(answer)
        except StopIteration as ended:
            return ended.value, steps
        steps.append(step)
        answers: dict[type, Outcome] = {
            RunTool: Outcome(output={}, effect=True),
            HandedOff: Outcome("waiting"),
        }
        answer = answers.get(type(step))


@pytest.mark.parametrize(
    "message",
    ["yes. and get the manager to call as well", "sure, go ahead, and I want to talk to a person"],
)
def test_the_yes_is_done_and_people_are_called_behind_it(message: str) -> None:
    after, steps = said("order", message, person=True)
    assert [type(s) for s in steps if isinstance(s, RunTool | HandedOff)] == [RunTool, HandedOff]
    assert after.frames == []


@pytest.mark.parametrize(
    "message", ["no, I want to talk to a person", "a person please", "yes? get me a person first"]
)
def test_who_only_wants_people_has_said_no_yes(message: str) -> None:
    _, steps = said("order", message, person=True)
    assert [type(s) for s in steps if isinstance(s, RunTool | HandedOff)] == [HandedOff]


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("Dora. I want to talk to a PERSON", "Dora"),
        ("it's Dora Hill and get me a human please", "Dora Hill"),
        ("I want to talk to a person", None),
    ],
)
def test_an_answer_is_kept_and_people_are_called_behind_it(message: str, kept: str | None) -> None:
    named = ORDER | {
        "slots": {**ORDER["slots"], "who": {"type": "name", "ask": "What is your name?"}},
        "states": ORDER["states"] | {"data": {"ask": ["who", "words"], "go": "confirm"}},
    }
    asked = Cursor([Frame("order", "data", asking="who")])
    world = {"order": Workflow.model_validate(named)}
    walk, answer, called = conduct(world, asked, Given(message, person=True)), None, 0
    while True:
        try:
            step = walk.send(answer)
        except StopIteration as ended:
            after = ended.value
            break
        called += isinstance(step, HandedOff)
        answer = Outcome("waiting") if isinstance(step, HandedOff) else None
    frames = after.frames or after.before_people
    assert (called, frames[0].slots.get("who")) == (1, kept)


def test_a_yes_that_leads_to_people_is_not_asked_again_behind_them() -> None:
    after, _ = said("quote", "yes")
    assert (after.frames, after.before_people) == ([], [])


def test_nothing_is_offered_where_people_take_over() -> None:
    _, steps = said("quote", "yes")
    assert not [step for step in steps if isinstance(step, Offered)]
    _, steps = said("order", "yes")
    assert [step for step in steps if isinstance(step, Offered)]

"""A code for each reason of a decision: pages say it in words of their own, in any language."""

from __future__ import annotations

from typing import Literal

from contracts.events import RouteCode

_CODES: dict[str, RouteCode] = {
    "the page answers its form": "answers_form",
    "it answers what waits for approval": "answers_approval",
    "it answers the question just asked": "answers_question",
    "it is said to the workflow itself": "said_to_workflow",
    "it puts right what has ended": "said_to_workflow",
    "the person leaves": "leaves",
    "it means to leave": "leaves",
    "the person goes on": "said_to_workflow",
    "it belongs to the open form": "answers_question",
    "the person goes back to what waits": "said_to_workflow",
    "it is not what the person came for": "change_of_subject",
    "it is said to whoever is there": "said_to_workflow",
    "a question that answers nothing": "change_of_subject",
    "the person leaves for something else": "change_of_subject",
    "an answer, and a request beside it": "change_of_subject",
    "the first of two requests": "alike",
    "it is likeliest": "alike",
    "it is called by its name": "named",
    "it comes first for this person": "comes_first",
    "asked for by the request": "requested",
    "chosen with a button": "button",
    "it holds no words to judge by": "no_words",
    "it is the workflow's title or one of its examples": "named",
    "the conversation is in it": "goes_on",
    "the workflow leaves it to others": "left_to_others",
    "it is like its examples": "alike",
    "it is of the workflow's kind": "alike",
    "it tells of something wrong": "alike",
    "it asks a frequent question": "alike",
    "a change of subject": "change_of_subject",
    "nothing speaks for a change of subject": "no_change",
    "it may be a change of subject": "unclear",
    "two workflows fit alike": "unclear",
    "it asks after what it offers": "unclear",
    "it only asks": "unclaimed",
    "it is nearly like its examples": "unclear",
    "a table was sent": "table_sent",
    "no other workflow claims it": "unclaimed",
    "no workflow changes what is there": "unclaimed",
    "nothing to compare it with": "unclaimed",
}


def code_of(reason: str, stage: Literal["rule", "local", "model", "ask"]) -> RouteCode:
    """Return the code of a reason; what a model says in words of its own has the model's."""
    return "model" if stage == "model" else _CODES.get(reason, "other")

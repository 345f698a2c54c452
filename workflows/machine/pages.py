"""Components of the page that ask: their answer is a form's, not a message."""

from __future__ import annotations

from typing import Any, cast

from contracts.json import JsonObject
from language.forms import wrong_fields
from language.repairs import repair_in
from workflows.machine.listening import keep
from workflows.machine.moves import Follow, Repaired, Stay, WalkPart
from workflows.machine.no_answer import one_more_try
from workflows.machine.slots.message import Reading
from workflows.machine.slots.values import accept_all
from workflows.machine.steps import AskedPage
from workflows.machine.walk import Walk
from workflows.machine.wording import filled_in, say


def ask_page(walk: Walk) -> WalkPart:
    """Let the state's component ask."""
    state, mark = walk.state, _mark(walk)
    walk.frame.asking = mark
    yield AskedPage(mark, str(state.ui), filled_in(walk, state.props), state.result)
    return Stay()


def hear_page(walk: Walk) -> WalkPart:
    """Take a component's answer; words are no answer to it."""
    if walk.given.ui and walk.given.ui[0] == _mark(walk):
        return (yield from _take(walk, walk.given.ui[1]))
    repair = repair_in(walk.message)
    if repair in ("cancel", "human"):
        return Repaired(repair)
    yield say(walk, "page")
    return (yield from ask_page(walk))


def _mark(walk: Walk) -> str:
    return f"{walk.workflow.workflow}.{walk.place}"


def _take(walk: Walk, value: Any) -> WalkPart:
    """Keep an answer of the declared form; ask again where it has another one."""
    wrong = wrong_fields(walk.state.result, value)
    if wrong:
        given_up = one_more_try(walk)
        if given_up:
            return given_up
        names = ", ".join(name for name in wrong if name)
        yield say(walk, "page_wrong", names=names) if names else say(walk, "page_other")
        return (yield from ask_page(walk))
    walk.keep_result(value)
    if isinstance(value, dict):
        given = cast("JsonObject", value)
        found = accept_all(walk.workflow.slots, given, walk.given.speech)
        yield from keep(walk, Reading(values=found))
    walk.message = ""
    return Follow()

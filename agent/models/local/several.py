"""Carries out several orders of one message, one after another: none of them may be lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from agent.models.local import analyst, designer
from agent.models.local.data_help import helped
from agent.models.local.request import Answered, LocalRequest
from agent.models.local.say import say
from agent.models.local.steps import Call, Reply


def carried_out(request: LocalRequest) -> Reply | None:
    """Take the next step of a message with several orders; None where it has one.

    Each step begins at the first order again, and goes on with what tools have answered for it:
    so the same request always gets the same reply.
    """
    if not analyst.is_analyst(request) or request.answered[0].phrases.data != "look":
        return None
    orders = designer.orders_of(request)
    if len(orders) < 2 or "error" in request.answered[0].response:
        return None
    if edits := _edits_of(orders, request):
        return _told_once(edits, request)
    done, said = iter(request.answered[1:]), list[str]()
    here = request
    for order in orders:
        here = replace(here, message=order, answered=request.answered[:1])
        step = _step(here)
        if not step.calls:
            said.append(step.text)
            continue
        answer = next(done, None)
        if answer is None:
            return step
        here = replace(here, answered=(request.answered[0], answer))
        said.append(_told(here, answer))
        here = replace(here, past=(*here.past, (request.answered[0], answer)))
    return Reply("several", "\n\n".join(dict.fromkeys(said)))


def _edits_of(orders: Sequence[str], request: LocalRequest) -> Reply | None:
    """Make one call of orders that all change the dashboard, so that one undo takes them back."""
    edits: list[Any] = []
    steps = [
        _step(replace(request, message=each, answered=request.answered[:1])) for each in orders
    ]
    change = analyst.tool_for("change_board", request)
    for step in steps:
        if len(step.calls) != 1 or step.calls[0].tool != change:
            return None
        edits += step.calls[0].args["edits"]
    return Reply("call", calls=[Call(change or "", {"edits": edits})])


def _told_once(edits: Reply, request: LocalRequest) -> Reply:
    if len(request.answered) < 2:
        return edits
    return Reply("several", _told(request, request.answered[1]))


def _step(request: LocalRequest) -> Reply:
    """Return what one order wants, read as if it were all of the message."""
    if wish := designer.wish_of(request):
        return designer.design(wish, request)
    steps = _steps(request)
    return next(step for step in steps if step)


def _steps(request: LocalRequest) -> Iterator[Reply | None]:
    yield helped(request, analyst.profiles_of(request))
    yield analyst.go_on(request)
    yield analyst.beyond(request, Reply("beyond"))


def _told(request: LocalRequest, answer: Answered) -> str:
    if "error" in answer.response:
        return say(answer, request.language, request.message)
    told = designer.told_board(request) or analyst.go_on(request)
    return told.text if told else say(answer, request.language, request.message)

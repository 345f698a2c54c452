"""The path of a message, to be read from top to bottom: check, route, conduct, end.

`Engine` (agent/durable.py) calls `perform` under a fence, and `conclude` (agent/ending.py) after
it. Whatever is said here is committed by the turn's log before anybody sees it (agent/log.py) and
followed by readers on any worker (agent/follow.py). A takeover runs the same path again: finished
steps are replayed, not repeated.
"""

from __future__ import annotations

import logging
from typing import Any

from agent import telemetry
from agent.adk.conductor import Orchestra
from agent.ending import Cancelled
from agent.pinned import world_of
from agent.run import TurnRun
from agent.toolcall import ToolCall
from contracts.errors import (
    InvalidRequest,
    Unsafe,
    WorkerLost,
)
from contracts.events import (
    Candidate,
    Guard,
    RouteChosen,
    TurnStart,
)
from guardrails.guard import Verdict
from language.detect import detect
from language.yesno import plain_answer
from router.route import Route
from store import approvals

logger = logging.getLogger(__name__)
MAX_ATTEMPTS = 4  # the first, and three recoveries
BLOCKED_TEXT = {
    "en": "I can't help with that message.",
    "pt": "Não posso ajudar com essa mensagem.",
}


async def perform(run: TurnRun, orchestra: Orchestra) -> None:
    """Do what the message asks for; what became of it is in the run, failures are raised."""
    if run.turn.attempt > MAX_ATTEMPTS:
        raise WorkerLost(f"given up after {MAX_ATTEMPTS - 1} lost workers; send the message again")
    run.once("start", TurnStart(session=str(run.turn.session_id), message_id=run.message_id))
    run.world = await world_of(run)
    await _check(run)
    if run.turn.cancel_requested:
        raise Cancelled
    if not await _settle_approval(run):
        return
    _route(run)
    with telemetry.turn_span(run):
        await orchestra.conduct(run)
    if run.stop:
        raise run.stop


async def _check(run: TurnRun) -> None:
    """Ask the guards; a blocked message goes no further and is kept nowhere."""
    text = run.given
    verdict = Verdict(**run.steps["check"]) if "check" in run.steps else None
    if verdict is None:
        verdict = run.parts.guards.check(text)
        run.once("check", *_guard_event(verdict), result=_verdict_fields(verdict))
    run.message = text if verdict.text is None else verdict.text
    preferred = run.turn.preferences.get("language") or "en"
    typed = run.message if run.turn.input.get("message") else ""
    run.language = detect(typed, preferred) if typed else preferred
    if verdict.decision == "block":
        run.message = ""
        raise Unsafe(verdict.say or BLOCKED_TEXT[run.language])
    if text and not run.message.strip():
        raise InvalidRequest("the message holds nothing that can be read; write it again")


def _guard_event(verdict: Verdict) -> list[Guard]:
    if verdict.decision == "allow":
        return []
    return [Guard(verdict=verdict.decision, category=verdict.category, message=verdict.say)]


def _verdict_fields(verdict: Verdict) -> dict[str, Any]:
    return {
        "decision": verdict.decision,
        "category": verdict.category,
        "reason": verdict.reason,
        "say": verdict.say,
        "text": verdict.text,
    }


async def _settle_approval(run: TurnRun) -> bool:
    """Carry out what a person has decided; False when nothing is left for an agent to say."""
    decided = await _decision(run)
    if decided is None:
        return True
    approval, approve, edited = decided
    run.message = ""
    if approval["kind"] == "continue":
        run.blocks.append({"type": "approval", "id": approval["id"], "approve": approve})
        return approve
    args = edited if edited is not None else approval["args"]
    call = ToolCall(run, approval["tool"], args, approval["call_id"], frozenset({approval["tool"]}))
    if approve:
        await call.execute(approved=True)
    else:
        await call.deny()
    others = [
        a
        for a in run.approvals
        if a["turn_id"] == approval["turn_id"]
        and a["id"] != approval["id"]
        and a["status"] == "open"
    ]
    return not others and not run.asked


async def _decision(run: TurnRun) -> tuple[dict[str, Any], bool, dict[str, Any] | None] | None:
    """Find out whether this turn answers an approval, by its kind or by a plain yes or no."""
    given = run.turn.input.get("approval")
    if given:
        known = next((a for a in run.approvals if a["id"] == given["id"]), None)
        return (known, given["approve"], given.get("edited_args")) if known else None
    answer = plain_answer(run.message)
    if answer is None or not run.approvals:
        return None
    # One that is not open any more was answered by an earlier attempt at this very turn.
    ours = [a for a in run.approvals if a["status"] != "open"]
    newest = (ours or run.approvals)[-1]
    outcome = await approvals.answer(
        run.parts.pool, run.turn.caller.user_id, newest["id"], run.turn.id, answer
    )
    if outcome != "answered":
        return None
    return newest, answer, None


def _route(run: TurnRun) -> None:
    """Choose the workflow; the decision is data and acts on this very message."""
    kept = run.steps.get("route")
    forced = run.turn.options.get("workflow")
    route = Route(**kept) if kept else run.parts.router.choose(run.message, run.turn.cursor, forced)
    run.once("route", _route_event(route), result=_route_fields(route))
    if run.cursor.get("workflow") != route.workflow:
        run.cursor = {"workflow": route.workflow}


def _route_event(route: Route) -> RouteChosen:
    return RouteChosen(
        workflow=route.workflow,
        from_workflow=route.from_workflow,
        intent=route.intent,
        confidence=route.confidence,
        reason=route.reason,
        candidates=[Candidate(workflow=w, confidence=c) for w, c in route.candidates],
    )


def _route_fields(route: Route) -> dict[str, Any]:
    return {
        "workflow": route.workflow,
        "intent": route.intent,
        "confidence": route.confidence,
        "reason": route.reason,
        "stage": route.stage,
        "from_workflow": route.from_workflow,
        "candidates": route.candidates,
    }

"""The path of a message, to be read from top to bottom: check, route, conduct, end.

`Engine` (agent/durable.py) calls `perform` under a fence; whatever is said here is committed by the
turn's log before anybody sees it (agent/log.py) and followed by readers on any worker
(agent/follow.py). A takeover runs the same path again: finished steps are replayed, not repeated.
"""

from __future__ import annotations

import logging
from typing import Any
from uuid import uuid5

import orjson

from agent import telemetry
from agent.adk.conductor import Orchestra
from agent.run import TurnRun
from agent.toolcall import ToolCall, ask, broken_off, question
from contracts.errors import (
    BatutaError,
    Internal,
    InvalidRequest,
    IterationLimit,
    LoopDetected,
    Unsafe,
    WorkerLost,
)
from contracts.events import (
    AgentUsage,
    Candidate,
    Done,
    DoneStatus,
    Error,
    Event,
    Guard,
    RouteChosen,
    TurnStart,
    UsageReport,
)
from contracts.messages import Block
from guardrails.guard import Verdict
from language.detect import detect
from language.yesno import plain_answer
from router.route import Route
from store import approvals
from store.turns import Ending

logger = logging.getLogger(__name__)
MAX_ATTEMPTS = 4  # the first, and three recoveries
BLOCKED_TEXT = {
    "en": "I can't help with that message.",
    "pt": "Não posso ajudar com essa mensagem.",
}


class Cancelled(Exception):
    """The person asked for the end of the turn."""


async def perform(run: TurnRun, orchestra: Orchestra) -> None:
    """Do what the message asks for; what became of it is in the run, failures are raised."""
    if run.turn.attempt > MAX_ATTEMPTS:
        raise WorkerLost(f"given up after {MAX_ATTEMPTS - 1} lost workers; send the message again")
    run.once("start", TurnStart(session=str(run.turn.session_id), message_id=run.message_id))
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
    text = _said(run)
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


def _said(run: TurnRun) -> str:
    """Return what the person sent: their words, or what a form of the page answered."""
    given = run.turn.input
    if given.get("message"):
        return str(given["message"])
    return orjson.dumps(given["ui_result"]).decode() if "ui_result" in given else ""


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


def conclude(
    run: TurnRun, failure: BaseException | None, correlation: str
) -> tuple[Ending, list[Event]]:
    """Work out how the turn ends: its status, its last events, and what is stored of it."""
    status, error, events = _outcome(run, failure, correlation)
    if status == "waiting":
        events += [question(record) for record in run.asked]
    events = [*broken_off(run), *events]
    if run.usage:
        events.append(_usage(run))
    has_answer = bool(run.blocks or run.text)
    events.append(
        Done(
            status=status,
            message_id=run.message_id if has_answer else None,
            next=run.cursor.get("state"),
        )
    )
    ending = Ending(
        status=status,
        error=error,
        messages=_messages(run, status, failure),
        cursor=run.cursor if status in ("finished", "waiting") else None,
        usage=[_usage_row(u) for u in run.usage],
        approvals=run.asked if status == "waiting" else [],
    )
    return ending, events


def _outcome(
    run: TurnRun, failure: BaseException | None, correlation: str
) -> tuple[DoneStatus, str | None, list[Event]]:
    if failure is None:
        return ("waiting" if run.asked else "finished"), None, []
    if isinstance(failure, Cancelled):
        return "cancelled", None, []
    if isinstance(failure, Unsafe):
        run.say(failure.message)
        run.blocks.append({"type": "text", "text": failure.message})
        return "blocked", failure.code, []
    if not isinstance(failure, BatutaError):
        logger.error("turn failed unexpectedly", exc_info=failure)
        failure = Internal(f"something went wrong here; quote {correlation} when you report it")
    told = Error(
        code=failure.code,
        message=failure.message,
        retryable=failure.retryable,
        correlation_id=correlation,
    )
    if isinstance(failure, LoopDetected | IterationLimit):
        ask(run, "continue", f"{failure.message}; go on?")
        return "waiting", failure.code, [told]
    return "failed", failure.code, [told]


def _messages(run: TurnRun, status: str, failure: BaseException | None) -> list[dict[str, Any]]:
    """Write down both sides of the turn; nothing of a message that was blocked."""
    stored: list[dict[str, Any]] = []
    if block := _question(run, status):
        stored.append(
            {
                "id": str(uuid5(run.turn.id, "question")),
                "role": "user",
                "blocks": [block],
                "title": block["text"] if block["type"] == "text" else None,
            }
        )
    answer = list(run.blocks)
    said = "".join(b["text"] for b in answer if b["type"] == "text")
    if failure is not None and len(run.text.strip()) > len(said):
        answer = _with_partial(answer, run.text)
    if answer:
        stored.append(
            {
                "id": run.message_id,
                "role": "assistant",
                "blocks": answer,
                "workflow": (run.steps.get("route") or run.cursor).get("workflow"),
            }
        )
    return stored


def _question(run: TurnRun, status: str) -> Block | None:
    """Write down the person's side; of what no guard has let through, nothing."""
    if status == "blocked":
        return {"type": "blocked"}
    if given := run.turn.input.get("approval"):
        return {"type": "approval", "id": given["id"], "approve": given["approve"]}
    checked: dict[str, Any] | None = run.steps.get("check")
    if checked is None:
        return None
    text = _said(run) if checked["text"] is None else checked["text"]
    if not text.strip():
        return None
    if run.turn.input.get("message"):
        return {"type": "text", "text": text}
    return {"type": "ui_result", "id": run.turn.input["ui_result"]["id"], "text": text}


def _with_partial(blocks: list[Block], text: str) -> list[Block]:
    """Keep what a broken-off answer had said beyond its finished parts."""
    rest = text
    for block in blocks:
        if block["type"] == "text":
            rest = rest.replace(block["text"], "", 1)
    rest = rest.strip()
    return [*blocks, {"type": "text", "text": rest, "partial": True}] if rest else blocks


def _usage(run: TurnRun) -> UsageReport:
    costs = [u.cost_usd for u in run.usage]
    return UsageReport(
        model=f"{run.usage[-1].provider}/{run.usage[-1].model}",
        input=sum(u.input for u in run.usage),
        output=sum(u.output for u in run.usage),
        cached=sum(u.cached for u in run.usage),
        cost_usd=None if None in costs else sum(c for c in costs if c is not None),
        agents=[
            AgentUsage(
                agent=u.agent,
                model=f"{u.provider}/{u.model}",
                input=u.input,
                output=u.output,
                cached=u.cached,
                cost_usd=u.cost_usd,
            )
            for u in run.usage
        ],
    )


def _usage_row(used: Any) -> dict[str, Any]:
    return {
        "agent": used.agent,
        "provider": used.provider,
        "model": used.model,
        "input": used.input,
        "output": used.output,
        "cached": used.cached,
        "cost_usd": used.cost_usd,
    }

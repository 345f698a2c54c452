"""The path of a message, to be read from top to bottom: check, route, conduct, end.

`Engine` (agent/durable.py) calls `perform` under a fence, and `conclude` (agent/path/ending.py)
after it. Whatever is said here is committed by the turn's log before anybody sees it
(agent/log/turn_log.py) and followed by readers on any worker (agent/log/follow.py). A takeover
runs the same path again: finished steps are replayed, not repeated.
"""

from __future__ import annotations

from typing import Any

from agent.adk.conductor import Orchestra
from agent.log import telemetry
from agent.moderation.report import report_sample
from agent.path.check import check_message
from agent.path.choose import ask_back, choose
from agent.path.ending import Cancelled
from agent.path.run import TurnRun
from agent.path.tool_call import ToolCall
from agent.serving.pinned import world_of
from contracts.errors import WorkerLost
from contracts.events import TurnStart
from language.intents import plain_answer
from store import approvals

MAX_ATTEMPTS = 4  # the first, and three recoveries


async def perform(run: TurnRun, orchestra: Orchestra) -> None:
    """Do what the message asks for; what became of it is in the run, failures are raised."""
    if run.turn.attempt > MAX_ATTEMPTS:
        raise WorkerLost(f"given up after {MAX_ATTEMPTS - 1} lost workers; send the message again")
    run.once("start", TurnStart(session=str(run.turn.session_id), message_id=run.message_id))
    run.world = await world_of(run)
    run.profile = run.once("profile", result=run.profile)
    orchestra.advisors.recount(run)
    run.judge = orchestra.advisors.judge(run)
    await check_message(run)
    if run.turn.cancel_requested:
        raise Cancelled
    await report_sample(run)
    if not await _settle_approval(run):
        return
    route = await choose(run, orchestra.advisors.router(run))
    if route.question is not None:
        ask_back(run, route)
        return
    with telemetry.turn_span(run):
        await orchestra.conduct(run)
    if run.stop:
        raise run.stop


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
    if answer is None or not run.approvals or run.open_question:
        return None  # a question asked since then is what a yes or no answers
    # One that is not open any more was answered by an earlier attempt at this very turn.
    ours = [a for a in run.approvals if a["status"] != "open"]
    newest = (ours or run.approvals)[-1]
    if not ours and _asked_since(run, newest):
        return None
    outcome = await approvals.answer(
        run.services.pool, run.turn.caller.user_id, newest["id"], run.turn.id, answer
    )
    if outcome != "answered":
        return None
    return newest, answer, None


def _asked_since(run: TurnRun, approval: dict[str, Any]) -> bool:
    """Tell whether the last answer was a question of its own: a yes to that must change nothing."""
    last = next((m for m in reversed(run.turn.history) if m.role == "assistant"), None)
    if last is None or not approval["call_id"]:  # an offer to go on stands in no message
        return False
    if any(b.get("id") == approval["call_id"] for b in last.blocks):
        return False
    texts = [str(b["text"]) for b in last.blocks if b["type"] == "text"]
    return bool(texts) and texts[-1].rstrip().endswith("?")

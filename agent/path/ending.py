"""How a turn ends: its status, its last events, and what is kept of it."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import orjson

from agent.log.steps import FILE_TOLD
from agent.path.answer import answer_id, question_id
from agent.path.approvals import ask, in_order, question
from agent.path.buttons import is_press
from agent.path.call_record import broken_off
from agent.path.failure_words import said, words_of_failure
from agent.path.run import TurnRun
from contracts.blocks import Block
from contracts.errors import (
    BatutaError,
    Internal,
    IterationLimit,
    LoopDetected,
    ModelAuth,
    Unsafe,
)
from contracts.events import AgentUsage, ApprovalCode, Done, DoneStatus, Error, Event, UsageReport
from contracts.messages import ModelUsage
from store.turns import NewMessage, TurnEnding

logger = logging.getLogger(__name__)


class Cancelled(Exception):
    """The person asked for the end of the turn."""


def conclude(
    run: TurnRun, failure: BaseException | None, correlation: str
) -> tuple[TurnEnding, list[Event]]:
    """Work out how the turn ends: its status, its last events, and what is stored of it."""
    status, error, events = _outcome(run, failure, correlation)
    if status == "waiting":
        events += [question(record) for record in in_order(run)]
    events = [*broken_off(run), *run.plan.closed(status, run.language), *events]
    if run.usage:
        events.append(_usage(run))
    events.append(
        Done(
            status=status,
            message_id=run.answer.id if run.answer else None,
            next=run.position.state,
        )
    )
    ending = TurnEnding(
        status=status,
        error=error,
        messages=_messages(run, status, failure),
        cursor=run.standing if _moves(run, status) else None,
        usage=run.usage,
        approvals=in_order(run) if status == "waiting" else [],
    )
    return ending, events


def _moves(run: TurnRun, status: DoneStatus) -> bool:
    """Tell whether the conversation stands elsewhere now; a file is told, and moves nothing.

    A message that help was given for moves nothing either, but it is remembered.
    """
    if status == "blocked":
        return run.care is not None
    return status in ("finished", "waiting") and run.turn.input.file is None


def _outcome(
    run: TurnRun, failure: BaseException | None, correlation: str
) -> tuple[DoneStatus, str | None, list[Event]]:
    if failure is None:
        return ("waiting" if run.asked else "finished"), None, []
    if isinstance(failure, Cancelled):
        return "cancelled", None, []
    if isinstance(failure, Unsafe):
        run.answer.tell(failure.message)
        return "blocked", failure.code, []
    if not isinstance(failure, BatutaError):
        logger.error("turn failed unexpectedly", exc_info=failure)
        failure = Internal(f"something went wrong here; quote {correlation} when you report it")
    if isinstance(failure, ModelAuth):
        logger.error("no model takes the key", extra={"cure": failure.message})
    told = Error(
        code=failure.code,
        message=words_of_failure(failure, run.turn.caller, run.language),
        retryable=failure.retryable,
        correlation_id=correlation,
    )
    if isinstance(failure, LoopDetected | IterationLimit):
        code: ApprovalCode = (
            "loop_detected" if isinstance(failure, LoopDetected) else "iteration_limit"
        )
        ask(run, "continue", f"{failure.message}; {said('go_on', run.language)}", code)
        return "waiting", failure.code, [told]
    return "failed", failure.code, [told]


def _messages(run: TurnRun, status: str, failure: BaseException | None) -> list[NewMessage]:
    """Write down both sides of the turn; nothing of a message that was blocked."""
    stored: list[NewMessage] = []
    if block := _question(run, status):
        title = block["text"] if block["type"] == "text" else None
        stored.append(NewMessage(question_id(run.turn.id), "user", [block], title=title))
    if answer := run.answer.blocks if failure is None else run.answer.with_partial():
        stored.append(NewMessage(answer_id(run.turn.id), "assistant", answer, run.workflow))
    return stored


def _question(run: TurnRun, status: str) -> Block | None:
    """Write down the person's side; of what no guard has let through, nothing."""
    if status == "blocked":
        return {"type": "blocked"}
    if run.turn.input.file is not None:
        return run.journal.find(FILE_TOLD)
    if given := run.turn.input.approval:
        return {"type": "approval", "id": given["id"], "approve": given["approve"]}
    if run.passed is None:
        return None
    # The words on a button are what was meant by what it sends; words that were typed are kept.
    text = (run.pressed if is_press(run.passed) else "") or run.passed
    if not text.strip():
        return None
    answer = run.incoming.page_answer
    if answer is None:
        return {"type": "text", "text": text}
    return {"type": "ui_result", "id": _passed_id(text, answer["id"]), "text": text}


def _passed_id(text: str, given: str) -> str:
    """Return a component's id as the guards have let it through: clients choose ids."""
    try:
        return str(orjson.loads(text)["id"])
    except (ValueError, KeyError, TypeError):
        return given


def _usage(run: TurnRun) -> UsageReport:
    costs = [u.cost_usd for u in run.usage]
    return UsageReport(
        model=f"{run.usage[-1].provider}/{run.usage[-1].model}",
        input=sum(u.input for u in run.usage),
        output=sum(u.output for u in run.usage),
        cached=sum(u.cached for u in run.usage),
        cost_usd=None if None in costs else sum(c for c in costs if c is not None),
        agents=_by_agent(run.usage),
    )


def _by_agent(usage: Sequence[ModelUsage]) -> list[AgentUsage]:
    """Add up what each agent used of each model, in the order of their first calls."""
    found: dict[tuple[str, str], AgentUsage] = {}
    for u in usage:
        key = (u.agent, f"{u.provider}/{u.model}")
        line = found.setdefault(key, AgentUsage(agent=key[0], model=key[1], cost_usd=0.0))
        line.calls += 1
        line.input += u.input
        line.output += u.output
        line.cached += u.cached
        costs = (line.cost_usd, u.cost_usd)
        line.cost_usd = None if None in costs else sum(cost for cost in costs if cost is not None)
    return list(found.values())

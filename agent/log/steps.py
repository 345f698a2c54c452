"""The steps of a turn, all of them: under which key each is kept, and what it has given.

Keys and their JSON outlive a worker: a newer release takes up what an older one has begun.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from agent.log.journal import USED_UP as USED_UP
from agent.log.journal import JournalStep, StepFamily
from agent.log.model_answer import ModelAnswer
from contracts.blocks import CallFacts, FileBlock, ToolOutput
from contracts.events import Decision, ToolStatus
from contracts.json import JsonMapping, JsonObject
from contracts.messages import AskedApproval, EndedHandover
from guardrails.guard import Verdict
from router.route import Route
from workflows.machine.steps import Status

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """How a tool call ended, what the model may read of it, and what it shows the person."""

    status: ToolStatus
    output: ToolOutput
    widgets: tuple[JsonMapping, ...] = ()
    facts: CallFacts | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """How work in a state failed, and after how many model calls of its agent."""

    status: Status
    output: str
    code: str = "internal"
    calls: int = 0


@dataclass(frozen=True, slots=True)
class HandedOver:
    """What came of asking people to take over, and what the person was told of it."""

    waits: bool
    team: str
    text: str


def _same(value: T) -> T:
    return value


def _fields(value: Any) -> JsonObject:
    return {name: getattr(value, name) for name in value.__slots__}


def _record(kind: Callable[..., T]) -> Callable[[Any], T]:
    return lambda kept: kind(**kept)


def _tool_outcome(kept: JsonObject) -> ToolOutcome:
    widgets = tuple(kept["widgets"])  # a journal keeps lists
    return ToolOutcome(kept["status"], kept["output"], widgets, kept.get("facts"))


def _verdict(value: Verdict) -> JsonObject:
    return _fields(value) | {"scores": dict(value.scores)}


# --- done once in a turn ---
STARTED: JournalStep[bool] = JournalStep("start", _same, bool)
PROFILE: JournalStep[JsonObject] = JournalStep("profile", _same, dict)
PLAN_RESUMED: JournalStep[bool] = JournalStep("plan", _same, bool)
CHECKED: JournalStep[Verdict] = JournalStep("check", _verdict, _record(Verdict))
ROUTED: JournalStep[Route] = JournalStep("route", Route.stored, Route.restored)
FILE_TOLD: JournalStep[FileBlock] = JournalStep("file", _same, _same)
HANDED_OVER: JournalStep[HandedOver] = JournalStep("handover", _fields, _record(HandedOver))
KEPT_QUIET: JournalStep[bool] = JournalStep("quiet", _same, bool)  # people have the conversation
GIVEN_BACK: JournalStep[EndedHandover] = JournalStep("given_back", _same, _same)
TAKEN_BACK: JournalStep[bool] = JournalStep("taken_back", _same, bool)
OFFERED_ELSE: JournalStep[bool] = JournalStep("offered_else", _same, bool)
NOW: JournalStep[datetime] = JournalStep("now", datetime.isoformat, datetime.fromisoformat)

# --- the workflows, the guards and the moderators ---
edition_given: StepFamily[str] = StepFamily("edition/", _same, str)  # a workflow: its hash
guarded: StepFamily[Decision] = StepFamily("guard/", _same, _same)  # a stage and a call
case_opened: StepFamily[bool] = StepFamily("case/", _same, bool)
example_counted: StepFamily[bool] = StepFamily("example/", _same, bool)

# --- models and tools ---
answered: StepFamily[ModelAnswer] = StepFamily(
    "model/", _fields, ModelAnswer.read
)  # an agent, a no
called: StepFamily[ToolOutcome] = StepFamily("tool/", _fields, _tool_outcome)
call_begun: StepFamily[bool] = StepFamily("started/", _same, bool)
call_retried: StepFamily[bool] = StepFamily("retried/", _same, bool)  # a call, an attempt
approval_asked: StepFamily[AskedApproval] = StepFamily("asked/", _fields, _record(AskedApproval))
failed: StepFamily[Failure] = StepFamily("outcome/", _fields, _record(Failure))  # a state or call

figures_marked: StepFamily[list[str]] = StepFamily("figures/", _same, list)  # of a visit

# --- what a walk shows, numbered as it comes ---
state_entered: StepFamily[bool] = StepFamily("state/", _same, bool)
choices_shown: StepFamily[bool] = StepFamily("choices/", _same, bool)
artifact_shown: StepFamily[bool] = StepFamily("artifact/", _same, bool)
component_shown: StepFamily[bool] = StepFamily("ui/", _same, bool)
message_read: StepFamily[JsonObject] = StepFamily("read/", _same, dict)

"""What the path asks of models' agents, and what these may do in a turn; `agent/adk` implements it.

Nothing else of the path is known there, and nothing of there is known to the path.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from agent.log.model_answer import ModelAnswer
from agent.models.situation import TurnSituation
from contracts.blocks import ToolOutput, ToolResultBlock
from contracts.json import JsonMapping, JsonObject
from contracts.messages import Message
from guardrails.guard import Judge
from router.ask import AskModel
from workflows.file.schema import Workflow
from workflows.file.states import Budget
from workflows.machine.steps import Read
from workflows.machine.world import Edition

__all__ = [
    "ADVISORS", "AgentTurn", "AgentVisit", "Agents", "Ask", "ModelAnswer", "ModelTurn",
    "TextListener", "TurnWalk", "Visitor", "agent_name", "asking_name",
]  # fmt: skip
ADVISORS = frozenset({"router", "guard", "reader"})  # agents whose words only the engine reads
TextListener = Callable[[str], Awaitable[None]]
# Asks a model; what it hears meanwhile goes out.
Ask = Callable[[TextListener], Awaitable[ModelAnswer]]
TurnWalk = Callable[["Visitor"], Awaitable[None]]


def agent_name(workflow: Workflow, agent: str, state: str = "") -> str:
    """Name an agent as it works in a state: usage and replays know it by this name.

    A state that gives it other tools or another model makes it another agent.
    """
    here = workflow.states.get(state)
    own = here and here.agent == agent and (here.tools is not None or here.model)
    return "_".join([workflow.workflow, agent, *([state] if own else [])])


def asking_name(workflow: Workflow, agent: str) -> str:
    """Name an agent as it only asks, without tools."""
    return f"{workflow.workflow}_{agent}_asks"


@dataclass(frozen=True, slots=True)
class AgentVisit:
    """One visit of an agent: who works, what it is told beside the conversation, and its budget."""

    id: str  # tells it from the other visits of the turn
    edition: Edition
    name: str
    slots: JsonMapping
    profile: JsonMapping
    task: str = ""
    budget: Budget | None = None
    timeout: float | None = None

    @property
    def seconds(self) -> float | None:
        """Return how long it may take."""
        given = [self.timeout, self.budget.seconds if self.budget else None]
        return min((limit for limit in given if limit is not None), default=None)


class ModelTurn(Protocol):
    """A turn, as a model that answers in it sees it."""

    @property
    def user(self) -> str:
        """Who talks."""
        ...

    @property
    def session(self) -> str:
        """The conversation."""
        ...

    async def answer(self, question: str, ask: Ask, canary: str = "") -> ModelAnswer:
        """Return the agent's next answer: the one that was kept, or what a model says now."""
        ...


class AgentTurn(ModelTurn, Protocol):
    """A turn, as an agent that works in it sees it."""

    @property
    def message(self) -> str:
        """What the person says; empty where a decision of theirs is carried out."""
        ...

    @property
    def history(self) -> Sequence[Message]:
        """What was said before."""
        ...

    @property
    def results(self) -> Sequence[ToolResultBlock]:
        """What tools have given back in this turn."""
        ...

    @property
    def situation(self) -> TurnSituation:
        """What an answer depends on beside the conversation."""
        ...

    @property
    def spent_usd(self) -> float:
        """What this visit has cost so far."""
        ...

    async def call_tool(
        self, name: str, args: JsonObject, call: str, agent_tools: frozenset[str]
    ) -> ToolOutput | None:
        """Return a tool's result, or None where no further model call may follow now."""
        ...


class Visitor(Protocol):
    """Lets agents work while a turn's walk is under way."""

    async def visit(self, visit: AgentVisit, turn: AgentTurn) -> None:
        """Let an agent work until it is done; raises what it failed of."""
        ...


class Agents(Protocol):
    """Every agent of a worker: those of its workflows, and those that advise the engine."""

    async def walk(self, turn: AgentTurn, walk: TurnWalk) -> None:
        """Let a walk visit agents; raises what it raises."""
        ...

    def router(self, turn: ModelTurn) -> AskModel | None:
        """Return the router's agent, where a model is there to play it."""
        ...

    def judge(self, turn: ModelTurn) -> Judge | None:
        """Return the guardrails' agent, where a model is there to play it."""
        ...

    async def read(self, turn: ModelTurn, step: Read, form: JsonMapping) -> JsonObject:
        """Let a model read a message into slots; what it gives is still validated by the engine."""
        ...

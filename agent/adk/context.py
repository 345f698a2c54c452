"""What an agent of a workflow is told beside the conversation, and what it may still use."""

from __future__ import annotations

import re
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import orjson

from agent.path.ports import AgentTurn, AgentVisit
from contracts.errors import BudgetExceeded
from contracts.json import JsonMapping
from guardrails.gate import canary

_PLACE = re.compile(r"\{(slots|profile|memory|examples|slots\.\w+|profile\.\w+|[a-z_]\w*)\}")

_NOTHING: JsonMapping = {}


@dataclass(slots=True)
class AgentContext:
    """One visit of one agent, and what it has used of it."""

    visit: AgentVisit
    turn: AgentTurn
    found: dict[str, bool] = field(default_factory=dict[str, bool])  # a cascade's tools so far

    def check_money(self) -> None:
        """Begin a model call, within the money of the state that the agent works in."""
        budget = self.visit.budget
        if budget and budget.usd is not None and self.turn.spent_usd >= budget.usd:
            raise BudgetExceeded(f"the state's budget of {budget.usd} USD is used up")


current: ContextVar[AgentContext] = ContextVar("agent_context")


def instruction(prompt: str) -> Any:
    """Write an agent's prompt for the moment; a callable keeps ADK from reading braces itself.

    The prompt's canary leads it: an answer that repeats it is broken off.
    """

    mark = f"({canary(prompt)})"

    def given(_: object) -> str:
        here = current.get(None)  # None: an agent that no workflow runs, as a worker warms up
        text = _PLACE.sub(lambda found: _value(found, here), prompt)
        return "\n\n".join([f"{mark}\n{text}", *filter(None, [here and here.visit.task])])

    return given


def _value(found: re.Match[str], here: AgentContext | None) -> str:
    name = found[1]
    slots = here.visit.slots if here else _NOTHING
    profile = here.visit.profile if here else _NOTHING
    if name in ("slots", "profile"):
        return orjson.dumps(dict(slots if name == "slots" else profile), default=str).decode()
    if name in ("memory", "examples"):
        return ""
    owner, _, key = name.rpartition(".")
    known = profile if owner == "profile" else slots
    return str(known[key])[:500] if key in known else found[0]

"""What an agent of a workflow is told beside the conversation, and what it may still use."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, cast

import orjson
from google.adk.models.llm_request import LlmRequest
from google.adk.models.llm_response import LlmResponse
from google.adk.tools import ToolContext
from typing_extensions import override

from agent.adk.model import DurableModel
from agent.adk.tools import CatalogTool
from agent.path.run import current
from contracts.errors import BudgetExceeded
from guardrails.gate import canary
from tools import Tool
from workflows.file.states import Budget

_PLACE = re.compile(r"\{(slots|profile|memory|examples|slots\.\w+|profile\.\w+|[a-z_]\w*)\}")


@dataclass(slots=True)
class Scene:
    """One run of one agent: the data of its workflow, its task, its budget."""

    slots: Mapping[str, Any] = field(default_factory=dict[str, Any])
    profile: Mapping[str, Any] = field(default_factory=dict[str, Any])
    task: str = ""
    budget: Budget | None = None
    calls: int = 0
    spent_before: int = 0  # how many usages the run had when this agent began
    found: dict[str, bool] = field(default_factory=dict[str, bool])  # a cascade's tools so far


scene: ContextVar[Scene] = ContextVar("scene")
_NOWHERE = Scene()  # an agent that no workflow runs, at a worker's rehearsal


def instruction(prompt: str) -> Any:
    """Write an agent's prompt for the moment; a callable keeps ADK from reading braces itself.

    The prompt's canary leads it: an answer that repeats it is broken off.
    """

    mark = f"({canary(prompt)})"

    def given(_: object) -> str:
        here = scene.get(_NOWHERE)
        text = _PLACE.sub(lambda found: _value(found, here), prompt)
        return "\n\n".join([f"{mark}\n{text}", *filter(None, [here.task])])

    return given


def _value(found: re.Match[str], here: Scene) -> str:
    name = found[1]
    if name in ("slots", "profile"):
        known = here.slots if name == "slots" else here.profile
        return orjson.dumps(dict(known), default=str).decode()
    if name in ("memory", "examples"):
        return ""
    owner, _, key = name.rpartition(".")
    known = here.profile if owner == "profile" else here.slots
    return str(known[key])[:500] if key in known else found[0]


class BudgetedModel(DurableModel):
    """An agent's model that stops at the budget of the state it works in."""

    @override
    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        here = scene.get(_NOWHERE)
        here.calls += 1
        _within_budget(here)
        async for answer in super().generate_content_async(llm_request, stream):
            yield answer


def _within_budget(here: Scene) -> None:
    budget = here.budget
    if budget is None:
        return
    if budget.steps is not None and here.calls > budget.steps:
        raise BudgetExceeded(f"the state's budget of {budget.steps} model calls is used up")
    if budget.usd is not None:
        used = current.get().usage[here.spent_before :]
        if sum(u.cost_usd or 0.0 for u in used) >= budget.usd:
            raise BudgetExceeded(f"the state's budget of {budget.usd} USD is used up")


class CascadeTool(CatalogTool):
    """A tool of a cascade: refused until every tool before it has been tried and found nothing."""

    def __init__(self, tool: Tool, agent_tools: frozenset[str], earlier: tuple[str, ...]) -> None:
        super().__init__(tool, agent_tools)
        self._earlier = earlier

    @override
    async def run_async(self, *, args: dict[str, Any], tool_context: ToolContext) -> Any:
        found = scene.get(_NOWHERE).found
        for name in self._earlier:
            if name not in found:
                return {"error": f"use {name} first; {self.name} is for what it does not find"}
            if found[name]:
                return {"error": f"{name} has found something; answer with that"}
        result = await super().run_async(args=args, tool_context=tool_context)
        found[self.name] = _found_something(result)
        return result


def _found_something(result: Any) -> bool:
    """Tell an empty result (nothing, no rows, an error) from one that holds something."""
    if not isinstance(result, dict) or "error" in result:
        return False
    value: Any = cast("dict[str, Any]", result).get("result")
    held = list(cast("dict[str, Any]", value).values()) if isinstance(value, dict) else [value]
    return any(v not in (None, "", [], {}, 0, False) for v in held)

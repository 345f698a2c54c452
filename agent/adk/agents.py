"""ADK's side of the house, built once per worker: every agent, and what runs them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from agent.adk.advisors import Advisors
from agent.adk.build import AgentCache
from agent.adk.invocation import InvocationRunner
from agent.adk.warm_up import warm_up
from agent.models.chain import ModelChain
from agent.path.ports import AgentTurn, ModelTurn, TurnWalk
from contracts.json import JsonMapping, JsonObject
from guardrails.guard import Judge
from router.ask import AskModel
from tools import Tool
from workflows.machine.steps import Read
from workflows.machine.world import Edition


class AdkAgents:
    """Every agent of a worker: those of its workflows, and those that advise the engine."""

    def __init__(self, tools: Mapping[str, Tool], models: ModelChain) -> None:
        self._tools = tools
        self._models = models
        self._advisors = Advisors(models)
        self._cache = AgentCache(tools, models)
        self._runner = InvocationRunner(self._cache)

    def build_agents(self, editions: Iterable[Edition]) -> None:
        """Make the agents of what is to be served, before anybody waits for them."""
        for edition in editions:
            self._cache.of(edition)

    def forget_agents(self) -> None:
        """Give agents the tools as they are now, from their next visit on."""
        self._cache.forget()

    async def warm_up(self) -> None:
        """Let the built-in model answer through ADK, so that no person waits for its imports."""
        await warm_up(list(self._tools.values()), self._models)

    async def walk(self, turn: AgentTurn, walk: TurnWalk) -> None:
        """Let a walk visit agents; raises what it raises."""
        await self._runner.run(turn, walk)

    def router(self, turn: ModelTurn) -> AskModel | None:
        """Return the router's agent, where a model is there to play it."""
        return self._advisors.router(turn)

    def judge(self, turn: ModelTurn) -> Judge | None:
        """Return the guardrails' agent, where a model is there to play it."""
        return self._advisors.judge(turn)

    async def read(self, turn: ModelTurn, step: Read, form: JsonMapping) -> JsonObject:
        """Let a model read a message into slots, where a model is there."""
        return await self._advisors.read(turn, step, form)

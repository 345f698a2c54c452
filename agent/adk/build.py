"""Builds the agents of workflows, and keeps those of every content that is met."""

from __future__ import annotations

from collections.abc import Mapping

import orjson
from google.adk.agents import LlmAgent

from agent.adk.context import instruction
from agent.adk.model import AgentModel
from agent.adk.tools import CascadeTool, CatalogTool
from agent.models.chain import ModelChain
from agent.path.ports import agent_name, asking_name
from contracts.json import JsonMapping
from guardrails.gate import canary
from tools import Tool
from workflows.file.schema import Agent, Workflow
from workflows.machine.world import Edition

MOST_EDITIONS = 1_000


class AgentCache:
    """The agents of every content of a workflow that a worker has met, by their names."""

    def __init__(self, tools: Mapping[str, Tool], models: ModelChain) -> None:
        self._tools = tools
        self._models = models
        self._agents: dict[str, dict[str, LlmAgent]] = {}

    def forget(self) -> None:
        """Make agents anew when they are next met: the tools have changed."""
        self._agents = {}

    def of(self, edition: Edition) -> dict[str, LlmAgent]:
        """Return the agents of an edition, made when it is first met."""
        key = edition.hash or edition.workflow.workflow
        if key not in self._agents:
            if len(self._agents) >= MOST_EDITIONS:
                del self._agents[next(iter(self._agents))]
            self._agents[key] = self._built(edition.workflow)
        return self._agents[key]

    def _built(self, workflow: Workflow) -> dict[str, LlmAgent]:
        """Build every agent, and again as it only asks, and for a state that changes it.

        Where two contents of a workflow are served, both agents bear one name: it is what usage
        and replays know them by, and no turn has them both.
        """
        wanted: dict[str, Agent] = {}
        for name, agent in workflow.agents.items():
            wanted[agent_name(workflow, name)] = agent
            mute = agent.model_copy(update={"tools": [], "cascade": [], "output": None})
            wanted[asking_name(workflow, name)] = mute
        for key, state in workflow.states.items():
            if state.agent and (state.tools is not None or state.model):
                agent = workflow.agents[state.agent]
                given = agent.tools if state.tools is None else state.tools
                changed = {"tools": given, "model": state.model or agent.model}
                name = agent_name(workflow, state.agent, key)
                wanted[name] = agent.model_copy(update=changed)
        return {name: self._build(name, agent) for name, agent in wanted.items()}

    def _build(self, name: str, agent: Agent) -> LlmAgent:
        """Build one agent; a tool that an old content names and nobody has any more is left out."""
        tools, given = self._tools, frozenset([*agent.tools, *agent.cascade])
        cascade = [
            CascadeTool(tools[t], given, tuple(agent.cascade[:at]))
            for at, t in enumerate(agent.cascade)
            if t in tools
        ]
        prompt = agent.prompt + _asks_for(agent.output)
        return LlmAgent(
            name=name,
            model=AgentModel(model=agent.model, models=self._models, canary=canary(prompt)),
            instruction=instruction(prompt),
            tools=[*(CatalogTool(tools[t], given) for t in agent.tools if t in tools), *cascade],
            include_contents="none",
            mode="single_turn",
            disallow_transfer_to_parent=True,
            disallow_transfer_to_peers=True,
        )


def _asks_for(form: JsonMapping | None) -> str:
    if not form:
        return ""
    schema = orjson.dumps(form).decode()
    return f"\n\nAnswer with one JSON object alone, that fits this JSON Schema: {schema}"

"""The conductor: walks a workflow's states as one ADK invocation."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from datetime import UTC, date, datetime
from typing import Any

import orjson
from google.adk.agents import LlmAgent
from google.adk.apps import App
from google.adk.events import Event
from google.adk.models import BaseLlm
from google.adk.models.llm_request import LlmRequest
from google.adk.models.llm_response import LlmResponse
from google.adk.runners import Runner
from google.adk.workflow import Node
from google.genai import types
from pydantic import ConfigDict
from typing_extensions import override

from agent.adk.advisors import Advisors
from agent.adk.context import BudgetedModel, CascadeTool, instruction
from agent.adk.perform import ASKING, OFFERS, Cast, Part, Performance, page_answer
from agent.adk.sessions import QUIETLY, TurnSessions
from agent.adk.tools import CatalogTool
from agent.models.chain import ModelChain
from agent.path.run import TurnRun, current
from agent.serving.repertoire import Repertoire
from guardrails.gate import canary
from tools import Tool
from workflows.file.schema import Agent, Workflow
from workflows.machine.steps import Given, Outcome
from workflows.machine.transitions import broken_off, conduct

APP = "batuta"


class Conductor(Node):
    """The root node of every invocation; the turn it conducts is the current one."""

    model_config = ConfigDict(arbitrary_types_allowed=True)
    rerun_on_resume: bool = True
    cast: Cast

    @override
    async def run_node_impl(self, *, ctx: Any, node_input: Any) -> AsyncGenerator[Any]:
        run = current.get()
        stage = Performance(self.cast, run, ctx, node_input)
        walk = conduct(run.world, run.position, self._given(run))
        outcome: Outcome | None = None
        try:
            while not run.stop:
                outcome = await stage.perform(walk.send(outcome))
        except StopIteration as ended:
            run.position = ended.value
        finally:
            if isinstance(run.stop, OFFERS):
                run.position = broken_off(walk)
        yield None

    def _given(self, run: TurnRun) -> Given:
        """Say what the turn brings; the day is kept, so that a replay reads dates alike."""
        today = run.once("today", result=datetime.now(UTC).date().isoformat())
        answer = page_answer(run)
        wordless = answer is not None or run.message == run.pressed
        route: dict[str, Any] = run.steps.get("route") or {}
        return Given(
            message="" if wordless else run.message,
            language=run.language,
            today=date.fromisoformat(today),
            target=run.target,
            leave=route.get("intent") == "exit",
            ui=answer,
            profile=run.profile,
            roles=None if "admin" in run.turn.caller.roles else run.turn.caller.roles,
        )


class Orchestra:
    """ADK's side of the house, built once per worker: every agent, and one runner."""

    def __init__(self, tools: Mapping[str, Tool]) -> None:
        self.advisors = Advisors()
        self._cast = Cast(lambda workflow: _agents(workflow, tools), self.advisors.read)
        conductor = Conductor(name="conductor", cast=self._cast)
        self._runner = Runner(
            app=App(name=APP, root_agent=conductor), session_service=TurnSessions()
        )

    def learn(self, repertoire: Repertoire) -> None:
        """Make the agents of what is to be served, before anybody waits for them."""
        for edition in repertoire.all_editions():
            self._cast.learn(edition)

    async def conduct(self, run: TurnRun) -> None:
        """Perform the turn; what it says and does is found in the run afterwards."""
        message = types.Content(role="user", parts=[types.Part(text=run.message or "(go on)")])
        token = current.set(run)
        try:
            events: AsyncGenerator[Event, None] = self._runner.run_async(
                user_id=str(run.turn.caller.user_id),
                session_id=str(run.turn.session_id),
                new_message=message,
                run_config=QUIETLY,
            )
            async for _ in events:
                pass
        finally:
            current.reset(token)

    async def rehearse(self, tools: list[Tool], models: ModelChain) -> None:
        """Let the built-in model answer through ADK, so that no person waits for its imports."""
        agent = LlmAgent(
            name="rehearsal",
            model=_Spoken(model="local", chain=models),
            instruction=instruction("Answer briefly."),
            tools=[CatalogTool(tool, frozenset()) for tool in tools],
            include_contents="none",
            mode="single_turn",
        )
        runner = Runner(
            app=App(name=APP, root_agent=_Once(name="rehearsal_root", agent=agent)),
            session_service=TurnSessions(),
        )
        for message in ("hello", "what time is it?"):
            said = types.Content(role="user", parts=[types.Part(text=message)])
            events = runner.run_async(
                user_id="-", session_id="-", new_message=said, run_config=QUIETLY
            )
            async for _ in events:
                pass


class _Once(Node):
    """A root that lets one agent speak."""

    model_config = ConfigDict(arbitrary_types_allowed=True)
    rerun_on_resume: bool = True
    agent: LlmAgent

    @override
    async def run_node_impl(self, *, ctx: Any, node_input: Any) -> AsyncGenerator[Any]:
        await ctx.run_node(self.agent, node_input=node_input, run_id="visit-1")
        yield None


class _Spoken(BaseLlm):
    """The chain without a turn around it; what it would call is left uncalled."""

    model_config = ConfigDict(arbitrary_types_allowed=True)
    chain: ModelChain

    @override
    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        async for answer in self.chain.stream(llm_request, self.model):
            if not answer.partial:
                parts = (
                    [p for p in (answer.content.parts or []) if p.text] if answer.content else []
                )
                parts = parts or [types.Part(text="ok")]
                yield LlmResponse(content=types.Content(role="model", parts=parts))


def _agents(workflow: Workflow, tools: Mapping[str, Tool]) -> dict[Part, LlmAgent]:
    """Build every agent of a workflow, and again for a state that gives it other tools or a model.

    Where two contents of a workflow are served, both agents bear one name: it is what usage and
    replays know them by, and no turn has them both.
    """
    built: dict[Part, LlmAgent] = {}
    for name, agent in workflow.agents.items():
        built[name, ""] = _build(f"{workflow.workflow}_{name}", agent, tools)
        mute = agent.model_copy(update={"tools": [], "cascade": [], "output": None})
        built[name, ASKING] = _build(f"{workflow.workflow}_{name}_asks", mute, tools)
    for key, state in workflow.states.items():
        if state.agent and (state.tools is not None or state.model):
            agent = workflow.agents[state.agent]
            given = agent.tools if state.tools is None else state.tools
            changed = agent.model_copy(update={"tools": given, "model": state.model or agent.model})
            name = f"{workflow.workflow}_{state.agent}_{key}"
            built[state.agent, key] = _build(name, changed, tools)
    return built


def _asks_for(form: Mapping[str, Any] | None) -> str:
    if not form:
        return ""
    schema = orjson.dumps(form).decode()
    return f"\n\nAnswer with one JSON object alone, that fits this JSON Schema: {schema}"


def _build(name: str, agent: Agent, tools: Mapping[str, Tool]) -> LlmAgent:
    """Build one agent; a tool that an old content names and nobody has any more is left out."""
    given = frozenset([*agent.tools, *agent.cascade])
    cascade = [
        CascadeTool(tools[t], given, tuple(agent.cascade[:at]))
        for at, t in enumerate(agent.cascade)
        if t in tools
    ]
    return LlmAgent(
        name=name,
        model=BudgetedModel(
            model=agent.model, agent=name, canary=canary(agent.prompt + _asks_for(agent.output))
        ),
        instruction=instruction(agent.prompt + _asks_for(agent.output)),
        tools=[*(CatalogTool(tools[t], given) for t in agent.tools if t in tools), *cascade],
        include_contents="none",
        mode="single_turn",
        disallow_transfer_to_parent=True,
        disallow_transfer_to_peers=True,
    )

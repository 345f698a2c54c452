"""The conductor: walks a workflow's states as one ADK invocation."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from typing import Any

from google.adk.agents import LlmAgent, RunConfig
from google.adk.agents.run_config import (
    StreamingMode,  # pyright: ignore[reportPrivateImportUsage]
)
from google.adk.apps import App
from google.adk.events import Event
from google.adk.models import BaseLlm
from google.adk.models.llm_request import LlmRequest
from google.adk.models.llm_response import LlmResponse
from google.adk.runners import Runner
from google.adk.sessions import BaseSessionService, Session
from google.adk.sessions.base_session_service import GetSessionConfig, ListSessionsResponse
from google.adk.telemetry.context import ContentCapturingMode, TelemetryConfig
from google.adk.workflow import Node
from google.genai import types
from pydantic import ConfigDict
from typing_extensions import override

from agent.adk.model import DurableModel
from agent.adk.tools import CatalogTool
from agent.models.chain import ModelChain
from agent.run import TurnRun, current
from contracts.events import StateEntered
from tools import Tool
from workflows.conduct import Visit, cursor_after, first_visit, next_visit
from workflows.schema import Agent, Workflow, in_language

APP = "batuta"


class TurnSessions(BaseSessionService):
    """ADK's view of one turn: it begins empty and ends with it.

    The conversation itself is our own data; ADK never reads or writes the database.
    """

    @override
    async def create_session(
        self,
        *,
        app_name: str,
        user_id: str,
        state: dict[str, Any] | None = None,
        session_id: str | None = None,
    ) -> Session:
        return Session(id=session_id or "turn", app_name=app_name, user_id=user_id)

    @override
    async def get_session(
        self,
        *,
        app_name: str,
        user_id: str,
        session_id: str,
        config: GetSessionConfig | None = None,
    ) -> Session:
        return Session(id=session_id, app_name=app_name, user_id=user_id)

    @override
    async def list_sessions(
        self, *, app_name: str, user_id: str | None = None
    ) -> ListSessionsResponse:
        return ListSessionsResponse()

    @override
    async def delete_session(self, *, app_name: str, user_id: str, session_id: str) -> None:
        return None


class Conductor(Node):
    """The root node of every invocation; the turn it conducts is the current one."""

    rerun_on_resume: bool = True
    workflows: Mapping[str, Workflow]
    agents: Mapping[tuple[str, str], LlmAgent]

    @override
    async def run_node_impl(self, *, ctx: Any, node_input: Any) -> AsyncGenerator[Any]:
        run = current.get()
        workflow = self.workflows[run.cursor["workflow"]]
        visit: Visit | None = first_visit(workflow, run.cursor)
        while visit:
            self._announce(run, workflow, visit)
            if visit.state.agent:
                agent = self.agents[workflow.workflow, visit.state.agent]
                content = node_input if run.message else None
                await ctx.run_node(agent, node_input=content, run_id=f"visit-{visit.number}")
            elif visit.state.say is not None:
                self._say(run, in_language(visit.state.say, run.language))
            if run.asked or run.stop:
                return
            run.cursor = cursor_after(workflow, visit)
            visit = next_visit(workflow, visit)
        yield None

    def _announce(self, run: TurnRun, workflow: Workflow, visit: Visit) -> None:
        title = visit.state.title
        run.once(
            f"state/{visit.number}",
            StateEntered(
                workflow=workflow.workflow,
                version=workflow.version,
                state=visit.name,
                title=in_language(title, run.language) if title else None,
            ),
        )

    def _say(self, run: TurnRun, text: str) -> None:
        run.new_paragraph()
        run.say(text)
        run.blocks.append({"type": "text", "text": text})


class Orchestra:
    """ADK's side of the house, built once per worker: every agent, and one runner."""

    def __init__(self, workflows: Mapping[str, Workflow], tools: Mapping[str, Tool]) -> None:
        agents = {
            (workflow.workflow, name): _build(f"{workflow.workflow}_{name}", agent, tools)
            for workflow in workflows.values()
            for name, agent in workflow.agents.items()
        }
        conductor = Conductor(name="conductor", workflows=workflows, agents=agents)
        self._runner = Runner(
            app=App(name=APP, root_agent=conductor), session_service=TurnSessions()
        )
        self._config = RunConfig(
            streaming_mode=StreamingMode.SSE,
            max_llm_calls=0,  # the turn has its own limit, over all its agents
            telemetry=TelemetryConfig(capture_message_content=ContentCapturingMode.NO_CONTENT),
        )

    async def conduct(self, run: TurnRun) -> None:
        """Perform the turn; what it says and does is found in the run afterwards."""
        message = types.Content(role="user", parts=[types.Part(text=run.message or "(go on)")])
        token = current.set(run)
        try:
            events: AsyncGenerator[Event, None] = self._runner.run_async(
                user_id=str(run.turn.caller.user_id),
                session_id=str(run.turn.session_id),
                new_message=message,
                run_config=self._config,
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
            instruction=_constant("Answer briefly."),
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
                user_id="-", session_id="-", new_message=said, run_config=self._config
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


def _build(name: str, agent: Agent, tools: Mapping[str, Tool]) -> LlmAgent:
    given = frozenset(agent.tools)
    return LlmAgent(
        name=name,
        model=DurableModel(model=agent.model, agent=name),
        instruction=_constant(agent.prompt),
        tools=[CatalogTool(tools[t], given) for t in agent.tools],
        include_contents="none",
        mode="single_turn",
        disallow_transfer_to_parent=True,
        disallow_transfer_to_peers=True,
    )


def _constant(prompt: str) -> Any:
    """A callable instruction keeps ADK from reading {braces} in a prompt as state."""

    def given(_: object) -> str:
        return prompt

    return given

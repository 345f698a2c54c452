"""One turn as one ADK invocation, in which a walk lets agents work."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from contextvars import ContextVar
from typing import Any

from google.adk.apps import App
from google.adk.runners import Runner
from google.adk.workflow import Node
from google.adk.workflow._errors import DynamicNodeFailError
from google.genai import types
from typing_extensions import override

from agent.adk.build import AgentCache
from agent.adk.context import AgentContext, current
from agent.adk.sessions import QUIETLY, TurnSessions
from agent.path.ports import AgentTurn, AgentVisit, TurnWalk

APP = "batuta"


class Invocation:
    """A walk under way; what it raises is ours and never told to ADK, which would log it."""

    def __init__(self, agents: AgentCache, walk: TurnWalk) -> None:
        self.failure: Exception | None = None
        self._agents = agents
        self._walk = walk

    async def go(self, ctx: Any, node_input: Any) -> None:
        """Walk from beginning to end."""
        try:
            await self._walk(_NodeVisitor(self._agents, ctx, node_input))
        except Exception as exc:  # noqa: BLE001  # raised again behind the invocation
            self.failure = exc


class _NodeVisitor:
    """Lets agents work as nodes of an invocation."""

    def __init__(self, agents: AgentCache, ctx: Any, node_input: Any) -> None:
        self._agents = agents
        self._ctx = ctx
        self._input = node_input

    async def visit(self, visit: AgentVisit, turn: AgentTurn) -> None:
        agent = self._agents.of(visit.edition)[visit.name]
        token = current.set(AgentContext(visit, turn))
        try:
            content = self._input if turn.message else None
            await self._ctx.run_node(agent, node_input=content, run_id=visit.id)
        except DynamicNodeFailError as exc:
            raise exc.error from exc
        finally:
            current.reset(token)


_invocation: ContextVar[Invocation] = ContextVar("invocation")


class _Root(Node):
    """The root node of every invocation; the walk is the current one."""

    rerun_on_resume: bool = True

    @override
    async def run_node_impl(self, *, ctx: Any, node_input: Any) -> AsyncGenerator[Any]:
        await _invocation.get().go(ctx, node_input)
        yield None


class InvocationRunner:
    """ADK's runner, built once per worker."""

    def __init__(self, agents: AgentCache) -> None:
        self._agents = agents
        self._runner = Runner(
            app=App(name=APP, root_agent=_Root(name="walk")), session_service=TurnSessions()
        )

    async def run(self, turn: AgentTurn, walk: TurnWalk) -> None:
        """Let a walk visit agents; raises what it raises."""
        invocation = Invocation(self._agents, walk)
        message = types.Content(role="user", parts=[types.Part(text=turn.message or "(go on)")])
        token = _invocation.set(invocation)
        try:
            events = self._runner.run_async(
                user_id=turn.user,
                session_id=turn.session,
                new_message=message,
                run_config=QUIETLY,
            )
            async with aclosing(events):
                async for _ in events:
                    pass
        finally:
            _invocation.reset(token)
        if invocation.failure:
            raise invocation.failure

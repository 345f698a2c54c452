"""Lets the built-in model answer through ADK before anybody waits for it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

from google.adk.agents import LlmAgent
from google.adk.apps import App
from google.adk.models import BaseLlm
from google.adk.models.llm_request import LlmRequest
from google.adk.models.llm_response import LlmResponse
from google.adk.runners import Runner
from google.adk.workflow import Node
from google.genai import types
from pydantic import ConfigDict
from typing_extensions import override

from agent.adk.context import instruction
from agent.adk.invocation import APP
from agent.adk.sessions import QUIETLY, TurnSessions
from agent.adk.tools import CatalogTool
from agent.models.chain import ModelChain
from tools import Tool


async def warm_up(tools: list[Tool], models: ModelChain) -> None:
    """Run an agent with these tools twice, outside of any turn."""
    agent = LlmAgent(
        name="warm_up",
        model=_TurnlessModel(model="local/local", chain=models),
        instruction=instruction("Answer briefly."),
        tools=[CatalogTool(tool, frozenset()) for tool in tools],
        include_contents="none",
        mode="single_turn",
    )
    root = _OneAgent(name="warm_up_root", agent=agent)
    runner = Runner(app=App(name=APP, root_agent=root), session_service=TurnSessions())
    for message in ("hello", "what time is it?"):
        said = types.Content(role="user", parts=[types.Part(text=message)])
        events = runner.run_async(user_id="-", session_id="-", new_message=said, run_config=QUIETLY)
        async for _ in events:
            pass


class _OneAgent(Node):
    """A root that lets one agent speak."""

    model_config = ConfigDict(arbitrary_types_allowed=True)
    rerun_on_resume: bool = True
    agent: LlmAgent

    @override
    async def run_node_impl(self, *, ctx: Any, node_input: Any) -> AsyncGenerator[Any]:
        await ctx.run_node(self.agent, node_input=node_input, run_id="visit-1")
        yield None


class _TurnlessModel(BaseLlm):
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

"""A model as ADK sees it; its answers are steps of the turn, and none is asked for twice."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import AsyncGenerator
from contextlib import aclosing
from contextvars import ContextVar
from dataclasses import replace
from functools import partial

from google.adk.models import BaseLlm
from google.adk.models.llm_request import LlmRequest
from google.adk.models.llm_response import LlmResponse
from google.genai import types
from opentelemetry import trace
from pydantic import BaseModel, ConfigDict
from typing_extensions import override

from agent.adk import history
from agent.adk.context import current
from agent.adk.tools import UndeclaredTool
from agent.models.chain import ModelChain, answer_of, usage_of
from agent.models.semantics import model_attributes
from agent.models.situation import situation
from agent.path.ports import AgentTurn, ModelAnswer, ModelTurn, TextListener
from contracts.errors import ModelUnavailable
from contracts.json import JsonObject
from language.json_text import json_object

advised: ContextVar[ModelTurn] = ContextVar("advised_turn")


class DurableModel(BaseLlm):
    """A model in a turn. ADK sees only the final answer of each call."""

    model_config = ConfigDict(arbitrary_types_allowed=True)
    models: ModelChain

    async def answer(self, turn: ModelTurn, request: LlmRequest, canary: str = "") -> ModelAnswer:
        """Return the answer that was kept, or what the providers say now."""
        question = "\n".join(text_of(content) for content in request.contents)
        _name_provider(request, "batuta", self.model)
        answer = await turn.answer(question, partial(self.ask, request), canary)
        _name_provider(request, answer.provider, answer.model)
        return answer

    @abstractmethod
    async def ask(self, request: LlmRequest, hear: TextListener) -> ModelAnswer: ...

    async def stream(self, request: LlmRequest, hear: TextListener) -> ModelAnswer:
        """Ask the providers in order; pieces of text are heard as they come."""
        final: LlmResponse | None = None
        async with aclosing(self.models.stream(request, self.model)) as answers:
            async for answer in answers:
                if answer.partial:
                    await hear(text_of(answer.content))
                else:
                    final = answer
        by = answer_of(final) if final else None
        if final is None or by is None:
            raise ModelUnavailable("the model ended without an answer")
        if final.error_code and not (final.content and final.content.parts):
            raise ModelUnavailable(f"{by.provider} refused to answer ({final.error_code})")
        content = final.content or types.Content(parts=[])
        said: JsonObject = content.model_dump(mode="json", exclude_none=True)
        used = usage_of(final)
        counted = (used.input, used.output, used.cached)
        return ModelAnswer(said, by.provider, by.model, counted, by.cost_usd)


class AgentModel(DurableModel):
    """The model of a workflow's agent: within its budget, and in the conversation of the turn."""

    canary: str = ""

    @override
    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        here = current.get()
        here.check_money()
        answer = await self.answer(here.turn, llm_request, self.canary)
        _admit_undeclared(llm_request, answer)
        yield LlmResponse(content=types.Content.model_validate(answer.content), partial=False)

    @override
    async def ask(self, request: LlmRequest, hear: TextListener) -> ModelAnswer:
        turn = current.get().turn
        request.contents = _conversation(turn, request.contents)
        token = situation.set(turn.situation)
        try:
            return await self.stream(request, hear)
        finally:
            situation.reset(token)


class AdvisorModel(DurableModel):
    """The model of an advisor: only what its form has fields for is kept.

    The guard's agent, say, must not quote what is blocked.
    """

    form: type[BaseModel]

    @override
    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        answer = await self.answer(advised.get(), llm_request)
        yield LlmResponse(content=types.Content.model_validate(answer.content), partial=False)

    @override
    async def ask(self, request: LlmRequest, hear: TextListener) -> ModelAnswer:
        answer = await self.stream(request, hear)
        if answer.provider == "local":
            raise ModelUnavailable("no model is there to advise")
        told = self.form.model_validate_json(json_object(answer.text))
        part = {"text": told.model_dump_json(exclude_none=True)}
        return replace(answer, content={"role": "model", "parts": [part]})


def text_of(content: types.Content | None) -> str:
    parts = (content.parts if content else None) or []
    return "".join(p.text or "" for p in parts if not p.thought)


def _name_provider(request: LlmRequest, provider: str, model: str) -> None:
    """Say who is asked: from a tier's name, which is all it sees, ADK would conclude on Google."""
    request.model = f"{provider}/{model}"
    span = trace.get_current_span()
    if span.is_recording():
        span.set_attributes(model_attributes(provider, model))


def _conversation(turn: AgentTurn, own: list[types.Content]) -> list[types.Content]:
    """Put the earlier conversation in front of what this agent has done in this turn."""
    earlier = history.window(turn.history)
    if turn.message:
        return history.answered([*history.contents(earlier), *own])
    # The turn carries out a decision: its results belong to calls of earlier messages.
    before = history.decided(earlier, turn.results)
    if history.ends_with_results(before):  # no other word is needed
        own = own[1:]
    return history.answered([*before, *own])


def _admit_undeclared(request: LlmRequest, answer: ModelAnswer) -> None:
    """Let calls of tools that the agent does not have reach our executor, which refuses them."""
    given = frozenset(request.tools_dict)
    for call in answer.calls:
        name = str(call.get("name") or "")
        if name and name not in given:
            request.tools_dict[name] = UndeclaredTool(name, given)

"""A model call as a durable step, behind ADK's own seam."""

from __future__ import annotations

import base64
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any
from uuid import uuid5

from google.adk.models import BaseLlm
from google.adk.models.llm_request import LlmRequest
from google.adk.models.llm_response import LlmResponse
from google.genai import types
from typing_extensions import override

from agent.adk import history
from agent.adk.tools import UndeclaredTool
from agent.models.chain import answer_of, usage_of
from agent.path.check import check_arguments
from agent.path.output import LEAKED, gate_for
from agent.path.run import TurnRun, aside, current
from contracts.errors import BatutaError, IterationLimit, ModelUnavailable, Unsafe
from contracts.messages import Block, ModelUsage
from guardrails.gate import cleaned


class DurableModel(BaseLlm):
    """One agent's model: its text goes to the turn's log while it streams, its answer is kept.

    ADK sees only the final answer of each call; a call that an earlier attempt finished is not
    made again.
    """

    agent: str = ""
    canary: str = ""

    @override
    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        run = current.get()
        key = f"model/{self.agent}/{run.number(self.agent)}"
        kept = run.steps.get(key)
        try:
            if kept is None:
                kept = await self._ask(run, key, llm_request)
            else:
                _say_again(run, kept)
        except BatutaError as exc:
            run.stop = exc
            raise
        _note(run, kept)
        count_usage(run, self.agent, kept)
        _admit_strangers(llm_request, kept["content"])
        yield LlmResponse(content=types.Content.model_validate(kept["content"]), partial=False)

    async def _ask(self, run: TurnRun, key: str, request: LlmRequest) -> dict[str, Any]:
        run.model_calls += 1
        if run.model_calls > run.services.max_steps:
            raise IterationLimit(f"the turn has made {run.services.max_steps} model calls")
        if aside.get() is None:
            run.go_live()
        request.contents = self._conversation(run, request.contents)
        speech = _Speech(run, self.canary)
        final: LlmResponse | None = None
        async with aclosing(run.services.models.stream(request, self.model)) as answers:
            async for answer in answers:
                if answer.partial:
                    speech.add(text_of(answer.content))
                    if (
                        not run.log.spoken and aside.get() is None
                    ):  # the first words go out before more is read
                        await run.log.flush()
                else:
                    final = answer
        answered = answer_of(final) if final else None
        if final is None or answered is None:
            raise ModelUnavailable("the model ended without an answer")
        if final.error_code and not (final.content and final.content.parts):
            raise ModelUnavailable(f"{answered.provider} refused to answer ({final.error_code})")
        content = _checked(final.content, speech.end(text_of(final.content)), key, run)
        await _drop_blocked(run, content)
        if not _blocks(content) and not run.blocks:
            raise ModelUnavailable(f"{answered.provider} gave an empty answer")
        kept: dict[str, Any] = {
            "content": content,
            "provider": answered.provider,
            "model": answered.model,
            "usage": list(usage_of(final)),
            "cost_usd": answered.cost_usd,
        }
        run.steps[key] = kept
        run.log.emit(step=(key, kept))
        return kept

    def _conversation(self, run: TurnRun, own: list[types.Content]) -> list[types.Content]:
        """Put the earlier conversation in front of what this agent has done in this turn."""
        earlier = history.window(run.turn.history)
        if run.message:
            return history.answered([*history.contents(earlier), *own])
        # The turn carries out a decision: its results belong to calls of earlier messages.
        results = [b for b in run.blocks if b["type"] == "tool_result"]
        before = history.decided(earlier, results)
        if history.ends_with_results(before):  # no other word is needed
            own = own[1:]
        return history.answered([*before, *own])


def replay(run: TurnRun, agent: str, kept: dict[str, Any]) -> list[tuple[str, str]]:
    """Take up an answer of an earlier attempt without its agent; return the calls it made."""
    _say_again(run, kept)
    _note(run, kept)
    count_usage(run, agent, kept)
    return [(b["id"], b["name"]) for b in _blocks(kept["content"]) if b["type"] == "tool_use"]


def _note(run: TurnRun, kept: dict[str, Any]) -> None:
    """Put an answer into the turn's, or its words aside."""
    words = aside.get()
    for block in _blocks(kept["content"]):
        if words is not None and block["type"] == "text":
            words.append(block["text"])
        else:
            run.blocks.append(block)


def _say_again(run: TurnRun, kept: dict[str, Any]) -> None:
    if aside.get() is not None:
        return
    run.new_paragraph()
    run.say(text_of(kept["content"]))


def count_usage(run: TurnRun, agent: str, kept: dict[str, Any]) -> None:
    """Add what a finished call has used to the turn's account; of a replayed one, too."""
    used = kept["usage"]
    run.usage.append(
        ModelUsage(
            agent=agent,
            provider=kept["provider"],
            model=kept["model"],
            input=used[0],
            output=used[1],
            cached=used[2],
            cost_usd=kept["cost_usd"],
        )
    )


class _Speech:
    """One model call's text on its way through the gate into the turn."""

    def __init__(self, run: TurnRun, canary: str) -> None:
        self._run = run
        self._gate = gate_for(run, canary)
        self._aside = aside.get() is not None
        self._said = ""

    def add(self, piece: str) -> None:
        """Let a piece through the gate and say what comes out."""
        self._say(self._gate.feed(piece))

    def end(self, whole: str) -> str:
        """Say what is left and return all that was said; a provider may send all of it last."""
        if not self._said:
            self.add(whole.removeprefix(self._gate.held))
        self._say(self._gate.close())
        return self._said

    def _say(self, piece: str) -> None:
        if piece and not self._said and not self._aside:
            self._run.new_paragraph()
        self._said += piece
        if not self._aside:
            self._run.say(piece)
        if self._gate.leaked:
            raise Unsafe(LEAKED[self._run.language])


Stored = dict[str, Any]  # a content or a part as kept JSON


def text_of(content: types.Content | Stored | None) -> str:
    """Return the visible text of a content, given as an object or as stored JSON."""
    if content is None:
        return ""
    if isinstance(content, types.Content):
        return "".join(p.text or "" for p in content.parts or [] if not p.thought)
    parts: list[Stored] = content["parts"]
    return "".join(p.get("text") or "" for p in parts if not p.get("thought"))


def _checked(content: types.Content | None, text: str, key: str, run: TurnRun) -> dict[str, Any]:
    """Return the answer as it may be kept: its text as the gate let it out, its calls named.

    Call ids are derived from the step, so that a replay finds the calls it knows.
    """
    step = uuid5(run.turn.id, key).hex[:20]
    stored: dict[str, Any] = (
        content.model_dump(mode="json", exclude_none=True) if content else {"parts": []}
    )
    parts: list[dict[str, Any]] = []
    written = False
    given: list[Stored] = stored.get("parts") or []
    for part in given:
        if "function_call" in part:
            part["function_call"]["id"] = f"call_{step}_{len(parts)}"
            part["function_call"]["args"] = cleaned(part["function_call"].get("args") or {})
        elif "text" in part and not part.get("thought"):
            if written:
                continue
            written = True
            if not text:
                continue
            part["text"] = text
        parts.append(part)
    if text and not written:
        parts.insert(0, {"text": text})
    return {"role": "model", "parts": parts}


async def _drop_blocked(run: TurnRun, content: Stored) -> None:
    """Take out arguments that the guards block: the call itself is refused when its turn comes."""
    for part in content["parts"]:
        call: Stored | None = part.get("function_call")
        if call and not await check_arguments(run, call["name"], call["id"], call["args"]):
            call["args"] = {}


def _admit_strangers(request: LlmRequest, content: Stored) -> None:
    """Let calls of tools that the agent does not have reach our executor, which refuses them."""
    given = frozenset(request.tools_dict)
    for part in content["parts"]:
        call: Stored = part.get("function_call") or {}
        name = str(call.get("name") or "")
        if name and name not in given:
            request.tools_dict[name] = UndeclaredTool(name, given)


def _blocks(content: dict[str, Any]) -> list[Block]:
    """Write an answer as the blocks that are stored with the message."""
    blocks: list[Block] = []
    for part in content["parts"]:
        if call := part.get("function_call"):
            block: Block = {
                "type": "tool_use",
                "id": call["id"],
                "name": call["name"],
                "args": call["args"],
            }
            if signature := part.get("thought_signature"):
                block["signature"] = base64.b64encode(base64.urlsafe_b64decode(signature)).decode()
            blocks.append(block)
        elif part.get("text") and not part.get("thought"):
            blocks.append({"type": "text", "text": part["text"]})
    return blocks

"""One answer of a model as it is kept: its content in the JSON of `google.genai`, and its price."""

from __future__ import annotations

import base64
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TypedDict

from contracts.blocks import Block, ToolUseBlock
from contracts.json import JsonMapping, JsonObject
from contracts.messages import ModelUsage
from guardrails.gate import cleaned

ContentJson = JsonObject  # {"role", "parts"}
PartJson = JsonObject


class ModelCall(TypedDict):
    """A tool call that a model wants, as the turn knows it."""

    id: str
    name: str
    args: JsonObject


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """What a model has said and wants to call, who it was, and what it has used."""

    content: ContentJson
    provider: str
    model: str
    usage: tuple[int, int, int]  # input, output, cached
    cost_usd: float | None

    @classmethod
    def read(cls, kept: JsonMapping) -> ModelAnswer:
        """Make it again of what was kept; an advisor's used to be kept as its text alone."""
        content = kept.get("content") or {"role": "model", "parts": [{"text": kept["text"]}]}
        used = kept["usage"]
        return cls(
            content, kept["provider"], kept["model"], (used[0], used[1], used[2]), kept["cost_usd"]
        )

    @property
    def text(self) -> str:
        """Return what is meant to be read."""
        return "".join(p.get("text") or "" for p in self._parts if not p.get("thought"))

    @property
    def calls(self) -> list[ModelCall]:
        """Return the tool calls."""
        return [p["function_call"] for p in self._parts if p.get("function_call")]

    @property
    def _parts(self) -> list[PartJson]:
        return self.content.get("parts") or []

    def as_said(self, text: str, call: str) -> ModelAnswer:
        """Return it as it may be kept: its text as the gate let it out, its calls named.

        Call ids are derived from the step, so that a replay finds the calls it knows.
        """
        parts: list[PartJson] = []
        written = False
        for part in self._parts:
            if "function_call" in part:
                wanted = part["function_call"]
                args = cleaned(wanted.get("args") or {})
                named = wanted | {"id": f"{call}_{len(parts)}", "args": args}
                parts.append(part | {"function_call": named})
            elif "text" not in part or part.get("thought"):
                parts.append(part)
            elif not written:
                written = True
                parts += [part | {"text": text}] if text else []
        if text and not written:
            parts.insert(0, {"text": text})
        return replace(self, content={"role": "model", "parts": parts})

    def without_arguments(self, calls: Collection[str]) -> ModelAnswer:
        """Return it with nothing left of what it wanted to give to these calls."""

        def emptied(part: PartJson) -> PartJson:
            call = part.get("function_call")
            if not call or call["id"] not in calls:
                return part
            return part | {"function_call": call | {"args": {}}}

        return replace(self, content=self.content | {"parts": [*map(emptied, self._parts)]})

    def blocks(self) -> list[Block]:
        """Write it as the blocks that are stored with the message."""
        blocks: list[Block] = []
        for part in self._parts:
            if call := part.get("function_call"):
                block: ToolUseBlock = {
                    "type": "tool_use",
                    "id": call["id"],
                    "name": call["name"],
                    "args": call["args"],
                }
                if signature := part.get("thought_signature"):
                    sealed = base64.b64encode(base64.urlsafe_b64decode(signature)).decode()
                    block["signature"] = sealed
                blocks.append(block)
            elif part.get("text") and not part.get("thought"):
                blocks.append({"type": "text", "text": part["text"]})
        return blocks

    def used_by(self, agent: str) -> ModelUsage:
        """Return what it has used as the turn's account takes it."""
        given, taken, cached = self.usage
        return ModelUsage(agent, self.provider, self.model, given, taken, cached, self.cost_usd)

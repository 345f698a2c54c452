"""Our tools as ADK sees them: a schema, and a call that goes through the turn's own executor."""

from __future__ import annotations

from typing import Any, cast

from google.adk.tools import BaseTool, ToolContext
from google.genai import types
from typing_extensions import override

from agent.adk.context import current
from contracts.json import JsonObject
from tools import Tool

PENDING: JsonObject = {"status": "waiting", "note": "a person has been asked"}


class CatalogTool(BaseTool):
    """One tool of the registry, given to one agent."""

    def __init__(self, tool: Tool, agent_tools: frozenset[str]) -> None:
        super().__init__(name=tool.name, description=tool.description)
        self.phrases = tool.phrases  # the built-in model reads them off the request's tools
        self._agent_tools = agent_tools
        self._declared = types.FunctionDeclaration(
            name=tool.name, description=tool.description, parameters_json_schema=tool.schema
        )

    @override
    def _get_declaration(self) -> types.FunctionDeclaration:
        return self._declared

    @override
    async def run_async(self, *, args: JsonObject, tool_context: ToolContext) -> Any:
        call = tool_context.function_call_id
        if call is None:  # every kept answer names its calls
            raise RuntimeError("a tool call without an id")
        result = await current.get().turn.call_tool(self.name, args, call, self._agent_tools)
        if result is None:  # a person decides, or the turn stops: no further model call now
            tool_context.actions.skip_summarization = True
            return PENDING
        return result


class UndeclaredTool(CatalogTool):
    """Stands in for a tool that the model named and was not given: the executor refuses it."""

    def __init__(self, name: str, agent_tools: frozenset[str]) -> None:
        BaseTool.__init__(self, name=name, description=name)
        self._agent_tools = agent_tools


class CascadeTool(CatalogTool):
    """A tool of a cascade: refused until every tool before it has been tried and found nothing."""

    def __init__(self, tool: Tool, agent_tools: frozenset[str], earlier: tuple[str, ...]) -> None:
        super().__init__(tool, agent_tools)
        self._earlier = earlier

    @override
    async def run_async(self, *, args: JsonObject, tool_context: ToolContext) -> Any:
        found = current.get().found
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
    value: Any = cast("JsonObject", result).get("result")
    held = list(cast("JsonObject", value).values()) if isinstance(value, dict) else [value]
    return any(v not in (None, "", [], {}, 0, False) for v in held)

"""Our tools as ADK sees them: a schema, and a call that goes through the turn's own executor."""

from __future__ import annotations

from typing import Any

from google.adk.tools import BaseTool, ToolContext
from google.genai import types
from typing_extensions import override

from agent.path.run import aside, current
from agent.path.tool_call import PENDING, ToolCall
from tools import Tool


class CatalogTool(BaseTool):
    """One tool of the registry, given to one agent."""

    def __init__(self, tool: Tool, agent_tools: frozenset[str]) -> None:
        super().__init__(name=tool.name, description=tool.description)
        self._agent_tools = agent_tools
        self._declared = types.FunctionDeclaration(
            name=tool.name, description=tool.description, parameters_json_schema=tool.schema
        )

    @override
    def _get_declaration(self) -> types.FunctionDeclaration:
        return self._declared

    @override
    async def run_async(self, *, args: dict[str, Any], tool_context: ToolContext) -> Any:
        call = tool_context.function_call_id
        if call is None:  # DurableModel names every call
            raise RuntimeError("a tool call without an id")
        alone = aside.get() is None
        work = ToolCall(current.get(), self.name, args, call, self._agent_tools, may_ask=alone)
        result = await work.execute()
        if result is None:  # a person decides, or the turn stops: no further model call now
            tool_context.actions.skip_summarization = True
            return PENDING
        return result


class UndeclaredTool(CatalogTool):
    """Stands in for a tool that the model named and was not given: the executor refuses it."""

    def __init__(self, name: str, agent_tools: frozenset[str]) -> None:
        BaseTool.__init__(self, name=name, description=name)
        self._agent_tools = agent_tools

"""The MCP servers of a project, as a worker holds them."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

from agent.serving.project_folder import read_folder
from agent.serving.project_settings import manifest_of
from guardrails.gate import without_credentials
from guardrails.guard import Guards
from server.settings import Settings, variables_named
from tools import Tool

if TYPE_CHECKING:
    from tools.mcp.servers import McpServers


class GuardedWords:
    """Has the guards read what servers say of their tools, as they read tools' results."""

    def __init__(self, guards: Guards) -> None:
        self._guards = guards

    def refuses(self, text: str) -> bool:
        """Tell whether a text tries to give orders."""
        return self._guards.check(text, "tool_result").decision == "block"

    def cleaned(self, text: str) -> str:
        """Return a text without credentials, hidden characters and the like."""
        return self._guards.rewritten(without_credentials(text), "tool_result")


async def open_servers(
    settings: Settings, tools: dict[str, Tool], guards: Guards
) -> McpServers | None:
    """Hold the connections that the project names; what they bring is added to the tools."""
    project = settings.project
    wanted = manifest_of(project).mcp
    if project is None or not wanted:
        return None
    # Only who has servers needs the code for them.
    from tools.mcp.seen import SeenTools
    from tools.mcp.servers import McpServers

    seen = SeenTools(settings.home, project)
    servers = McpServers(tools, seen, GuardedWords(guards), named=named_tools(project))
    variables = variables_named(name for server in wanted for name in server.variables)
    await servers.open(wanted, variables, project.resolve())
    return servers


def bare_tools(settings: Settings) -> dict[str, Tool]:
    """Return the tools of a project's servers without reaching any: a start goes by them.

    What a workflow names is taken for one: a server that has changed must not stop a start.
    """
    project = settings.project
    wanted = manifest_of(project).mcp if project and project.is_dir() else []
    if project is None or not wanted:
        return {}
    from tools.mcp.listed import unseen
    from tools.mcp.seen import SeenTools

    seen = SeenTools(settings.home, project)
    return {
        name: unseen(server, name, lambda: "no MCP server is reached here")
        for server in wanted
        for name in {*seen.names(server, ()), *server.of_it(named_tools(project))}
    }


def named_tools(project: Path) -> Collection[str]:
    """Return the tools that a project's workflows name."""
    workflows = read_folder(project).workflows.values()
    return {tool for workflow in workflows for _, tool in workflow.named_tools()}

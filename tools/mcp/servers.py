"""All MCP servers of a project: their tools come and go, and never stop a start."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from contracts.json import JsonObject
from contracts.mcp import McpServer
from tools.mcp.link import McpLink
from tools.mcp.listed import McpListing, WordReader, tools_of, unseen
from tools.mcp.seen import SeenTools
from tools.tool import Tool

logger = logging.getLogger(__name__)
START_SECONDS = 5.0  # that a start waits for servers; who is later is taken up when it comes


@dataclass(frozen=True, slots=True)
class McpStatus:
    """What is known of one server."""

    name: str
    up: bool
    problem: str
    tail: str
    tools: Sequence[str]
    left_out: Mapping[str, str]


@dataclass(slots=True)
class McpServers:
    """The servers of a project; `tools` is the worker's own mapping, which they add to."""

    tools: dict[str, Tool]
    seen: SeenTools
    read: WordReader
    changed: Callable[[], None] = lambda: None
    named: Collection[str] = ()  # tools that workflows name
    _links: list[McpLink] = field(default_factory=list[McpLink])
    _tasks: list[asyncio.Task[None]] = field(default_factory=list[asyncio.Task[None]])
    _listings: dict[str, McpListing] = field(default_factory=dict[str, McpListing])
    _placed: dict[str, dict[str, Tool]] = field(default_factory=dict[str, dict[str, Tool]])
    _lists: dict[str, list[JsonObject]] = field(default_factory=dict[str, list[JsonObject]])

    async def open(
        self,
        servers: Sequence[McpServer],
        variables: Mapping[str, str],
        folder: Path,
    ) -> None:
        """Begin to hold the connections; waits a moment for those that are there.

        Until a server has come, its tools are those that were last seen, or bare names that the
        workflows have: a call of one says that the server is away.
        """
        for server in servers:
            link = McpLink(server, variables, folder, self._taker(server))
            self._links.append(link)
            self._adopt(link, await self._known(link))
        self._tasks = [
            asyncio.create_task(link.run(), name=f"mcp {link.server.name}") for link in self._links
        ]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(START_SECONDS):
                await asyncio.gather(*(link.tried.wait() for link in self._links))

    async def close(self) -> None:
        """Let the servers go; those that we have started end."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    def status(self) -> list[McpStatus]:
        """Tell of every server what is known now."""
        found: list[McpStatus] = []
        for link in self._links:
            listing = self._listings.get(link.server.name, McpListing())
            found.append(
                McpStatus(
                    name=link.server.name,
                    up=link.up,
                    problem=link.problem,
                    tail="" if link.up else link.tail,
                    tools=sorted(listing.tools),
                    left_out=listing.left_out,
                )
            )
        return found

    async def _known(self, link: McpLink) -> McpListing:
        listed = self.seen.of(link.server.name) or []
        return await asyncio.to_thread(tools_of, link.server, listed, link.call, self.read)

    def _taker(self, server: McpServer) -> Callable[[list[JsonObject]], Any]:
        async def take(listed: list[JsonObject]) -> None:
            if listed == self._lists.get(server.name):
                return
            link = next(each for each in self._links if each.server is server)
            made = await asyncio.to_thread(tools_of, server, listed, link.call, self.read)
            self._lists[server.name] = listed
            self._adopt(link, made)
            await asyncio.to_thread(self.seen.keep, server.name, listed)
            self.changed()

        return take

    def _adopt(self, link: McpLink, made: McpListing) -> None:
        """Put a server's tools in the place of those that it had; names of others stay theirs.

        What a workflow names and the server does not have stays a tool that says so.
        """
        server = link.server
        for name in self._placed.pop(server.name, {}):
            del self.tools[name]
        for name in [name for name in made.tools if name in self.tools]:
            del made.tools[name]
            made.left_out[name] = "there is another tool of this name; set another `prefix`"
        missing = [n for n in server.of_it(self.named) if n not in {*made.tools, *self.tools}]
        bare = {name: unseen(server, name, partial(_why, link, made, name)) for name in missing}
        self._placed[server.name] = {**made.tools, **bare}
        self.tools.update(self._placed[server.name])
        self._listings[server.name] = made
        for own, why in made.left_out.items():
            facts = {"server": server.name, "tool": own[:80], "why": why[:200]}
            logger.warning("a tool of an MCP server is left out", extra=facts)


def _why(link: McpLink, made: McpListing, name: str) -> str:
    """Say why a tool that a workflow names cannot be called."""
    if not link.up:
        return link.wanted()
    own = {link.server.name_of(tool): why for tool, why in made.left_out.items()}
    return f"the MCP server '{link.server.name}' has no '{name}' that may be used now" + (
        f": {own[name]}" if name in own else ""
    )

"""The connection to one MCP server: made, watched, and made again when it breaks."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import random
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from contracts.errors import BatutaError, ToolFailed, Unavailable
from contracts.json import JsonObject
from contracts.mcp import McpServer
from tools.mcp.http import http_transport
from tools.mcp.results import result_of
from tools.mcp.stdio import McpProgram, stdio_transport
from tools.tool import ToolContext

if TYPE_CHECKING:
    from mcp.client.client import Client

logger = logging.getLogger(__name__)
CONNECT_SECONDS = 20.0
LOOK_SECONDS = 30.0  # between two looks at a server that seems well
LIST_SECONDS = 15.0
WAIT_SECONDS = 10.0
WELL_SECONDS = 5.0  # who was there for so long is tried again at once
FIRST_PAUSE, LEAST_PAUSE, LONGEST_PAUSE = 0.5, 2.0, 60.0
_MOST_PAGES = 20
_KEPT = ("name", "title", "description", "inputSchema", "annotations")
_BROKEN = (
    "the connection to '{}' broke during the call, or its answer was too large;"
    " it may or may not have taken effect"
)

TakeList = Callable[[list[JsonObject]], Awaitable[None]]


class McpLink:
    """One server as a worker knows it; its task owns the connection from beginning to end."""

    def __init__(
        self, server: McpServer, variables: Mapping[str, str], folder: Path, take: TakeList
    ) -> None:
        self.server = server
        self.problem = "it was not reached yet"
        self.tail = ""  # what its program wrote last, for operators' eyes
        self.tried = asyncio.Event()  # whether it is there is known now
        self._variables = variables
        self._folder = folder
        self._take = take
        self._client: Client | None = None
        self._came = asyncio.Event()
        self._sought = asyncio.Event()
        self._broke_at = -LONGEST_PAUSE
        self._look = asyncio.Event()
        self._mode = "legacy"  # with a handshake: what nearly all servers speak

    @property
    def up(self) -> bool:
        """Tell whether the server can be called."""
        return self._client is not None

    def wanted(self) -> str:
        """Say why a server that is wanted is away; it is looked for again before its time."""
        self._sought.set()
        return (
            f"the MCP server '{self.server.name}' cannot be reached now ({self.problem});"
            " tell the person, and try again later"
        )

    async def run(self) -> None:
        """Hold the connection until cancelled."""
        pause = FIRST_PAUSE
        while True:
            began = self._clock()
            try:
                await self._hold()
            except Exception as exc:  # a server may fail in any way it likes
                if (task := asyncio.current_task()) and task.cancelling():
                    raise asyncio.CancelledError from exc
                self.problem = _reason(exc)
                if not self._came.is_set():  # perhaps it only speaks the protocol without one
                    self._mode = "auto" if self._mode == "legacy" else "legacy"
                logger.warning("an MCP server is away", extra={"server": self.server.name})
            finally:
                if self._client is not None:
                    self._broke_at = self._clock()
                self._client = None
                self._came.clear()
                self.tried.set()
            if self._clock() - began > WELL_SECONDS:
                pause = FIRST_PAUSE
            await self._rest(pause * random.uniform(0.8, 1.2))
            pause = min(pause * 2, LONGEST_PAUSE)

    async def call(self, tool: str, args: JsonObject, ctx: ToolContext) -> Any:
        """Call a tool of the server; its progress is the call's, and so is its cancellation."""
        client = self._client or await self._again()
        if client is None:
            raise ToolFailed(self.wanted())
        import mcp_types as types
        from mcp.shared.exceptions import MCPError

        async def told(progress: float, total: float | None, message: str | None) -> None:
            ctx.progress(progress / total if total else None, message or "")

        wanted = types.CallToolRequest(
            params=types.CallToolRequestParams(name=tool, arguments=args)
        )
        try:
            # Not by the SDK's own call: that holds results against the server's schema, unbounded.
            given = await client.session.send_request(
                wanted, types.CallToolResult, progress_callback=told
            )
        except MCPError as exc:
            if exc.error.code == types.CONNECTION_CLOSED:
                self._look.set()
                raise self._lost() from None
            raise ToolFailed(f"{self.server.name} refused the call: {exc.error.message}") from None
        except ValueError:
            raise ToolFailed(f"{self.server.name} answered with what is no result") from None
        dump = partial(given.model_dump, mode="json", by_alias=True, exclude_none=True)
        return result_of(await asyncio.to_thread(dump))

    async def _again(self) -> Client | None:
        """Wait a little for a server that has just broken: it comes again soon."""
        if self._clock() - self._broke_at < LONGEST_PAUSE:
            self._sought.set()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(WAIT_SECONDS):
                    await self._came.wait()
        return self._client

    async def _rest(self, pause: float) -> None:
        """Pause before the next try; who is sought is tried sooner."""
        least = min(pause, LEAST_PAUSE)
        await asyncio.sleep(least)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(pause - least):
                await self._sought.wait()
        self._sought.clear()

    def _clock(self) -> float:
        return asyncio.get_running_loop().time()

    def _lost(self) -> BatutaError:
        return Unavailable(_BROKEN.format(self.server.name))

    async def _hold(self) -> None:
        missing = [name for name in self.server.variables if name not in self._variables]
        if missing:
            raise ToolFailed(f"the variable {missing[0]} is not set")
        # Its import takes a second of processor time.
        sdk = await asyncio.to_thread(importlib.import_module, "mcp.client.client")
        program = self._program()
        try:
            async with contextlib.AsyncExitStack() as stack:
                made: Client = sdk.Client(
                    self._transport(program),
                    mode=self._mode,
                    cache=None,
                    message_handler=self._heard,
                )
                async with asyncio.timeout(CONNECT_SECONDS):
                    client = await stack.enter_async_context(made)
                await self._refresh(client)
                self._client, self.problem, self.tail = client, "", ""
                self._came.set()
                self.tried.set()
                logger.info("an MCP server is there", extra={"server": self.server.name})
                await self._watch(client)
        finally:
            if program:
                self.tail = program.tail.decode(errors="replace").strip()[-300:]

    async def _watch(self, client: Client) -> None:
        """Look at the server now and then, and as soon as there is a reason to."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._look.wait()
            self._look.clear()
            await self._refresh(client)

    async def _refresh(self, client: Client) -> None:
        """Read the list of its tools: that tells what has changed, and that it is well."""
        listed: list[JsonObject] = []
        cursor: str | None = None
        async with asyncio.timeout(LIST_SECONDS):
            for _ in range(_MOST_PAGES):
                page = await client.list_tools(cursor=cursor)
                for tool in page.tools:
                    told = tool.model_dump(mode="json", by_alias=True, exclude_none=True)
                    listed.append({key: told[key] for key in _KEPT if key in told})
                cursor = page.next_cursor
                if cursor is None:
                    break
        await self._take(listed)

    async def _heard(self, message: Any) -> None:
        """Look at once when the server says that its tools have changed."""
        if getattr(message, "method", "") == "notifications/tools/list_changed":
            self._look.set()

    def _program(self) -> McpProgram | None:
        server = self.server
        if server.command is None:
            return None
        seen = {name: self._variables[name] for name in server.env}
        return McpProgram(server.command, server.args, seen, self._folder)

    def _transport(self, program: McpProgram | None) -> Any:
        if program is not None:
            return stdio_transport(program)
        headers = {key: self._variables[name] for key, name in self.server.headers.items()}
        return http_transport(str(self.server.url), headers)


def _reason(exc: BaseException) -> str:
    """Say in a few words why a server is away; of several failures the first one."""
    if isinstance(exc, BaseExceptionGroup):
        several = cast("BaseExceptionGroup[BaseException]", exc)
        return _reason(several.exceptions[0])
    if isinstance(exc, BatutaError):
        return exc.message
    if isinstance(exc, TimeoutError):
        return "it did not answer in time"
    return f"{type(exc).__name__}: {str(exc)[:200]}"

"""An MCP server as a child process: its lines are bounded, its environment is what was named.

The SDK's own way to start one reads lines of any length on the event loop, and hands variables on.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import os
import shutil
import signal
import sys
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import anyio

from contracts.errors import ToolFailed

if TYPE_CHECKING:
    from mcp.client._transport import TransportStreams

P = TypeVar("P")
MOST_MESSAGE = 512 * 1024  # bytes of one message: much of its reading is on the event loop
_BRIEF = 16 * 1024
_PATIENCE = 2.0  # seconds to leave by itself, and again after it was asked to
_MOST_TAIL = 2_000
_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG


@dataclass(slots=True)
class McpProgram:
    """What is started, and the end of what it wrote to its standard error."""

    command: str
    args: Sequence[str]
    variables: Mapping[str, str]
    folder: Path
    tail: bytearray = field(default_factory=bytearray)

    @property
    def environment(self) -> dict[str, str]:
        """Return all that the program may see of the environment."""
        return {"PATH": os.defpath, "LANG": "C.UTF-8", **self.variables}

    def found(self) -> str:
        """Return the program's file: a path of the project, or what lies on the PATH."""
        if "/" in self.command:
            return str(self.folder.absolute() / self.command)
        found = shutil.which(self.command, path=self.environment["PATH"])
        if found is None:
            raise ToolFailed(f"there is no program '{self.command}'; write its path, or name PATH")
        return found


@contextlib.asynccontextmanager
async def stdio_transport(program: McpProgram) -> AsyncGenerator[TransportStreams]:
    """Start a server and exchange its lines; it ends with this block, and all that it started."""
    process = await _started(program)
    # Handed over one by one: who does not read is not written to.
    to_session, from_server = anyio.create_memory_object_stream[Any](0)
    to_server, from_session = anyio.create_memory_object_stream[Any](0)
    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_read_lines, process, to_session)
            tasks.start_soon(_write_lines, process, from_session)
            tasks.start_soon(_keep_tail, process, program.tail)
            try:
                yield from_server, to_server
            finally:
                tasks.cancel_scope.cancel()
    finally:
        with anyio.CancelScope(shield=True):
            await _ended(process)
        for stream in (to_session, from_server, to_server, from_session):
            stream.close()


async def _started(program: McpProgram) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        program.found(),
        *program.args,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=program.environment,
        cwd=program.folder,
        limit=MOST_MESSAGE,
        start_new_session=True,
        preexec_fn=_die_with_parent if sys.platform == "linux" else None,
    )


def _pipe(end: P | None) -> P:
    if end is None:
        raise RuntimeError("a program is started with pipes")
    return end


_libc = ctypes.CDLL(None)


def _die_with_parent() -> None:
    """Let the kernel end the child when its worker is gone, however that came."""
    _libc.prctl(_DEATH_SIGNAL, signal.SIGKILL)


async def _read_lines(process: asyncio.subprocess.Process, session: Any) -> None:
    from mcp.shared.message import SessionMessage
    from mcp_types import jsonrpc_message_adapter

    async with session:
        with contextlib.suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
            while line := await _line(_pipe(process.stdout)):
                read = partial(jsonrpc_message_adapter.validate_json, line, by_name=False)
                try:
                    message = read() if len(line) <= _BRIEF else await asyncio.to_thread(read)
                except ValueError:
                    continue  # what is no message is nobody's
                await session.send(SessionMessage(message))


async def _line(stream: asyncio.StreamReader) -> bytes:
    """Return the next line; none at the end, nor where one is too long to be read."""
    try:
        return await stream.readline()
    except ValueError:
        return b""


async def _write_lines(process: asyncio.subprocess.Process, session: Any) -> None:
    stdin = _pipe(process.stdin)
    async with session:
        with contextlib.suppress(OSError):
            async for message in session:
                line = message.message.model_dump_json(by_alias=True, exclude_unset=True)
                stdin.write(line.encode() + b"\n")
                await stdin.drain()


async def _keep_tail(process: asyncio.subprocess.Process, tail: bytearray) -> None:
    stderr = _pipe(process.stderr)
    while piece := await stderr.read(4096):
        tail += piece
        del tail[:-_MOST_TAIL]


async def _ended(process: asyncio.subprocess.Process) -> None:
    """Let the program leave, ask it to, and end it with all that it has started."""
    _pipe(process.stdin).close()
    for number in (None, signal.SIGTERM, signal.SIGKILL):
        if number is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, number)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                await process.wait()
            break
    with contextlib.suppress(ProcessLookupError, PermissionError):  # what it has left behind
        os.killpg(process.pid, signal.SIGKILL)
    # Nothing public lets go of pipes that were not read to their end.
    transport: Any = getattr(process, "_transport", None)
    if transport is not None:
        transport.close()

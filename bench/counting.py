"""A proxy in front of PostgreSQL that counts what a client waits for: Query and Sync messages."""

from __future__ import annotations

import asyncio
import struct
from collections import Counter
from types import TracebackType
from typing import Self
from urllib.parse import parse_qs, unquote, urlsplit

PLAIN_REQUESTS = (80877103, 80877104)  # SSL, GSS: asked before the start-up packet


class CountingProxy:
    """Listens on a port of its own and passes everything on to the database's socket."""

    def __init__(self, dsn: str) -> None:
        self._socket = unquote(parse_qs(urlsplit(dsn).query)["host"][0]) + "/.s.PGSQL.5432"
        self._database = urlsplit(dsn).path
        self._tasks: set[asyncio.Task[None]] = set()
        self.messages: Counter[str] = Counter()

    @property
    def round_trips(self) -> int:
        """Return how often a client has asked and had to wait so far."""
        return self.messages["Q"] + self.messages["S"]

    @property
    def dsn(self) -> str:
        """Return the address to give to the server that is to be counted."""
        return f"postgresql://postgres@127.0.0.1:{self._port}{self._database}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._pass, "127.0.0.1", 0)
        self._port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, at: TracebackType | None
    ) -> None:
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        inner, outer = await asyncio.open_unix_connection(self._socket)
        back = asyncio.create_task(_copy(inner, writer))
        try:
            await self._forward(reader, outer)
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass
        finally:
            back.cancel()
            await asyncio.wait([back])
            outer.close()
            writer.close()

    async def _forward(self, reader: asyncio.StreamReader, outer: asyncio.StreamWriter) -> None:
        starting = True
        while starting:
            size, code = struct.unpack("!II", await reader.readexactly(8))
            outer.write(struct.pack("!II", size, code) + await reader.readexactly(size - 8))
            starting = code in PLAIN_REQUESTS
        while True:
            head = await reader.readexactly(5)
            body = await reader.readexactly(struct.unpack("!I", head[1:])[0] - 4)
            self.messages[chr(head[0])] += 1
            outer.write(head + body)


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65_536):
        writer.write(data)
    writer.close()

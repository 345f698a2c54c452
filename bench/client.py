"""The load client: its own process, raw HTTP/1.1, so that what is measured is the server.

It reads one job as JSON from standard input and writes what it saw as JSON to standard output:
for each request the milliseconds to the first text and to the end, or that its answer was wrong.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import deque
from typing import TypedDict, cast

import orjson
import uvloop

FIRST, LAST, END = b"w1", b"w40", b"\r\n0\r\n\r\n"


class Job(TypedDict):
    """What to send: whole requests, over so many connections at a time."""

    port: int
    concurrency: int
    requests: list[str]


class LoadResult(TypedDict):
    """What came back: milliseconds, and the start of the first wrong answer."""

    first_ms: list[float]
    whole_ms: list[float]
    seconds: float
    wrong: int
    example: str


class _LoadConnection(asyncio.Protocol):
    """Sends one request after the other until none is left."""

    def __init__(
        self, waiting: deque[bytes], seen: LoadResult, ended: asyncio.Future[None]
    ) -> None:
        self._waiting = waiting
        self._seen = seen
        self._ended = ended
        self._got = bytearray()
        self._began = self._first = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._next()

    def _next(self) -> None:
        if not self._waiting:
            self._transport.close()
            return
        self._got.clear()
        self._first = 0.0
        request = self._waiting.popleft()
        self._began = time.perf_counter()
        self._transport.write(request)

    def data_received(self, data: bytes) -> None:
        self._got += data
        if not self._first and FIRST in self._got:
            self._first = time.perf_counter()
        if self._got.endswith(END) or not self._got.startswith(b"HTTP/1.1 200"):
            self._note()
            self._next()

    def _note(self) -> None:
        now = time.perf_counter()
        if self._first and LAST in self._got and self._got.startswith(b"HTTP/1.1 200"):
            self._seen["first_ms"].append((self._first - self._began) * 1000)
            self._seen["whole_ms"].append((now - self._began) * 1000)
        else:
            self._seen["wrong"] += 1
            self._seen["example"] = bytes(self._got[:2000]).decode(errors="replace")

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._ended.done():
            self._ended.set_result(None)


async def run(job: Job) -> LoadResult:
    """Send a job's requests and time their answers."""
    loop = asyncio.get_running_loop()
    waiting = deque(r.encode() for r in job["requests"])
    seen: LoadResult = {"first_ms": [], "whole_ms": [], "seconds": 0, "wrong": 0, "example": ""}
    total, began = len(waiting), time.perf_counter()
    ends: list[asyncio.Future[None]] = []
    for _ in range(min(job["concurrency"], total)):
        ended = loop.create_future()
        ends.append(ended)
        await loop.create_connection(
            lambda ended=ended: _LoadConnection(waiting, seen, ended), "127.0.0.1", job["port"]
        )
    await asyncio.gather(*ends)
    seen["seconds"] = time.perf_counter() - began
    seen["wrong"] += total - seen["wrong"] - len(seen["first_ms"])
    return seen


if __name__ == "__main__":
    given = cast(Job, orjson.loads(sys.stdin.buffer.read()))
    sys.stdout.buffer.write(orjson.dumps(uvloop.run(run(given))))

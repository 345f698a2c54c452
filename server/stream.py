"""Sends a turn's events as NDJSON or SSE: the same stored lines, two framings."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from contracts.json import JsonObject
from contracts.messages import Caller
from server.limits.live_streams import LiveStreams
from store.turns import EventLine

logger = logging.getLogger(__name__)
EncodeLines = Callable[[list[EventLine]], bytes]


def wants_sse(request: Request) -> bool:
    """Tell whether the client asked for server-sent events."""
    return "text/event-stream" in request.headers.get("accept", "")


def _ndjson(lines: list[EventLine]) -> bytes:
    return b"".join(line.data + b"\n" for line in lines)


def _sse(lines: list[EventLine]) -> bytes:
    return b"".join(
        b"id: %s:%d\ndata: %s\n\n" % (line.turn.encode(), line.seq, line.data) for line in lines
    )


class EventStream(Response):
    """An ASGI response that follows turns; losing it changes nothing for them."""

    def __init__(
        self,
        events: AsyncGenerator[list[EventLine]],
        reader: Caller,
        live: LiveStreams,
        *,
        sse: bool,
        heartbeat: float,
        slow_reader: float,
        headers: dict[str, str],
    ) -> None:  # of Response only the interface is used: its body is known from the start
        self._events = events
        self._encode: EncodeLines = _sse if sse else _ndjson
        self._opening = b"retry: 1000\n\n" if sse else b""
        self._heartbeat_bytes = b": \n\n" if sse else b"\n"
        self._heartbeat = heartbeat
        self._slow_reader = slow_reader
        self._reader = reader
        self._live = live
        self._sent = time.monotonic()
        kind = "text/event-stream; charset=utf-8" if sse else "application/x-ndjson"
        given = {
            "content-type": kind,
            "cache-control": "no-cache",
            "x-accel-buffering": "no",
        } | headers
        self.status_code = 200
        self.body = b""
        self.background = None
        self.raw_headers = [(k.encode(), v.encode()) for k, v in given.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream until it ends, its reader goes, or is told to."""
        with self._live.opened(self._reader) as place:
            await self._send_all(place.told_to_go, receive, send)

    async def _send_all(self, told_to_go: asyncio.Event, receive: Receive, send: Send) -> None:
        start: JsonObject = {
            "type": "http.response.start",
            "status": 200,
            "headers": self.raw_headers,
        }
        await send(start)
        if self._opening:
            await self._send(send, self._opening)
        following = asyncio.ensure_future(self._follow(send))
        waiting: set[asyncio.Future[Any]] = {
            following,
            asyncio.ensure_future(_disconnected(receive)),
            asyncio.ensure_future(self._send_heartbeats(send)),
            asyncio.ensure_future(told_to_go.wait()),
        }
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waiting:
                task.cancel()
            await asyncio.wait(waiting)
        for task in waiting:
            if task.cancelled() or not (exc := task.exception()):
                continue
            if isinstance(exc, TimeoutError):
                logger.info("a reader took nothing for too long and is dropped; it may re-join")
                return  # the body stays unfinished, so that the client knows
            if not isinstance(exc, OSError):
                raise exc
        if told_to_go.is_set() or (following.done() and not following.cancelled()):
            with contextlib.suppress(OSError):
                await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _follow(self, send: Send) -> None:
        async with aclosing(self._events) as events:
            async for lines in events:
                await self._send(send, self._encode(lines))
                self._sent = time.monotonic()

    async def _send_heartbeats(self, send: Send) -> None:
        """Send a heartbeat in pauses, so that nobody in between believes the stream dead."""
        while True:
            quiet = time.monotonic() - self._sent
            if quiet >= self._heartbeat:
                await self._send(send, self._heartbeat_bytes)
                self._sent = time.monotonic()
                quiet = 0.0
            await asyncio.sleep(self._heartbeat - quiet)

    async def _send(self, send: Send, body: bytes) -> None:
        async with asyncio.timeout(self._slow_reader):
            await send({"type": "http.response.body", "body": body, "more_body": True})


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass

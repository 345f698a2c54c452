"""A small real server that speaks the documented stream from stored event lists.

It can cut a connection inside a line, skip an event, send one twice, and hold a turn until it is
cancelled. Every request is kept, so that a test can tell what a client sent.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections import deque
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import orjson
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

AT = "2026-01-02T03:04:05.000000Z"


class Dropped(Exception):
    """Raised inside a response, so that the server breaks the connection off."""


@dataclass
class Story:
    """The events of one turn, and what goes wrong while they are sent; each mishap once."""

    events: list[dict[str, Any]]
    cut_before: set[int] = field(default_factory=set[int])  # half of this event's line is sent
    end_before: set[int] = field(default_factory=set[int])  # the connection ends politely
    skip: set[int] = field(default_factory=set[int])
    twice: set[int] = field(default_factory=set[int])
    hold_before: int | None = None  # wait here until the turn is cancelled
    lose_post: bool = False  # take the message, break off before the client learns its turn
    turn: str = ""
    cancelled: asyncio.Event = field(default_factory=asyncio.Event)

    def line(self, seq: int) -> bytes:
        """Return one event as it goes over the wire."""
        envelope = {"turn": self.turn, "seq": seq, "at": AT}
        return orjson.dumps(self.events[seq - 1] | envelope) + b"\n"


@dataclass
class Refusal:
    """A problem+json answer instead of a stream."""

    status: int
    code: str
    detail: str
    headers: dict[str, str] = field(default_factory=dict[str, str])

    def response(self) -> Response:
        """Return it as a response."""
        body = {"title": self.code, "status": self.status, "code": self.code}
        return JSONResponse(
            body | {"detail": self.detail, "correlation_id": "ref-1"},
            self.status,
            {"content-type": "application/problem+json"} | self.headers,
        )


@dataclass
class SeenRequest:
    """One request as it arrived."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: Any


class StreamServer:
    """The documented routes over a queue of stories."""

    def __init__(self, *stories: Story | Refusal) -> None:
        self.stories = deque(stories)
        self.turns: dict[str, Story] = {}
        self.by_key: dict[str, Story] = {}
        self.seen: list[SeenRequest] = []
        self.documents: dict[str, Any] = {}
        self.trouble: deque[Refusal] = deque()  # answers to the next attempts to re-join
        self.single_use: set[str] = set()  # paths that are gone once they were posted to
        self.app = Starlette(
            routes=[
                Route("/healthz", self._health),
                Route("/chat", self._open, methods=["POST"]),
                Route("/approvals/{id}", self._open, methods=["POST"]),
                Route("/chat/{turn}/events", self._rejoin),
                Route("/chat/{turn}/cancel", self._cancel, methods=["POST"]),
                Route("/{path:path}", self._document),
            ]
        )

    def calls(self, method: str, path: str) -> list[SeenRequest]:
        """Return the requests to one path."""
        return [s for s in self.seen if s.method == method and s.path == path]

    async def _note(self, request: Request) -> None:
        raw = await request.body()
        body = orjson.loads(raw) if raw else None
        query, headers = dict(request.query_params), dict(request.headers)
        self.seen.append(SeenRequest(request.method, request.url.path, query, headers, body))

    async def _health(self, _: Request) -> Response:
        return JSONResponse({"status": "ok"})

    async def _document(self, request: Request) -> Response:
        await self._note(request)
        path = request.url.path
        if path not in self.documents:
            return Response(status_code=204)
        return JSONResponse(self.documents[path])

    async def _open(self, request: Request) -> Response:
        await self._note(request)
        key = request.headers["idempotency-key"]
        if request.url.path in self.single_use and key in self.by_key:
            return Refusal(410, "expired", "this was answered before").response()
        story = self.by_key.get(key)
        if story is None:
            told = self.stories.popleft()
            if isinstance(told, Refusal):
                return told.response()
            told.turn = f"turn-{len(self.turns) + 1}"
            story = self.turns[told.turn] = self.by_key[key] = told
        if story.lose_post:
            story.lose_post = False
            return _Breaking()
        return _Streaming(story, 0)

    async def _rejoin(self, request: Request) -> Response:
        await self._note(request)
        if self.trouble:
            return self.trouble.popleft().response()
        story = self.turns[request.path_params["turn"]]
        return _Streaming(story, int(request.query_params["after"]))

    async def _cancel(self, request: Request) -> Response:
        await self._note(request)
        story = self.turns[request.path_params["turn"]]
        hold = story.hold_before or len(story.events)
        story.events[hold - 1 :] = [{"type": "done", "status": "cancelled"}]
        story.cancelled.set()
        return JSONResponse({})


class _Breaking(Response):
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(b"content-type", b"application/x-ndjson")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        raise Dropped


class _Streaming(Response):
    def __init__(self, story: Story, after: int) -> None:
        super().__init__()
        self.story = story
        self.after = after

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        story = self.story
        head = {"content-type": "application/x-ndjson", "x-turn-id": story.turn}
        headers = [(k.encode(), v.encode()) for k, v in head.items()]
        await send({"type": "http.response.start", "status": 200, "headers": headers})

        async def write(data: bytes) -> None:
            await send({"type": "http.response.body", "body": data, "more_body": True})

        await write(b"\n")
        seq = self.after
        while seq < len(story.events):
            seq += 1
            if story.hold_before == seq:
                await story.cancelled.wait()
            if _once(story.cut_before, seq):
                line = story.line(seq)
                await write(line[: len(line) // 2])
                raise Dropped
            if _once(story.end_before, seq):
                break
            if _once(story.skip, seq):
                continue
            await write(story.line(seq) * (2 if _once(story.twice, seq) else 1))
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def _once(mishaps: set[int], seq: int) -> bool:
    due = seq in mishaps
    mishaps.discard(seq)
    return due


@contextmanager
def serving(server: StreamServer) -> Generator[str]:
    """Run the server on a free port and give its address."""
    with socket.create_server(("127.0.0.1", 0)) as sock:
        config = uvicorn.Config(server.app, log_level="critical", lifespan="off")
        running = uvicorn.Server(config)
        thread = threading.Thread(target=running.run, kwargs={"sockets": [sock]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{sock.getsockname()[1]}"
        finally:
            running.should_exit = running.force_exit = True
            thread.join()

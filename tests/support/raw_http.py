"""Requests without a client's good manners, and the one form of a refusal."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import httpx
import orjson

from contracts.errors import CODES
from tests.support.chatting import Chat, Json
from tests.support.workers import Worker

Make = Callable[..., Awaitable[str]]
Raw = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def connected(worker: Worker) -> AbstractAsyncContextManager[Raw]:
    """A connection to a worker, without a client's good manners."""
    return connected_at(worker.port)


@asynccontextmanager
async def connected_at(port: int) -> AsyncGenerator[Raw]:
    """A connection to a port of this machine."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


def head(chat: Chat, method: str, path: str, *lines: str) -> bytes:
    """Write a request's head."""
    first = [f"{method} {path} HTTP/1.1", "host: x", f"authorization: Bearer {chat.token}"]
    return "\r\n".join([*first, *lines, "", ""]).encode("latin-1")


def post(chat: Chat, message: str, **more: Any) -> bytes:
    """Write a whole POST /chat."""
    body = orjson.dumps(chat.body(message, **more))
    lines = ("content-type: application/json", f"content-length: {len(body)}")
    return head(chat, "POST", "/chat", *lines) + body


def is_problem(answer: httpx.Response, status: int, code: str | None = None) -> Json:
    """Every refusal has the one documented form."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    said: Json = answer.json()
    assert said["status"] == status
    assert said["code"] in CODES
    assert code in (None, said["code"]), said
    assert said["type"] == f"urn:batuta:error:{said['code']}"
    assert said["title"]
    assert said["detail"]
    assert isinstance(said["retryable"], bool)
    assert said["correlation_id"] == answer.headers["x-correlation-id"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    return said


async def raw_json(
    chat: Chat, method: str, path: str, body: bytes | str, **headers: str
) -> httpx.Response:
    """Send a body as it is."""
    given = chat.auth | {"content-type": "application/json"} | headers
    return await chat.http.request(method, chat.url + path, content=body, headers=given)

"""Middleware for every request: whose it is, its correlation id, limits on its body, security
headers."""

from __future__ import annotations

import asyncio
import re

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from contracts.correlation import correlation
from contracts.errors import InvalidRequest
from contracts.messages import new_id
from server.client_address import TrustedProxies
from server.errors import http_problem_response, problem_response, public_error
from server.settings import Settings

_SAFE_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_SECURITY_HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
]


class RequestLimits:
    """Plain ASGI, because wrapping each chunk of a stream would cost on every event."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._proxies = TrustedProxies.parse(settings.trusted_proxies)
        self._max_body = settings.max_body_bytes
        self._body_seconds = settings.slow_reader_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one request through."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        self._proxies.place(scope)
        headers = dict(scope["headers"])
        given = headers.get(b"x-correlation-id", b"")
        own = given.decode() if _SAFE_ID.fullmatch(given) else new_id().hex
        correlation.set(own)
        started = False

        async def send_marked(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message["headers"], *_extra_headers(own, message)]
            await send(message)

        length = headers.get(b"content-length", b"0")
        if not length.isdigit():
            error = InvalidRequest("content-length is not a number")
            await problem_response(error)(scope, receive, send_marked)
            return
        try:
            if int(length) > self._max_body:
                raise self._too_large()
            await self._app(scope, self._limited(receive), send_marked)
        except HTTPException as exc:
            if started:
                raise
            await http_problem_response(exc)(scope, receive, send_marked)
        except Exception as exc:
            if started:
                raise
            await problem_response(public_error(exc))(scope, receive, send_marked)

    def _limited(self, receive: Receive) -> Receive:
        """Hand on a body that is small enough and comes without long silences."""
        read, more = 0, True

        async def limited() -> Message:
            nonlocal read, more
            if not more:
                return await receive()
            try:
                async with asyncio.timeout(self._body_seconds):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(408, "the rest of the request did not come in time") from None
            more = message.get("more_body", False)
            read += len(message.get("body", b""))
            if read > self._max_body:
                raise self._too_large()
            return message

        return limited

    def _too_large(self) -> HTTPException:
        # Starlette's own kind, because FastAPI lets only that one pass while it reads a body.
        return HTTPException(413, f"the request body is larger than {self._max_body} bytes")


def _extra_headers(own: str, start: Message) -> list[tuple[bytes, bytes]]:
    marks = [(b"x-correlation-id", own.encode()), *_SECURITY_HEADERS]
    if all(name.lower() != b"cache-control" for name, _ in start["headers"]):
        marks.append((b"cache-control", b"no-store"))
    if start["status"] == 408:
        marks.append((b"connection", b"close"))
    return marks

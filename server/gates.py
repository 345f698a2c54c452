"""What every request passes first: a correlation id, a limit on its body."""

from __future__ import annotations

import re

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from contracts.correlation import correlation
from contracts.errors import InvalidRequest, TooLarge
from contracts.messages import new_id
from server.errors import explain, problem

_SAFE_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")


class _TooMuch(Exception):
    pass


class Gates:
    """Plain ASGI, because wrapping each chunk of a stream would cost on every event."""

    def __init__(self, app: ASGIApp, max_body: int) -> None:
        self._app = app
        self._max_body = max_body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one request through."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        given = headers.get(b"x-correlation-id", b"")
        own = given.decode() if _SAFE_ID.fullmatch(given) else new_id().hex
        correlation.set(own)
        length = headers.get(b"content-length", b"0")
        if not length.isdigit():
            await problem(InvalidRequest("content-length is not a number"))(scope, receive, send)
            return
        if int(length) > self._max_body:
            await self._refuse(scope, receive, send)
            return
        read = 0
        started = False

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            if message["type"] == "http.request":
                read += len(message.get("body", b""))
                if read > self._max_body:
                    raise _TooMuch
            return message

        async def marked(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [
                    *message["headers"],
                    (b"x-correlation-id", own.encode()),
                    (b"x-content-type-options", b"nosniff"),
                ]
            await send(message)

        try:
            await self._app(scope, counted, marked)
        except _TooMuch:
            if not started:
                await self._refuse(scope, receive, send)
        except Exception as exc:
            if started:
                raise
            await problem(explain(exc))(scope, receive, send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        error = TooLarge(f"the request body is larger than {self._max_body} bytes")
        await problem(error)(scope, receive, send)

"""How long a request's head may be and may take: the one thing no ASGI app can see."""

from __future__ import annotations

import asyncio

from typing_extensions import override
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LONGEST_HEAD = 65_536
HEAD_SECONDS = 30.0


class HeadTooLong(Exception):
    """The parser turns this into a refusal."""


class LimitedHeadProtocol(HttpToolsProtocol):
    """An HTTP/1.1 connection that hangs up on heads without an end."""

    _in_head = False
    _unfinished = 0  # bytes of a head that has begun and whose last line has not come
    _named = 0
    _deadline: asyncio.TimerHandle | None = None

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self._expect_head()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._clear_deadline()
        super().connection_lost(exc)

    @override
    def data_received(self, data: bytes) -> None:
        before = self._in_head
        super().data_received(data)
        self._unfinished = self._unfinished + len(data) if before and self._in_head else 0
        if self._unfinished > LONGEST_HEAD and not self.transport.is_closing():
            self.send_400_response("the request's head is too long")

    @override
    def on_message_begin(self) -> None:
        self._in_head, self._named = True, 0
        self._expect_head()
        super().on_message_begin()

    @override
    def on_header(self, name: bytes, value: bytes) -> None:
        self._named += len(name) + len(value) + 4
        if self._named > LONGEST_HEAD:
            raise HeadTooLong
        super().on_header(name, value)

    @override
    def on_headers_complete(self) -> None:
        self._in_head = False
        self._clear_deadline()
        super().on_headers_complete()

    def _expect_head(self) -> None:
        self._clear_deadline()
        self._deadline = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _clear_deadline(self) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None

"""What no ASGI app can see of a connection: heads without an end, how many there are, and that an
answer reaches a client which is still sending."""

from __future__ import annotations

import asyncio
from typing import Any

from typing_extensions import override
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from contracts.correlation import correlation
from contracts.errors import BatutaError, InvalidRequest
from contracts.messages import new_id
from server.answer_headers import common_headers
from server.errors import problem_response
from server.limits.connection_limits import ConnectionLimits
from server.limits.lingering import LingeringTransport
from server.limits.request_body import DEADLINE

LONGEST_HEAD = 65_536


class HeadTooLong(Exception):
    """The parser turns this into a refusal."""


class LimitedHttpProtocol(HttpToolsProtocol):
    """An HTTP/1.1 connection of which each request has so much time, and each head so much room,
    and whose answers are taken."""

    def __init__(
        self,
        *given: Any,
        limits: ConnectionLimits,
        seconds: float,
        unread_seconds: float,
        **named: Any,
    ) -> None:
        super().__init__(*given, **named)
        self._limits = limits
        self._seconds = seconds
        self._unread_seconds = unread_seconds
        self._unread: asyncio.TimerHandle | None = None  # runs while the client takes nothing
        self._begun: float | None = None  # when the first byte of an unfinished request came
        self._in_head = False
        self._unfinished = 0  # bytes of a head that has begun and whose last line has not come
        self._named = 0
        self._keep_alive = False  # as soon as the whole request has come
        self._deadline: asyncio.TimerHandle | None = None

    # --- the connection

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:
        self._lingering = LingeringTransport(transport, self._still_comes, self._unread_seconds)
        super().connection_made(self._lingering)
        refusal = self._limits.admit(self, self.client[0] if self.client else "")
        if refusal is None:
            self._expect_head()
        elif self._limits.may_answer(self):
            self._refuse(refusal)
        else:
            self.transport.abort()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._clear_deadline()
        self._clear_unread()
        self._lingering.end()
        self._limits.leave(self)
        super().connection_lost(exc)

    def hang_up(self) -> None:
        """Close at once: the place is needed, and nothing is being said here."""
        self.transport.abort()

    @override
    def shutdown(self) -> None:
        self._keep_alive = False
        super().shutdown()

    # --- answers that nobody takes

    @override
    def pause_writing(self) -> None:
        super().pause_writing()
        self._clear_unread()
        self._unread = self.loop.call_later(self._unread_seconds, self.transport.abort)

    @override
    def resume_writing(self) -> None:
        self._clear_unread()
        super().resume_writing()

    def _clear_unread(self) -> None:
        if self._unread:
            self._unread.cancel()
            self._unread = None

    # --- requests

    @override
    def data_received(self, data: bytes) -> None:
        if self._lingering.swallows(len(data)):
            return
        if self._begun is None:
            self._begun = self.loop.time()
            self._expect_head()
        before = self._in_head
        super().data_received(data)
        self._unfinished = self._unfinished + len(data) if before and self._in_head else 0
        if self._unfinished > LONGEST_HEAD and not self.transport.is_closing():
            self.send_400_response("the request's head is too long")

    @override
    def on_message_begin(self) -> None:
        if self._begun is None:  # it came together with the end of the one before
            self._begun = self.loop.time()
            self._expect_head()
        self._in_head, self._named = True, 0
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
        if not self._answering() and self._begun is not None:
            # One that waits behind another is not read meanwhile; its time begins with its turn.
            self.scope.setdefault("state", {})[DEADLINE] = self._begun + self._seconds
        super().on_headers_complete()
        # An answer that begins before the whole request has come is the connection's last.
        upgrade = self.parser is not None and self.parser.should_upgrade()
        self._keep_alive = self.cycle.keep_alive and not upgrade
        self.cycle.keep_alive = False

    @override
    def on_message_complete(self) -> None:
        self._begun = None
        self._limits.work(self)
        if not self.cycle.response_started:
            self.cycle.keep_alive = self._keep_alive
        super().on_message_complete()

    @override
    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self._answering():  # another one that had to wait
            self._limits.rest(self)

    def _still_comes(self) -> bool:
        """Tell whether a request has begun to come and has not come to its end."""
        return self._begun is not None

    def _answering(self) -> bool:
        """Tell whether an earlier request of this connection is being answered."""
        return bool(self.cycle) and not self.cycle.response_complete

    # --- refusals

    @override
    def send_400_response(self, msg: str) -> None:
        self._refuse(InvalidRequest(msg), 400)

    def _refuse(self, error: BatutaError, status: int | None = None) -> None:
        """Answer in the app's place and close; where an answer is being given, only close."""
        self._clear_deadline()
        if self._answering():
            if self.pipeline or self.cycle.response_started:
                self.transport.abort()
                return
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.write(refusal_bytes(error, status))
        self._lingering.linger()

    @override
    def _unsupported_upgrade_warning(self) -> None:
        """Say nothing: who offers another protocol is answered in this one."""

    # --- the head's time

    def _expect_head(self) -> None:
        self._clear_deadline()
        self._deadline = self.loop.call_later(self._seconds, self._head_is_late)

    def _head_is_late(self) -> None:
        self._deadline = None
        if self._answering():  # what comes behind that request is not read before its end
            self._expect_head()
        elif self._in_head:
            self._refuse(InvalidRequest("the rest of the request did not come in time"), 408)
        else:
            self.transport.abort()

    def _clear_deadline(self) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None


def refusal_bytes(error: BatutaError, status: int | None) -> bytes:
    """Write a refusal as it goes over the wire, with what every answer carries."""
    own = new_id().hex
    correlation.set(own)
    answer = problem_response(error, status)
    headers = [*answer.raw_headers, *common_headers(own), (b"connection", b"close")]
    lines = [b"%s: %s\r\n" % pair for pair in headers]
    return b"".join([STATUS_LINE[answer.status_code], *lines, b"\r\n", bytes(answer.body)])

"""Connections to providers: closed when nobody listens any more, and how long they may be silent.

The SDKs leave an abandoned answer to the garbage collector, and it keeps costing. The HTTP client's
response hook tells which responses a call opened; they are closed with the call.
"""

from __future__ import annotations

import asyncio
from contextvars import ContextVar
from typing import Any, Protocol


class Response(Protocol):
    """What an httpx or httpx2 response can do here."""

    async def aclose(self) -> None:
        """Give the connection back, or cut it if its answer was not read to the end."""
        ...


class Patience:
    """How long a call may be silent; any sign of life starts the time anew.

    Claude sends pings while it thinks; without text they count for ten times the patience at most.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._limit = self._last = 0.0
        self._waiting: asyncio.Task[Any] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._over = False
        self._asked = 0
        _patience.set(self)

    def __enter__(self) -> None:
        """Start to wait for the next piece of the answer.

        One timer serves the whole call: a timeout of asyncio's own around each of a thousand
        pieces costs more than taking them in.
        """
        now = asyncio.get_running_loop().time()
        self._limit, self._last = now + self._seconds, now + 10 * self._seconds
        self._waiting = asyncio.current_task()
        if self._timer is None:
            self._look()

    def __exit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, _: object
    ) -> None:
        """Stop to wait; a wait that was too long ends with TimeoutError."""
        task, self._waiting = self._waiting, None
        if not self._over:
            return
        self._over = False
        if task and task.uncancel() <= self._asked and kind is asyncio.CancelledError:
            raise TimeoutError from exc

    def renew(self) -> None:
        """Take note of a sign of life (while waiting)."""
        if self._waiting is not None and not self._over:
            now = asyncio.get_running_loop().time()
            self._limit = min(now + self._seconds, self._last)

    def close(self) -> None:
        """Let the timer go."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        """Cancel a wait that has lasted too long, or look again when it may have."""
        self._timer = None
        if self._waiting is None:
            return
        loop = asyncio.get_running_loop()
        if loop.time() < self._limit:
            self._timer = loop.call_at(self._limit, self._look)
        else:
            self._asked, self._over = self._waiting.cancelling(), True
            self._waiting.cancel()


_patience: ContextVar[Patience | None] = ContextVar("patience", default=None)
_opened: ContextVar[list[Response] | None] = ContextVar("opened", default=None)


class UnreadableAnswer(Exception):
    """The provider answered, and not in its own protocol."""


# What the SDKs stumble over in an answer that is cut, mixed up or somebody else's.
_STUMBLES = (AttributeError, LookupError, TypeError, ValueError)


class OpenResponses:
    """The responses of one model call; leaving it closes them.

    What an SDK cannot read of them is the provider's failure, and no mistake of ours.
    """

    def __init__(self) -> None:
        self._responses: list[Response] = []

    async def __aenter__(self) -> None:
        _opened.set(self._responses)

    async def __aexit__(self, _: object, exc: BaseException | None, __: object) -> None:
        for response in self._responses:
            await response.aclose()
        if self._responses and isinstance(exc, _STUMBLES):
            raise UnreadableAnswer from exc


def patience() -> Patience | None:
    """Return the patience of the call that is being made."""
    return _patience.get()


async def note(response: Response) -> None:
    """Remember a response for the call that opened it (a hook for the HTTP client)."""
    responses = _opened.get()
    if responses is not None:
        responses.append(response)

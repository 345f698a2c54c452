"""The line to a provider: hanging up when nobody listens any more, and how long to bear silence.

The SDKs leave an abandoned answer to the garbage collector, and it keeps costing. The HTTP client's
response hook tells which responses a call opened; they are closed with the call.
"""

from __future__ import annotations

import asyncio
from contextvars import ContextVar
from typing import Protocol


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
        self._limit: asyncio.Timeout | None = None
        self._last = 0.0
        _patience.set(self)

    def wait(self) -> asyncio.Timeout:
        """Start to wait for the next piece of the answer."""
        self._last = asyncio.get_running_loop().time() + 10 * self._seconds
        self._limit = asyncio.timeout(self._seconds)
        return self._limit

    def renew(self) -> None:
        """Take note of a sign of life (while waiting)."""
        if self._limit is not None and not self._limit.expired():
            now = asyncio.get_running_loop().time()
            self._limit.reschedule(min(now + self._seconds, self._last))


_patience: ContextVar[Patience | None] = ContextVar("patience", default=None)
_opened: ContextVar[list[Response] | None] = ContextVar("opened", default=None)


class Line:
    """The responses of one model call; leaving it closes them."""

    def __init__(self) -> None:
        self._responses: list[Response] = []

    async def __aenter__(self) -> None:
        _opened.set(self._responses)

    async def __aexit__(self, *_: object) -> None:
        for response in self._responses:
            await response.aclose()


def patience() -> Patience | None:
    """Return the patience of the call that is being made."""
    return _patience.get()


async def note(response: Response) -> None:
    """Remember a response for the call that opened it (a hook for the HTTP client)."""
    responses = _opened.get()
    if responses is not None:
        responses.append(response)

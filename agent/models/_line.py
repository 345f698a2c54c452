"""Hanging up: the SDKs leave an abandoned answer to the garbage collector, and it keeps costing.

The HTTP client's response hook tells which responses a call opened; they are closed with the call.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Protocol


class Response(Protocol):
    """What an httpx or httpx2 response can do here."""

    async def aclose(self) -> None:
        """Give the connection back, or cut it if its answer was not read to the end."""
        ...


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


async def note(response: Response) -> None:
    """Remember a response for the call that opened it (a hook for the HTTP client)."""
    responses = _opened.get()
    if responses is not None:
        responses.append(response)

"""The body of a request as the app receives it: so large, in so much time, and so many at once."""

from __future__ import annotations

import asyncio
from collections import Counter

from starlette.exceptions import HTTPException
from starlette.types import Message, Receive, Scope

from contracts.json import most_values_in
from server.limits.client_address import network_of

DEADLINE = "request_deadline"  # in a request's state: when all of it must have come
BODY = "body"  # in a request's state: what reads it, for a route that takes more than others
CALLER = "caller"  # in a request's state: who sends it, once that is known
LARGEST_OF_STRANGERS = 16_384  # what nobody has signed for: a sign-in, a link
MOST_VALUES = 45_000  # a reader of JSON holds the loop for as long as they take
SHARES = 4  # one address holds this part of what is read at once


class BodyLimits:
    """How much one body may be, and how much all that are being read hold together."""

    def __init__(self, largest: int, in_all: int, seconds: float) -> None:
        self.largest = largest
        self.seconds = seconds
        self._in_all = in_all
        self._held = Counter[str]()

    def take(self, network: str, size: int) -> bool:
        """Hold more for a body that is being read; False if there is no room for it."""
        share = max(self._in_all // SHARES, min(self.largest, self._in_all))
        if self._held.total() + size > self._in_all or self._held[network] + size > share:
            return False
        self._held[network] += size
        return True

    def give_back(self, network: str, size: int) -> None:
        """Let go of a body that has been read, or never will be."""
        self._held[network] -= size
        if self._held[network] <= 0:
            del self._held[network]


class RequestBody:
    """One request's body, refused as soon as it breaks a limit."""

    def __init__(self, receive: Receive, scope: Scope, limits: BodyLimits) -> None:
        self._receive = receive
        self._scope = scope
        self._limits = limits
        self._read = self._values = self._uncounted = 0
        self._more = True
        self._answered = False
        self._allowed: int | None = None
        begun = asyncio.get_running_loop().time()
        self._deadline: float = scope.get("state", {}).get(DEADLINE, begun + limits.seconds)

    def allow(self, largest: int, seconds: float) -> None:
        """Take a body as large and as slow as this: its route keeps it out of memory, and counts
        how many it takes at once."""
        self._allowed = largest
        self._deadline = asyncio.get_running_loop().time() + seconds

    async def receive(self) -> Message:
        """Hand on what comes next of it."""
        if not self._more:
            return await self._receive()
        try:
            return await self._next()
        except HTTPException:
            if self._answered:  # it is too late to say so
                return {"type": "http.disconnect"}
            raise

    async def _next(self) -> Message:
        largest = self._largest()
        if self._announced() > largest:  # before the client is told to go on (100-continue)
            raise _too_large(largest)
        try:
            async with asyncio.timeout_at(self._deadline):
                message = await self._receive()
        except TimeoutError:
            raise HTTPException(408, "the rest of the request did not come in time") from None
        self._more = message.get("more_body", False)
        size = len(message.get("body", b""))
        if self._allowed is not None:
            self._uncounted += size
            if self._uncounted > self._allowed:
                raise _too_large(self._allowed)
            return message
        self._values += most_values_in(message.get("body", b""))
        if self._values > MOST_VALUES:
            raise HTTPException(413, f"the request body has more than {MOST_VALUES} values")
        if self._read + size > largest:
            raise _too_large(largest)
        if size and not self._answered:
            if not self._limits.take(self._network(), size):
                raise HTTPException(
                    503, "too much is being sent here right now", {"retry-after": "1"}
                )
            self._read += size
        return message

    def answered(self) -> None:
        """Note that it has been used, or never will be."""
        self._answered = True
        if self._read:
            self._limits.give_back(self._network(), self._read)
            self._read = 0

    def _network(self) -> str:
        client = self._scope.get("client")
        return network_of(client[0]) if client else ""

    def _largest(self) -> int:
        if self._allowed is not None:
            return self._allowed
        if CALLER in self._scope.get("state", {}):
            return self._limits.largest
        return min(self._limits.largest, LARGEST_OF_STRANGERS)

    def _announced(self) -> int:
        said = next((v for name, v in self._scope["headers"] if name == b"content-length"), b"0")
        return int(said) if said.isdigit() else 0


def _too_large(largest: int) -> HTTPException:
    # Starlette's own kind, because FastAPI lets only that one pass while it reads a body.
    return HTTPException(413, f"the request body is larger than {largest} bytes")

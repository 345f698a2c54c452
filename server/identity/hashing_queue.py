"""Who hashes next: a few at a time, one address after the other, and none with a long line."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from contracts.errors import RateLimited

LONGEST = 64  # who wait in all, of unknown places
LONGEST_OF_ONE = 16  # who wait from one place


class HashingQueue:
    """Lines before a costly room: places take turns, so that the length of one is its own harm."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._lines: dict[str, deque[asyncio.Future[None]]] = {}  # in the order of their turns
        self._strangers = 0

    @asynccontextmanager
    async def turn(self, place: str, *, known: bool) -> AsyncGenerator[None]:
        """Wait for room; a place that is known is let into the queue however many strangers wait.

        Work without a place is the server's own, and only the whole queue limits it.
        """
        await self._enter(place, known)
        try:
            yield
        finally:
            self._next()

    async def _enter(self, place: str, known: bool) -> None:
        if self._room > 0:
            self._room -= 1
            return
        line = self._lines.get(place, ())
        if (place and len(line) >= LONGEST_OF_ONE) or (not known and self._strangers >= LONGEST):
            raise RateLimited("many people are signing in right now; try again", retry_after=5)
        mine = asyncio.get_running_loop().create_future()
        self._lines.setdefault(place, deque()).append(mine)
        self._strangers += not known
        try:
            await mine
        except asyncio.CancelledError:
            self._give_up(place, mine)
            raise
        finally:
            self._strangers -= not known

    def _give_up(self, place: str, mine: asyncio.Future[None]) -> None:
        if not mine.cancelled():
            self._next()  # the turn had come already
        elif mine in (line := self._lines.get(place, deque())):
            line.remove(mine)
            if not line:
                del self._lines[place]

    def _next(self) -> None:
        """Let the first of the next place in; the place itself goes to the end."""
        while self._lines:
            place = next(iter(self._lines))
            line = self._lines.pop(place)
            first = line.popleft()
            if line:
                self._lines[place] = line
            if not first.done():  # else it is giving up at this very moment
                first.set_result(None)
                return
        self._room += 1

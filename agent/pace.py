"""Lets others have the event loop while something large is read that is there already.

Reading from what is there never waits, and so never lets go of the loop: a provider that sends a
thousand pieces in one go, or a very long one, would have it for as long as they take.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable

MOST_SECONDS = 0.004  # of processor time between two breaths
_PIECE = 2_048  # bytes that are read in one go


class Pace:
    """Counts what the loop's thread has computed; waiting costs nothing and counts for nothing."""

    def __init__(self) -> None:
        self._since = time.thread_time()

    async def breathe(self) -> None:
        """Let others have the loop if it was held for a while."""
        if time.thread_time() - self._since >= MOST_SECONDS:
            await asyncio.sleep(0)
            self._since = time.thread_time()


async def in_small_pieces(
    body: AsyncIterator[bytes], look: Callable[[bytes], None]
) -> AsyncIterator[bytes]:
    """Hand on a body that was looked at, so that its reader lets go of the loop now and then."""
    pace = Pace()
    async for piece in body:
        look(piece)
        for start in range(0, len(piece), _PIECE):
            await pace.breathe()
            yield piece[start : start + _PIECE] if len(piece) > _PIECE else piece

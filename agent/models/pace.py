"""Lets others have the event loop while something large is read that is there already.

Reading from what is there never waits, and so never lets go of the loop: a provider that sends a
thousand pieces in one go, or a very long one, would have it for as long as they take.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable

MOST_SECONDS = 0.004  # between two breaths
_WAITED = 0.0005  # seconds: who takes longer than this has let go of the loop
_PIECE = 2_048  # bytes that are read in one go


class Pace:
    """Counts how long the loop was held in one go."""

    def __init__(self) -> None:
        self._since = time.perf_counter()

    def rested(self) -> None:
        """Begin to count anew: others have just had the loop."""
        self._since = time.perf_counter()

    async def breathe(self) -> None:
        """Let others have the loop if it was held for a while."""
        if time.perf_counter() - self._since >= MOST_SECONDS:
            await asyncio.sleep(0)
            self.rested()


async def in_small_pieces(
    body: AsyncIterator[bytes], look: Callable[[bytes], None]
) -> AsyncGenerator[bytes]:
    """Hand on a body that was looked at, so that its reader lets go of the loop now and then."""
    pace, asked = Pace(), time.perf_counter()
    async for piece in body:
        if time.perf_counter() - asked > _WAITED:
            pace.rested()
        look(piece)
        for start in range(0, len(piece), _PIECE):
            await pace.breathe()
            yield piece[start : start + _PIECE] if len(piece) > _PIECE else piece
        asked = time.perf_counter()

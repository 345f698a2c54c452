"""Which texts are read on the event loop itself: reading takes longer the longer a text is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
BRIEF = 80  # characters; what all readers do with so many takes some milliseconds at the worst


def is_brief(text: str) -> bool:
    """Tell whether a text may be read at once; any other one is read in a thread."""
    return len(text) <= BRIEF


async def by_length(text: str, work: Callable[[], T]) -> T:
    """Do what reads a text: at once where it is brief, else beside the event loop."""
    return work() if is_brief(text) else await asyncio.to_thread(work)

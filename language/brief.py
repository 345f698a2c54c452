"""Which texts are read on the event loop itself: reading takes longer the longer a text is."""

from __future__ import annotations

BRIEF = 120  # characters; what all readers do with so many takes some milliseconds at the worst


def is_brief(text: str) -> bool:
    """Tell whether a text may be read at once; any other one is read in a thread."""
    return len(text) <= BRIEF

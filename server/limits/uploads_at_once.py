"""How many files one worker receives and reads at a time."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager


class UploadsAtOnce:
    """Counts uploads under way: each takes a place on disk, and memory when its turn comes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open = 0

    @property
    def full(self) -> bool:
        """Tell whether one more would be too many."""
        return self._open >= self._most

    @contextmanager
    def taken(self) -> Generator[None]:
        """Take a place for as long as it lasts."""
        self._open += 1
        try:
            yield
        finally:
            self._open -= 1

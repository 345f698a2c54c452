"""How large the arguments may be with which a model calls tools, counted as they come in.

The SDKs and ADK read, copy and trace them on the event loop before anybody of ours sees them, so
what is too much has to be noticed in the stream itself.
"""

from __future__ import annotations

from contracts.errors import ModelUnavailable

MOST_BYTES = 49_152  # as JSON within JSON; a tool takes 32,768 of them when they are read


class ToolCallSize:
    """Counts the bytes of those lines of a stream that carry arguments."""

    def __init__(self, provider: str, mark: bytes, framing: int) -> None:
        self._provider = provider
        self._mark = mark
        self._framing = framing  # bytes of a line that are not arguments, about
        self._bytes = 0
        self._inside = False  # of a line whose end has not come yet

    def add(self, piece: bytes) -> None:
        """Take the next piece of the stream; ModelUnavailable where it becomes too much."""
        if not self._inside and self._mark not in piece:
            return
        for number, line in enumerate(piece.split(b"\n")):
            going_on = number == 0 and self._inside
            carries = self._mark in line
            if going_on or carries:
                self._bytes += max(0, len(line) - (self._framing if carries else 0))
            self._inside = going_on or carries
        if self._bytes > MOST_BYTES:
            raise ModelUnavailable(
                f"{self._provider} called tools with more than {MOST_BYTES} bytes of arguments"
            )

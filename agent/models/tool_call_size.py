"""How large the arguments may be with which a model calls tools, counted as they come in.

The SDKs and ADK read, copy and trace them on the event loop before anybody of ours sees them, so
what is too much has to be noticed in the stream itself.
"""

from __future__ import annotations

from contracts.errors import ModelUnavailable
from contracts.json import most_values_in

MOST_BYTES = 49_152  # as JSON within JSON; a tool takes 32,768 of them when they are read
MOST_VALUES = 2_000  # ADK makes an object of each, at once where they come at once


class ToolCallSize:
    """Counts bytes and values in those lines of a stream that carry arguments."""

    def __init__(self, provider: str, mark: bytes, sample: bytes) -> None:
        self._provider = provider
        self._mark = mark
        self._framing = (len(sample), most_values_in(sample))  # what a line has besides arguments
        self._bytes = self._values = 0
        self._inside = False  # of a line whose end has not come yet

    def add(self, piece: bytes) -> None:
        """Take the next piece of the stream; ModelUnavailable where it becomes too much."""
        if not self._inside and self._mark not in piece:
            return
        for number, line in enumerate(piece.split(b"\n")):
            going_on, carries = number == 0 and self._inside, self._mark in line
            self._inside = going_on or carries
            if self._inside:
                size, values = self._framing if carries else (0, 0)
                self._bytes += max(0, len(line) - size)
                self._values += max(0, most_values_in(line) - values)
        if self._bytes > MOST_BYTES or self._values > MOST_VALUES:
            raise ModelUnavailable(
                f"{self._provider} called tools with more than {MOST_BYTES} bytes"
                f" or {MOST_VALUES} values of arguments"
            )

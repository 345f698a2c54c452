"""The inputs of a job, as the guest finds them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class JobInputs:
    """A job's inputs by name: as files to be read, and as bytes."""

    places: dict[str, str]
    scratch: str | None  # the folder in which the job may write; None where there is none
    memory_mb: int
    spare: str = ""  # one file that a job may write, with a scratch folder and without

    def __iter__(self) -> Iterator[str]:
        return iter(self.places)

    def __len__(self) -> int:
        return len(self.places)

    def path(self, name: str) -> str:
        """Return where to read this input as a file; it can be read, moved about in, not changed.

        With a scratch folder it is a file; without, a file in memory under a name of the system.
        """
        return self.places[name]

    def bytes(self, name: str) -> bytes:
        """Return the whole of this input."""
        with open(self.places[name], "rb") as file:
            return file.read()

    def size(self, name: str) -> int:
        """Return how many bytes this input has."""
        return os.stat(self.places[name]).st_size

"""Tables that were read of a file, as tests look at them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from agent.data.reading import FileTable


@dataclass(frozen=True, slots=True)
class SeenTable:
    """A table as a test looks at it."""

    table: FileTable

    @property
    def kinds(self) -> dict[str, str]:
        return {c.name: c.kind for c in self.table.profile.columns}

    @property
    def units(self) -> dict[str, str | None]:
        return {c.name: c.unit for c in self.table.profile.columns}

    @property
    def rows(self) -> list[list[Any]]:
        return self.table.preview

    @property
    def notes(self) -> str:
        return "; ".join(self.table.profile.notes)


ReadTables = Callable[[str, bytes | str], Awaitable[list[SeenTable]]]

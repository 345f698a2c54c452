"""What the files of this folder need of a database: a pool or one connection, either will do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol


class SqlRow(Protocol):
    """One row, its values by column name."""

    def keys(self) -> Iterable[str]: ...

    def __getitem__(self, name: str, /) -> Any: ...


class Sql(Protocol):
    """Runs one statement; each function here is one statement, and so one transaction."""

    async def fetch(self, query: str, *args: object) -> Sequence[SqlRow]: ...

    async def fetchrow(self, query: str, *args: object) -> SqlRow | None: ...

    async def fetchval(self, query: str, *args: object) -> Any:
        """Return the first value of the first row, or None."""
        ...

    async def execute(self, query: str, *args: object) -> str:
        """Return the command's tag, such as `UPDATE 1`."""
        ...


def plain(row: SqlRow) -> dict[str, Any]:
    """Return a row as a dictionary."""
    return {name: row[name] for name in row.keys()}  # noqa: SIM118  # a row is no mapping

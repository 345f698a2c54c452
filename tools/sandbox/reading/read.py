"""What a reader hands on: a table of texts in DuckDB, and how it was found."""

from __future__ import annotations

from dataclasses import dataclass, field

from tools.sandbox.reading.header import TableHeader


@dataclass(frozen=True, slots=True)
class RawTable:
    """The table `raw`, until the next one is read."""

    header: TableHeader
    rows: int
    notes: list[str] = field(default_factory=list[str])
    sheet: str | None = None
    comma: bool = False  # whether a comma is likelier to be the decimal mark

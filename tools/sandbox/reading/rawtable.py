"""Fills the table `raw`: every cell as text, trimmed, and nothing where a cell is empty."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tools.sandbox.outlet import ProgramFault
from tools.sandbox.reading.values import EMPTY
from tools.sandbox.tables import literal

MOST_ROWS = 2_000_000
MOST_COLUMNS = 5_000
_CELLS = 400_000  # that are held in Python at once
_BLANKS = " \t\n\r\xa0\u202f\ufeff"
_MARKS = ", ".join(literal(mark) for mark in EMPTY)


def tidy(name: str) -> str:
    """Write the SQL that trims a cell and empties one that stands for nothing."""
    trimmed = f"trim({name}, {literal(_BLANKS)})"
    plain = f"{name}[1] BETWEEN '!' AND '~' AND {name}[-1] BETWEEN '!' AND '~'"
    cell = f"CASE WHEN {plain} THEN {name} ELSE {trimmed} END"  # trimming costs most of it
    return f"CASE WHEN lower({cell}) IN ({_MARKS}) THEN NULL ELSE {cell} END"


def tidied(cell: str) -> str | None:
    """Trim a cell as `tidy` does."""
    trimmed = cell.strip(_BLANKS)
    return None if not trimmed or (len(trimmed) < 8 and trimmed.lower() in EMPTY) else trimmed


def create(connection: Any, width: int) -> None:
    """Make the empty table."""
    columns = ", ".join(f"c{at} VARCHAR" for at in range(width))
    connection.execute(f"CREATE OR REPLACE TABLE raw ({columns})")


def fill(connection: Any, rows: Iterable[Sequence[Any]], width: int) -> int:
    """Put rows of cells into the table and count them."""
    import pandas as pd

    create(connection, width)
    size = max(1, _CELLS // width)
    total = 0
    for part in _parts(rows, size):
        total += len(part)
        check_rows(total)
        columns = zip(*part, strict=True)
        frame = pd.DataFrame(
            {
                f"c{at}": pd.array([tidied(cell) for cell in cells], dtype="str")
                for at, cells in enumerate(columns)
            }
        )
        connection.register("part", frame)
        connection.execute("INSERT INTO raw SELECT * FROM part")
        connection.unregister("part")
    return total


def check_rows(count: int) -> None:
    """Refuse more rows than are kept of one table."""
    if count > MOST_ROWS:
        raise ProgramFault(
            "too_large", f"the table has more than {MOST_ROWS} rows; split it, or send less of it"
        )


def check_width(width: int) -> None:
    """Refuse more columns than are kept of one table."""
    if width > MOST_COLUMNS:
        raise ProgramFault(
            "too_large",
            f"the table has {width} columns and {MOST_COLUMNS} are read; check its separator,"
            " or leave some out",
        )


def _parts(rows: Iterable[Sequence[Any]], size: int) -> Iterator[list[Sequence[Any]]]:
    source = iter(rows)
    while part := list(itertools.islice(source, size)):
        yield part

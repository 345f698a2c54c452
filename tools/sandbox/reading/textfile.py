"""Text with separators into `raw`: by DuckDB where it is plain, row by row where it is not."""

from __future__ import annotations

import itertools
import os
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

from tools.sandbox.inputs import JobInputs
from tools.sandbox.outlet import Outlet, ProgramFault
from tools.sandbox.reading import rawtable
from tools.sandbox.reading.decoding import decoded, is_plain
from tools.sandbox.reading.delimited import Dialect, broken_quote, dialect_of, rows_of
from tools.sandbox.reading.header import LOOKED_AT, TableHeader, header_of
from tools.sandbox.reading.read import RawTable
from tools.sandbox.tables import literal

_PLAIN_COLUMNS = 100  # each takes memory while its cells are trimmed
_LONG_LINE = 2_000_000


def read_text(
    connection: Any, inputs: JobInputs, name: str, ending: str, out: Outlet
) -> Iterator[RawTable]:
    """Yield the one table of the file."""
    text, notes = decoded(inputs.bytes(name))
    if not text.strip():
        raise ProgramFault("empty", "the file holds no rows; send one that has some")
    dialect = dialect_of(text, ending)
    width, header = _head(text, dialect)
    out.progress(0.1, "reading rows")
    rows = _quickly(connection, inputs, name, text, dialect, header, width)
    if rows is None:
        line = broken_quote(text, dialect)
        if line is not None:
            dialect = _without_quotes(text, dialect, line, notes)
            width, header = _head(text, dialect)
        rows = rawtable.fill(connection, _even(text, dialect, header, width, notes), width)
    comma = dialect.separator == ";"
    yield RawTable(header, rows, [*notes, *header.notes], comma=comma)


def _head(text: str, dialect: Dialect) -> tuple[int, TableHeader]:
    head = list(itertools.islice(rows_of(text, dialect), LOOKED_AT))
    width = _width(head)
    rawtable.check_width(width)
    return width, header_of([row[:width] for row in head], width)


def _width(head: list[list[str]]) -> int:
    """Return how many columns the table has: as many as most of its rows, empty ends aside."""
    widths = Counter(len(row) for row in head if any(cell.strip() for cell in row))
    widest = max(widths, key=lambda width: (widths[width], width), default=1)
    while widest > 1 and not any(row[widest - 1].strip() for row in head if len(row) >= widest):
        widest -= 1
    return max(1, widest)


def _without_quotes(text: str, dialect: Dialect, line: int, notes: list[str]) -> Dialect:
    """Take quotes for letters where that gives even rows; otherwise name the open one."""
    plain = Dialect(dialect.separator, quoted=False, skip=dialect.skip)
    widths = {len(row) for row in itertools.islice(rows_of(text, plain), 100_000) if any(row)}
    if len(widths) == 1:
        notes.append(f"a quote in line {line} is not closed; quotes were read as they stand")
        return plain
    raise ProgramFault(
        "row", f"line {line}: a quote is opened and not closed; close it, or double it", row=line
    )


def _quickly(
    connection: Any,
    inputs: JobInputs,
    name: str,
    text: str,
    dialect: Dialect,
    header: TableHeader,
    width: int,
) -> int | None:
    """Let DuckDB read the rows; None where it stumbles, so that a row can be named."""
    import duckdb

    if len(text) < 100_000 or width > _PLAIN_COLUMNS:
        return None
    skip = dialect.skip + header.skip
    try:
        if is_plain(inputs.bytes(name)):
            return _by_duckdb(connection, inputs.path(name), dialect, skip, width)
        with _as_plain(text, inputs.scratch) as path:
            return _by_duckdb(connection, path, dialect, skip, width)
    except (duckdb.Error, OSError):
        return None


@contextmanager
def _as_plain(text: str, scratch: str | None) -> Generator[str]:
    """Write the text as UTF-8 for as long as it is read; OSError where there is no room."""
    path = os.path.join(scratch or "", "plain.csv")
    try:
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        yield path
    finally:
        if os.path.exists(path):
            os.unlink(path)


def _by_duckdb(connection: Any, path: str, dialect: Dialect, skip: int, width: int) -> int:
    names = ", ".join(f"'c{at}': 'VARCHAR'" for at in range(width))
    chosen = ", ".join(f"{rawtable.tidy(f'c{at}')} AS c{at}" for at in range(width))
    connection.execute(
        f"CREATE OR REPLACE TABLE raw AS SELECT {chosen} FROM read_csv({literal(path)},"
        f" columns = {{{names}}}, auto_detect = false, header = false, skip = {skip},"
        f" delim = {literal(dialect.separator)}, quote = '\"', escape = '\"',"
        f" max_line_size = {_LONG_LINE}, null_padding = false, strict_mode = true)"
    )
    rows = int(connection.execute("SELECT count(*) FROM raw").fetchone()[0])
    rawtable.check_rows(rows)
    return rows


def _even(
    text: str, dialect: Dialect, header: TableHeader, width: int, notes: list[str]
) -> Iterator[list[str]]:
    """Yield rows of one width: short ones are filled, long ones refused by their number."""
    short = 0
    for number, row in enumerate(rows_of(text, dialect), 1):
        if number <= header.skip or not any(cell.strip() for cell in row):
            continue
        if len(row) > width:
            if any(cell.strip() for cell in row[width:]):
                raise ProgramFault(
                    "row",
                    f"row {number} has {len(row)} cells and the table has {width} columns; put"
                    " cells that hold the separator in quotes",
                    row=number,
                )
            row = row[:width]
        elif len(row) < width:
            short += 1
            row = [*row, *[""] * (width - len(row))]
        yield row
    if short:
        notes.append(f"{short} rows have fewer cells than the others; what is missing is empty")

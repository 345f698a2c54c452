"""Text with separators into `raw`: by DuckDB where it is plain, row by row where it is not."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from typing import Any

from tools.sandbox.inputs import JobInputs
from tools.sandbox.outlet import Outlet, ProgramFault
from tools.sandbox.reading import rawtable
from tools.sandbox.reading.decoding import decoded
from tools.sandbox.reading.delimited import Dialect, dialect_of, open_quote, rows_of
from tools.sandbox.reading.header import LOOKED_AT, TableHeader, header_of
from tools.sandbox.reading.read import RawTable
from tools.sandbox.tables import literal

_PLAIN_BYTES = 60_000_000  # what fits into the scratch folder
_LONG_LINE = 2_000_000


def read_text(
    connection: Any, inputs: JobInputs, name: str, ending: str, out: Outlet
) -> Iterator[RawTable]:
    """Yield the one table of the file."""
    text, notes = decoded(inputs.bytes(name))
    if not text.strip():
        raise ProgramFault("empty", "the file holds no rows; send one that has some")
    dialect = dialect_of(text, ending)
    line = open_quote(text, dialect)
    if line is not None:
        dialect = _without_quotes(text, dialect, line, notes)
    head = list(itertools.islice(rows_of(text, dialect), LOOKED_AT))
    width = _width(head)
    rawtable.check_width(width)
    header = header_of(head, width)
    out.progress(0.1, "reading rows")
    rows = _quickly(connection, inputs, text, dialect, header, width)
    if rows is None:
        rows = rawtable.fill(connection, _even(text, dialect, header, width, notes), width)
    comma = dialect.separator == ";"
    yield RawTable(header, rows, [*notes, *header.notes], comma=comma)


def _width(head: list[list[str]]) -> int:
    """Return how many columns the table has: cells at the ends that are always empty count not."""
    widest = max((len(row) for row in head), default=0)
    while widest > 1 and not any(row[widest - 1].strip() for row in head if len(row) >= widest):
        widest -= 1
    return max(1, widest)


def _without_quotes(text: str, dialect: Dialect, line: int, notes: list[str]) -> Dialect:
    """Take quotes for letters where that gives even rows; otherwise name the open one."""
    plain = Dialect(dialect.separator, quoted=False, skip=dialect.skip)
    widths = {len(row) for row in itertools.islice(rows_of(text, plain), 100_000) if any(row)}
    if len(widths) == 1:
        notes.append(f"a quote in line {line} is never closed; quotes were read as they stand")
        return plain
    raise ProgramFault(
        "row", f"line {line}: a quote is opened and never closed; close it, or double it", row=line
    )


def _quickly(
    connection: Any,
    inputs: JobInputs,
    text: str,
    dialect: Dialect,
    header: TableHeader,
    width: int,
) -> int | None:
    """Let DuckDB read the rows; None where it stumbles, so that a row can be named."""
    import duckdb

    if inputs.scratch is None or not dialect.quoted or len(text) < 100_000:
        return None
    data = text.encode()
    if len(data) > _PLAIN_BYTES:
        return None
    path = os.path.join(inputs.scratch, "plain.csv")
    names = ", ".join(f"'c{at}': 'VARCHAR'" for at in range(width))
    chosen = ", ".join(f"{rawtable.tidy(f'c{at}')} AS c{at}" for at in range(width))
    try:
        with open(path, "wb") as file:
            file.write(data)
        del data
        connection.execute(
            f"CREATE OR REPLACE TABLE raw AS SELECT {chosen} FROM read_csv({literal(path)},"
            f" columns = {{{names}}}, auto_detect = false, header = false,"
            f" delim = {literal(dialect.separator)}, quote = '\"', escape = '\"',"
            f" skip = {dialect.skip + header.skip}, max_line_size = {_LONG_LINE},"
            " null_padding = false, strict_mode = true, parallel = true)"
        )
    except (duckdb.Error, OSError):
        return None
    finally:
        if os.path.exists(path):
            os.unlink(path)
    rows = connection.execute("SELECT count(*) FROM raw").fetchone()[0]
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

"""Text with separators: which one it is, and its rows; what is broken is named by its row."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tools.sandbox.outlet import ProgramFault

SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
_SAMPLE = 200_000
_LINES = 300
_COMMA_NUMBER = re.compile(r"\s*[-+]?[\d.]+,\d+\s*")


@dataclass(frozen=True, slots=True)
class Dialect:
    """How the cells of a text are told apart."""

    separator: str
    quoted: bool = True
    skip: int = 0  # lines before the first row


def dialect_of(text: str, ending: str) -> Dialect:
    """Find the separator by how evenly it divides the lines."""
    if said := re.match(r"sep=(.)\r?\n", text, re.I):  # Excel's own way to say so
        return Dialect(said[1], skip=1)
    lines = text[:_SAMPLE].splitlines(keepends=True)
    if len(text) > _SAMPLE:
        lines = lines[:-1] or lines
    sample = "".join(lines[:_LINES])
    if _one_column_of_numbers(lines[:_LINES]):
        return Dialect(";")
    scores = {mark: _evenness(sample, mark) for mark in SEPARATORS}
    best = max(scores, key=lambda mark: scores[mark])
    if scores[best] == (0.0, 0):
        best = "\t" if ending == "tsv" else ","
    return Dialect(best)


def rows_of(text: str, dialect: Dialect) -> Iterator[list[str]]:
    """Yield rows as they stand; one that holds an open quote is refused by its number."""
    csv.field_size_limit(max(len(text) + 1, 131_072))
    source = io.StringIO(text, newline="")
    for _ in range(dialect.skip):
        source.readline()
    quoting = csv.QUOTE_MINIMAL if dialect.quoted else csv.QUOTE_NONE
    reader = csv.reader(source, delimiter=dialect.separator, quoting=quoting, strict=False)
    number = 0
    try:
        for number, row in enumerate(reader, 1):  # noqa: B007
            yield row
    except csv.Error as exc:
        raise ProgramFault(
            "row", f"row {number + 1} cannot be read ({exc}); mend it and send it again"
        ) from exc


def broken_quote(text: str, dialect: Dialect) -> int | None:
    """Return the line of the first quoted cell that is not closed at its end; None if all are."""
    if '"' not in text:
        return None
    mark = re.escape(dialect.separator)
    cells = re.compile(rf'(?:\A|(?<=[{mark}\n\r]))"(?:[^"]|"")*+(?:"(?=[{mark}\r\n]|\Z)()|)')
    for found in cells.finditer(text):
        if found[1] is None:
            return text.count("\n", 0, found.start()) + 1
    return None


def _evenness(sample: str, separator: str) -> tuple[float, int]:
    """Return which share of the rows have one and the same number of cells, and that number."""
    widths = Counter(
        len(row) for row in csv.reader(io.StringIO(sample, newline=""), delimiter=separator) if row
    )
    wide = Counter({width: count for width, count in widths.items() if width > 1})
    if not wide:
        return (0.0, 0)
    width, count = max(wide.items(), key=lambda each: (each[1], each[0]))
    share = count / widths.total()
    return (round(share, 1), width) if share >= 0.3 else (0.0, 0)


def _one_column_of_numbers(lines: list[str]) -> bool:
    """Tell a single column with decimal commas from two columns."""
    said = [line for line in lines if line.strip()]
    return (
        len(said) > 1
        and "," not in said[0]
        and all(_COMMA_NUMBER.fullmatch(line) for line in said[1:])
    )

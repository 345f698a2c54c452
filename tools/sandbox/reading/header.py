"""Where the table begins in a sheet of cells, and what its columns are called."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from tools.sandbox.reading.values import is_empty, looks_typed

LOOKED_AT = 60
LONGEST = 200
_YEAR = re.compile(r"(19|20)\d\d")


@dataclass(frozen=True, slots=True)
class TableHeader:
    """The names of the columns, and how many rows stand before the first one of data."""

    names: list[str]
    skip: int
    notes: tuple[str, ...] = ()


def header_of(rows: Sequence[Sequence[str]], width: int) -> TableHeader:
    """Find the header among the first rows; without one, columns are numbered."""
    cells = [[*(c.strip() for c in row), *[""] * (width - len(row))] for row in rows[:LOOKED_AT]]
    first = _first_full(cells, width)
    if first is None:
        return TableHeader(_unlike([""] * width), 0)
    head, below = cells[first], cells[first + 1 :]
    notes = [f"{first} rows above the table were left out"] if _said(cells[:first]) else []
    second = below[0] if below else []
    if _two_rows(head, second, below[1:]):
        names = [
            " / ".join(p for p in pair if p) for pair in zip(_spread(head), second, strict=True)
        ]
        return TableHeader(_unlike(names), first + 2, (*notes, "its header has two rows"))
    if not _is_header(head, below):
        return TableHeader(_unlike([""] * width), first, (*notes, "it has no header"))
    return TableHeader(_unlike(head), first + 1, tuple(notes))


def clean_name(given: str) -> str:
    """Return a name without what cannot be seen."""
    seen = "".join(c for c in given if c.isspace() or unicodedata.category(c)[0] != "C")
    return re.sub(r"\s+", " ", seen).strip()[:LONGEST].strip()


def _unlike(names: Sequence[str]) -> list[str]:
    """Give every column a name, and no two the same one: DuckDB takes no account of capitals."""
    taken: set[str] = set()
    unlike: list[str] = []
    for at, given in enumerate(names, 1):
        wanted = name = clean_name(given) or f"column_{at}"
        number = 2
        while name.casefold() in taken:
            name, number = f"{wanted[: LONGEST - 8]}_{number}", number + 1
        taken.add(name.casefold())
        unlike.append(name)
    return unlike


unlike = _unlike


def _first_full(cells: Sequence[Sequence[str]], width: int) -> int | None:
    """Return the first row that is as full as a table's: titles and blank lines are not."""
    filled = [sum(1 for c in row if c) for row in cells]
    most = max(filled, default=0)
    if most == 0:
        return None
    enough = 1 if most == 1 else max(2, round(0.5 * most))
    return next(at for at, count in enumerate(filled) if count >= enough)


def _said(cells: Sequence[Sequence[str]]) -> bool:
    return any(c for row in cells for c in row)


def _is_header(head: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Tell names from values: names are words, unlike each other and unlike what stands below."""
    said = [c for c in head if c]
    typed = [looks_typed(c) for c in head]
    if any(typed):
        return _years(head, typed)
    if not below:
        return True
    for at, name in enumerate(head):
        column = [row[at] for row in below if not is_empty(row[at])]
        if column and all(looks_typed(c) for c in column):
            return True  # words above figures
        if name and name in column:
            return False
    return len({c.casefold() for c in said}) == len(said) or len(below) < 3


def _years(head: Sequence[str], typed: Sequence[bool]) -> bool:
    """Allow for years as names, behind at least one name of words: product, 2024, 2025."""
    numbers = [c for c, is_typed in zip(head, typed, strict=True) if is_typed]
    return (
        bool(head[0])
        and not typed[0]
        and len(set(numbers)) == len(numbers)
        and all(_YEAR.fullmatch(c) for c in numbers)
    )


def _two_rows(head: Sequence[str], second: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Recognise a header of groups with names below: gaps above, words below, figures after."""
    if not second or not below or "" not in head or any(looks_typed(c) for c in head):
        return False
    if any(looks_typed(c) and not _YEAR.fullmatch(c) for c in second):
        return False
    gaps = [at for at, c in enumerate(head) if not c]
    if not all(second[at] for at in gaps) or not any(head[at] for at in range(gaps[0])):
        return False
    return any(looks_typed(c) for row in below for c in row)


def _spread(head: Sequence[str]) -> list[str]:
    """Write the name of a merged cell over all that it covers."""
    spread: list[str] = []
    for cell in head:
        spread.append(cell or (spread[-1] if spread else ""))
    return spread

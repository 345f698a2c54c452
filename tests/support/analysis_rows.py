"""Grouped results in texts and tables, compared with the groups a question expects."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from tests.support.analysis_answer import ExamExpectation, ExamMark, GivenAnswer, GivenTable
from tests.support.analysis_labels import pattern, plain
from tests.support.analysis_numbers import WrittenNumber, numbers


@dataclass
class AnswerText:
    """A text with its numbers, and the places of labels."""

    text: str
    found: list[WrittenNumber] = field(init=False)
    bare: str = field(init=False)

    def __post_init__(self) -> None:
        self.found, self.bare = numbers(self.text), plain(self.text)

    def has(self, value: float, tolerance: float) -> bool:
        return any(number.means(value, tolerance) for number in self.found)

    def first(self, label: str, peers: Sequence[str]) -> int | None:
        match = pattern(label, peers).search(self.bare)
        return match.start() if match else None


def rows_mark(answer: GivenAnswer, expected: ExamExpectation) -> ExamMark:
    given = [*answer.tables, *(chart.table for chart in answer.charts)]
    marks = [table_mark(table, expected) for table in given]
    if any(mark.result == "right" for mark in marks):
        contradiction = _contradiction(AnswerText(answer.text), expected)
        return contradiction or ExamMark("right", "a table has all groups")
    prose = _prose_rows(AnswerText(answer.text), expected)
    return prose if prose.result == "right" or not marks else marks[0]


def _contradiction(reading: AnswerText, expected: ExamExpectation) -> ExamMark | None:
    """Find a group of which the text says another number than the right table beside it."""
    for row in expected["rows"]:
        near = numbers_after(reading, row, expected["rows"])
        if near and not any(holds(expected, row, number) for number in near):
            # Shares and ranks beside a label are no contradiction: they need the value elsewhere.
            if reading.has(row["value"], _tolerance(row)):
                continue
            if re.search(r"%", reading.text):
                continue
            return ExamMark("wrong", f"the text says otherwise of {_name(row)}")
    return None


def _prose_rows(reading: AnswerText, expected: ExamExpectation) -> ExamMark:
    missing: list[str] = []
    for row in expected["rows"]:
        near = numbers_after(reading, row, expected["rows"])
        if not near:
            missing.append(_name(row))
        elif not any(holds(expected, row, number) for number in near):
            return ExamMark("wrong", f"another figure for {_name(row)}")
    if missing and not reading.found:
        return ExamMark("missing", "no figure at all")
    if missing:
        return ExamMark("missing", f"nothing of {', '.join(missing[:3])}")
    return ExamMark("right", "the text has all groups")


def numbers_after(
    reading: AnswerText, row: dict[str, Any], rows: list[dict[str, Any]]
) -> list[WrittenNumber]:
    """Find the numbers between a label's first mention and the next label."""
    labels = _labels(row)
    peers = [_labels(other)[-1] for other in rows]
    starts = [reading.first(label, peers) for label in labels]
    if any(start is None for start in starts):
        return []
    match = pattern(labels[-1], peers).search(reading.bare, max(s for s in starts if s is not None))
    if match is None:
        return []
    ends = [
        other.start()
        for peer in set(peers) - {labels[-1]}
        if (other := pattern(peer, peers).search(reading.bare, match.end()))
    ]
    return [n for n in reading.found if match.end() <= n.at < min(ends, default=len(reading.text))]


def table_mark(table: GivenTable, expected: ExamExpectation) -> ExamMark:
    """ExamMark the rows of a table: all groups, no other group, each with its value."""
    rows, missing = list(expected["rows"]), list[str]()
    peers = [_labels(row)[-1] for row in rows]
    matched: set[int] = set()
    order: list[int] = []
    for row in rows:
        lines = [n for n, line in enumerate(table.rows) if is_row(line, _labels(row), peers)]
        fits = [n for n in lines if any(cell_is(cell, row, expected) for cell in table.rows[n])]
        if not lines:
            missing.append(_name(row))
        elif not fits:
            return ExamMark("wrong", f"another figure for {_name(row)}")
        matched |= set(lines)
        order += fits[:1]
    if missing:
        if not matched:
            return ExamMark("wrong", "a table of other groups")
        return ExamMark("missing", f"no row for {', '.join(missing[:3])}")
    extra = [line for n, line in enumerate(table.rows) if n not in matched and _is_named(line)]
    if extra and not expected.get("more_rows"):
        return ExamMark("wrong", f"a group that was not asked for: {extra[0][0]}")
    if expected.get("ordered") and not _in_order(order, expected["rows"]):
        return ExamMark("wrong", "the groups stand in another order")
    return ExamMark("right", "all groups")


def _in_order(places: Sequence[int], rows: Sequence[dict[str, Any]]) -> bool:
    """Whether the groups stand as expected; equal ones may stand either way."""
    pairs = zip(
        zip(places, rows, strict=True), list(zip(places, rows, strict=True))[1:], strict=False
    )
    return all(a < b or one["value"] == two["value"] for (a, one), (b, two) in pairs)


def _is_named(line: Sequence[Any]) -> bool:
    """Whether a row is a group with a name: not the empty cells, and not the total."""
    words = [plain(str(cell)).strip() for cell in line if isinstance(cell, str)]
    empty = {
        "",
        "vazio",
        "vazia",
        "em branco",
        "sem valor",
        "empty",
        "blank",
        "missing",
        "none",
        "null",
        "nan",
    }
    return bool(words) and not any(word in empty or word.startswith("total") for word in words)


def is_row(line: Sequence[Any], labels: Sequence[str], peers: Sequence[str]) -> bool:
    return all(any(_cell_names(cell, label, peers) for cell in line) for label in labels)


def _cell_names(cell: Any, label: str, peers: Sequence[str]) -> bool:
    if cell is None:
        return False
    if isinstance(cell, bool):
        cell = "yes" if cell else "no"
    if isinstance(cell, int | float):
        return re.fullmatch(r"-?\d+(?:\.\d+)?", label) is not None and float(label) == cell
    said = re.sub(r"\s+", " ", plain(str(cell))).strip()
    return pattern(label, peers).fullmatch(said) is not None


def cell_is(cell: Any, row: dict[str, Any], expected: ExamExpectation) -> bool:
    if isinstance(cell, bool) or cell is None:
        return False
    if isinstance(cell, int | float):
        return holds(expected, row, WrittenNumber(0, ((float(cell), 0),)))
    return any(holds(expected, row, number) for number in numbers(str(cell)))


def holds(expected: ExamExpectation, row: dict[str, Any], number: WrittenNumber) -> bool:
    """Whether a number is the row's value; a share may stand as 0.31 or as 31.0%."""
    value, tolerance = row["value"], _tolerance(row)
    if row.get("unit", expected.get("unit")) == "%":
        return (
            number.means(round(value, 1), tolerance)
            or any(
                shown != 1 and abs(100 * read - value) <= tolerance
                for read, shown in number.readings
            )
            or any(
                abs(round(read, 1) - round(value, 1)) <= tolerance + 1e-9
                for read, _ in number.readings
            )
        )
    return number.means(value, tolerance)


def _labels(row: dict[str, Any]) -> list[str]:
    label: Any = row["label"]
    parts = cast(list[Any], label) if isinstance(label, list) else [label]
    return [str(part) for part in parts]


def _name(row: dict[str, Any]) -> str:
    return " / ".join(_labels(row))


def _tolerance(row: dict[str, Any]) -> float:
    return float(row.get("tolerance", 0))

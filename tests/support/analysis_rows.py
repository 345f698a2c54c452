"""Grouped results in texts and tables, compared with the groups a question expects."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from tests.support.analysis_answer import ExamExpectation, ExamMark, GivenAnswer, GivenTable
from tests.support.analysis_labels import pattern, plain
from tests.support.analysis_numbers import WrittenNumber, numbers

_EMPTY = {
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
}


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
    rows, missing = expected["rows"], list[str]()
    # "73 de manhã, 68 de tarde": all numbers may stand right before their labels.
    before = [_number_before(reading, row, rows) for row in rows]
    if all(n and holds(expected, row, n[-1]) for n, row in zip(before, rows, strict=True)):
        return ExamMark("right", "the text has all groups")
    for row in rows:
        near = numbers_after(reading, row, rows) or _number_before(reading, row, rows)
        if not near:
            missing.append(_name(row))
        elif not any(holds(expected, row, number) for number in near):
            return ExamMark("wrong", f"another figure for {_name(row)}")
    if missing and not reading.found:
        return ExamMark("missing", "no figure at all")
    if missing and (len(missing) == len(rows) or expected.get("more_rows")):
        return ExamMark("wrong", f"it states something else, not {missing[0]}")
    if missing:
        return ExamMark("missing", f"nothing of {', '.join(missing[:3])}")
    return ExamMark("right", "the text has all groups")


def _number_before(
    reading: AnswerText, row: dict[str, Any], rows: list[dict[str, Any]]
) -> list[WrittenNumber]:
    """Find the number right before a label: "45 in Porto"."""
    at = reading.first(_labels(row)[-1], [_labels(other)[-1] for other in rows])
    return [n for n in reading.found if at is not None and at - 12 <= n.at < at][-1:]


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
    end = min(ends, default=len(reading.text))
    return [n for n in reading.found if match.end() <= n.at < end]


def table_mark(table: GivenTable, expected: ExamExpectation) -> ExamMark:
    """Mark a table as it stands, or, of two groupings, with one of them as its columns."""
    mark = _lines_mark(table.rows, expected)
    if mark.result == "right" or len(_labels(expected["rows"][0])) < 2:
        return mark
    wide = _lines_mark(_lengthened(table), expected)
    return wide if wide.result != "wrong" or "other groups" in mark.reason else mark


def _lengthened(table: GivenTable) -> list[list[Any]]:
    """Write each cell of a wide table on a line of its own, with its two headings."""
    return [
        [line[0], head, cell]
        for line in table.rows
        for head, cell in zip(table.columns[1:], line[1:], strict=False)
    ]


def _lines_mark(given: Sequence[Sequence[Any]], expected: ExamExpectation) -> ExamMark:
    """Mark lines: all groups, no other group, each with its value."""
    missing: list[str] = []
    peers = [_labels(row)[-1] for row in expected["rows"]]
    matched: set[int] = set()
    order: list[int] = []
    for row in expected["rows"]:
        lines = [n for n, line in enumerate(given) if is_row(line, _labels(row), peers)]
        fits = [n for n in lines if any(cell_is(cell, row, expected) for cell in given[n])]
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
    return _others_mark(given, matched, expected) or _order_mark(order, expected)


def _others_mark(
    given: Sequence[Sequence[Any]], matched: set[int], expected: ExamExpectation
) -> ExamMark | None:
    """Find a group that was not asked for, or one above those that had to come first."""
    extra = [n for n, line in enumerate(given) if n not in matched and _is_named(line)]
    if expected.get("more_rows"):
        extra = [n for n in extra if n < max(matched)]
    return ExamMark("wrong", f"another group: {given[extra[0]][0]}") if extra else None


def _order_mark(order: Sequence[int], expected: ExamExpectation) -> ExamMark:
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
    """Whether a row is a group with a name and a number: neither empty, nor the total."""
    words = [plain(str(cell)).strip() for cell in line if isinstance(cell, str)]
    counts = [cell for cell in line if isinstance(cell, int | float)]
    named = bool(words) and not any(word in _EMPTY or word.startswith("total") for word in words)
    return named and any(counts)


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
    return pattern(label, peers, cell=True).fullmatch(said) is not None


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

"""How an analyst's answer is marked against what a question of the examination expects.

*wrong* states a figure or a label that is not so; *missing* asks back or refuses, or leaves a part
out, where an answer was possible. Never to be wrong weighs more than to answer.
"""

from __future__ import annotations

from typing import Any

from tests.support.analysis_answer import AnsweredAs, ExamExpectation, ExamMark, GivenAnswer
from tests.support.analysis_labels import pattern, plain
from tests.support.analysis_numbers import numbers
from tests.support.analysis_rows import (
    AnswerText,
    cell_is,
    holds,
    is_row,
    numbers_after,
    rows_mark,
    table_mark,
)

_TOO_MANY = 8


def score(answer: GivenAnswer, expected: ExamExpectation, question: str = "") -> ExamMark:
    """Mark an answer; where several readings are equally right, any of them will do."""
    own = _score(answer, expected, question)
    others = [score(answer, other, question) for other in expected.get("any_of", ())]
    right = [mark for mark in (own, *others) if mark.result == "right"]
    return right[0] if right else own


def _score(answer: GivenAnswer, expected: ExamExpectation, question: str) -> ExamMark:
    told, kind = answer.told(), expected["kind"]
    if kind == "refusal":
        fine = told != "figures"
        return (
            ExamMark("right", told)
            if fine
            else ExamMark("wrong", "it answers what cannot be answered")
        )
    if kind == "choice":
        return _choice(answer, told, expected)
    if told != "figures":
        return ExamMark("missing", f"a {told} where an answer was possible")
    if kind == "chart":
        return _chart(answer, expected)
    return (
        rows_mark(answer, expected) if "rows" in expected else _figures(answer, expected, question)
    )


def _choice(answer: GivenAnswer, told: AnsweredAs, expected: ExamExpectation) -> ExamMark:
    if told == "figures":
        return ExamMark("wrong", "it answers one reading of several without asking")
    if told == "refusal":
        return ExamMark("missing", "it refuses where a question back would do")
    said = plain(answer.text)
    for ways in expected.get("ask_about", ()):
        if not any(plain(way).strip() in said for way in ways):
            return ExamMark("missing", f"it does not ask about {ways[0]}")
    return ExamMark("right", "it asks back")


def _chart(answer: GivenAnswer, expected: ExamExpectation) -> ExamMark:
    if not answer.charts:
        mark = rows_mark(answer, expected)
        return mark if mark.result == "wrong" else ExamMark("missing", "no chart")
    marks = [table_mark(chart.table, expected) for chart in answer.charts]
    best = next((n for n, mark in enumerate(marks) if mark.result == "right"), None)
    if best is None:
        return marks[0]
    drawn = answer.charts[best].type
    if drawn not in expected["charts"]:
        return ExamMark("wrong", f"a {drawn} chart does not show this")
    return ExamMark("right", f"a {drawn} chart")


def _figures(answer: GivenAnswer, expected: ExamExpectation, question: str) -> ExamMark:
    reading = AnswerText(answer.text)
    for figure in expected["figures"]:
        if figure.get("label"):
            mark = _labelled(answer, reading, figure, expected)
        else:
            mark = _lone(answer, reading, figure, expected, question)
        if mark.result != "right":
            return mark
    return ExamMark("right", "the text has what was asked")


def _lone(
    answer: GivenAnswer,
    reading: AnswerText,
    figure: dict[str, Any],
    expected: ExamExpectation,
    question: str,
) -> ExamMark:
    asked = [read for number in numbers(question) for read, _ in number.readings]
    new = [n for n in reading.found if not any(read in asked for read, _ in n.readings)]
    if any(holds(expected, figure, number) for number in reading.found):
        if len(new) > _TOO_MANY + len(expected["figures"]):
            return ExamMark("wrong", "the figure is lost among others")
        return ExamMark("right", "the figure")
    ones = [table for table in answer.tables if len(table.rows) == 1]
    if any(cell_is(cell, figure, expected) for table in ones for cell in table.rows[0]):
        return ExamMark("right", "a table of one row has the figure")
    if not new and not ones:
        return ExamMark("missing", "no figure at all")
    return ExamMark("wrong", f"{figure['value']} expected")


def _labelled(
    answer: GivenAnswer, reading: AnswerText, figure: dict[str, Any], expected: ExamExpectation
) -> ExamMark:
    among = dict(figure.get("among", {}))
    label, peers = str(figure["label"]), [str(figure["label"]), *among]
    if reading.first(label, peers) is None:
        named = next((rival for rival in among if reading.first(rival, peers) is not None), None)
        if named:
            return ExamMark("wrong", f"it names {named}, not {label}")
        first = next((table.rows[0] for table in answer.tables if table.rows), None)
        if first is None:
            return ExamMark("wrong" if reading.found else "missing", f"it does not name {label}")
        if not is_row(first, [label], peers):
            return ExamMark("wrong", f"the first row is not {label}")
        fits = "value" not in figure or any(cell_is(c, figure, expected) for c in first)
        return (
            ExamMark("right", "the first row")
            if fits
            else ExamMark("wrong", f"{figure['value']} expected")
        )
    if "value" in figure and not any(holds(expected, figure, n) for n in reading.found):
        if reading.found or not answer.tables:
            return ExamMark("wrong" if reading.found else "missing", f"{figure['value']} expected")
        lines = [r for table in answer.tables for r in table.rows if is_row(r, [label], peers)]
        if not any(cell_is(cell, figure, expected) for line in lines for cell in line):
            return ExamMark("wrong", f"{figure['value']} expected")
    return _winner(reading, label, among)


def _winner(reading: AnswerText, label: str, among: dict[str, float]) -> ExamMark:
    """Whether the label is the one put forward: named first, or last after a comparison."""
    peers = [label, *among]
    here = reading.first(label, peers) or 0
    sooner = [
        rival for rival in among if (at := reading.first(rival, peers)) is not None and at < here
    ]
    last = max((m.start() for m in pattern(label, peers).finditer(reading.bare)), default=0)
    later = [r for r in among for m in pattern(r, peers).finditer(reading.bare) if m.start() > last]
    rows = [{"label": [name], "value": value} for name, value in among.items()]
    rows.append({"label": [label], "value": 0.0})
    for rival in sooner:
        if later and numbers_after(reading, {"label": [rival]}, rows):
            return ExamMark("wrong", f"{rival} stands before {label}")
    if sooner and not numbers_after(reading, {"label": [label]}, rows) and later:
        return ExamMark("wrong", f"{sooner[0]} stands before {label}")
    return ExamMark("right", f"{label}")

"""The forms that a column's values may have, each as a pattern and as SQL that reads it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from tools.sandbox.reading import values
from tools.sandbox.tables import literal

Kind = Literal["text", "integer", "decimal", "boolean", "date", "datetime", "time"]
Order = Literal["dmy", "mdy"]


@dataclass(frozen=True, slots=True)
class ColumnForm:
    """One way to read a column's text; `sql` has `{v}` for the text and gives null where it
    does not fit."""

    kind: Kind
    pattern: str
    sql: str
    unit: str | None = None
    order: Order | None = None
    comma: bool = False
    zoned: bool = False

    def fits(self, text: str) -> bool:
        """Tell whether a value is of this form; a date that no calendar has is found by SQL."""
        if not re.fullmatch(self.pattern, text):
            return False
        return self.order is None or _possible(text, self.order)


TEXT = ColumnForm("text", r"(?s).*", "{v}")


def forms_for(sample: Sequence[str], *, comma_first: bool) -> list[ColumnForm]:
    """Return the forms that may fit a column, the narrowest first."""
    return [_BOOLEAN, _INTEGER, *_numbers(sample, comma_first=comma_first), *_MOMENTS]


def _listed(words: Iterable[str]) -> str:
    return ", ".join(literal(word) for word in words)


# Single letters are left alone: S and N are regions as often as answers.
_BOOLEAN = ColumnForm(
    "boolean",
    f"(?i:{'|'.join((*values.TRUE, *values.FALSE))})",
    f"CASE WHEN lower({{v}}) IN ({_listed(values.TRUE)}) THEN true"
    f" WHEN lower({{v}}) IN ({_listed(values.FALSE)}) THEN false END",
)
_INTEGER = ColumnForm(
    "integer",
    values.WHOLE,
    f"CASE WHEN regexp_full_match({{v}}, {literal(values.WHOLE)})"
    " THEN TRY_CAST({v} AS BIGINT) END",
)
_UNIT = re.compile(rf"%|{values.CURRENCY}")


def _numbers(sample: Sequence[str], *, comma_first: bool) -> list[ColumnForm]:
    units = {found[0] for text in sample if len(text) < 60 and (found := _UNIT.search(text))}
    if len(units) > 1:
        return []
    unit = next(iter(units), None)
    both = [_number(unit, comma=True), _number(unit, comma=False)]
    return both if comma_first else both[::-1]


def _number(unit: str | None, *, comma: bool) -> ColumnForm:
    """Read figures with one decimal mark and, where there is one, one unit.

    A percent sign stands at all of them or at none: 12 and 12% would be different things.
    """
    digits = values.COMMA if comma else values.POINT
    if unit == "%":
        body = rf"[+-]? ?{digits} ?%"
    elif unit:
        mark = re.escape(unit)
        body = rf"[+-]? ?(?:{mark} ?)?[+-]?{digits}(?: ?{mark})?"
    else:
        body = rf"[+-]?{digits}"
    pattern = rf"{body}|\({body}\)"
    bare = "{v}"
    if unit:
        bare = f"replace({bare}, {literal(unit)}, '')"
    bare = f"regexp_replace({bare}, '[() ]', '', 'g')"
    bare = f"replace(replace({bare}, '.', ''), ',', '.')" if comma else f"replace({bare}, ',', '')"
    sql = (
        f"CASE WHEN regexp_full_match({{v}}, {literal(pattern)}) THEN TRY_CAST({bare} AS DOUBLE)"
        " * CASE WHEN {v}[1] = '(' THEN -1 ELSE 1 END END"
    )
    named = {"BRL": "R$", "USD": "US$", "U$": "US$", "EUR": "€"}.get(unit or "", unit)
    return ColumnForm("decimal", pattern, sql, unit=named, comma=comma)


def _matching(pattern: str, sql: str) -> str:
    return f"CASE WHEN regexp_full_match({{v}}, {literal(pattern)}) THEN {sql} END"


_ISO_TEXT = "replace({v}, '/', '-')"
_ISO_MOMENT = rf"{values.ISO_DAY}[T ]{values.CLOCK}"
_ISO_ZONED = rf"{_ISO_MOMENT} ?{values.ZONE}"


def _day_form(order: Order, *, timed: bool) -> ColumnForm:
    day = "%d/%m/" if order == "dmy" else "%m/%d/"
    pattern = rf"{values.DAY} {values.CLOCK}" if timed else values.DAY
    head = "split_part({v}, ' ', 1)" if timed else "{v}"
    plain = f"regexp_replace({head}, '[.-]', '/', 'g')"
    long = f"regexp_matches({head}, '[0-9]{{4}}$')"
    read = f"CASE WHEN {long} THEN try_strptime({plain}, '{day}%Y')"
    read += f" ELSE try_strptime({plain}, '{day}%y') END"
    if timed:
        clock = "split_part({v}, ' ', 2)"
        return ColumnForm(
            "datetime",
            pattern,
            _matching(pattern, f"CAST({read} AS DATE) + TRY_CAST({_clock(clock)} AS TIME)"),
            order=order,
        )
    return ColumnForm("date", pattern, _matching(pattern, f"CAST({read} AS DATE)"), order=order)


def _clock(text: str) -> str:
    """Write a time of the day as DuckDB reads it: two digits, and seconds."""
    padded = f"CASE WHEN {text}[2] = ':' THEN '0' || {text} ELSE {text} END"
    return f"CASE WHEN length({padded}) = 5 THEN ({padded}) || ':00' ELSE {padded} END"


_MOMENTS: tuple[ColumnForm, ...] = (
    ColumnForm("date", values.ISO_DAY, _matching(values.ISO_DAY, f"TRY_CAST({_ISO_TEXT} AS DATE)")),
    ColumnForm(
        "datetime",
        rf"{_ISO_MOMENT}|{values.ISO_DAY}",
        _matching(rf"{_ISO_MOMENT}|{values.ISO_DAY}", f"TRY_CAST({_ISO_TEXT} AS TIMESTAMP)"),
    ),
    ColumnForm(
        "datetime",
        _ISO_ZONED,
        _matching(
            _ISO_ZONED,
            f"CAST(TRY_CAST({_ISO_TEXT} AS TIMESTAMPTZ) AT TIME ZONE 'UTC' AS TIMESTAMP)",
        ),
        zoned=True,
    ),
    _day_form("dmy", timed=False),
    _day_form("mdy", timed=False),
    _day_form("dmy", timed=True),
    _day_form("mdy", timed=True),
    ColumnForm(
        "time",
        values.CLOCK,
        _matching(values.CLOCK, f"TRY_CAST({_clock('{v}')} AS TIME)"),
    ),
)


def _possible(text: str, order: Order) -> bool:
    first, second = (int(part) for part in re.split(r"[/.-]", text)[:2])
    day, month = (first, second) if order == "dmy" else (second, first)
    return 1 <= day <= 31 and 1 <= month <= 12

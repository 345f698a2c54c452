"""How the conditions of a query are said."""

from __future__ import annotations

from collections.abc import Sequence

from analysis.query import RowFilter
from analysis.result import ResultColumn
from analysis.wording import readable, shown
from language.detect import Language

_CONTAINS: dict[Language, str] = {"en": "contains", "pt": "contém"}


def conditions_said(filters: Sequence[RowFilter], language: Language) -> str:
    """Say which rows count, as they are named in answers and titles."""
    return ", ".join(_condition(f, language) for f in filters[:6])


def _condition(given: RowFilter, language: Language) -> str:
    column = ResultColumn(
        name=given.column, bucket=given.bucket, kind="date" if _is_date(given) else "text"
    )
    values = given.value if isinstance(given.value, list) else [given.value]
    said = [shown(v, column, language) for v in values if v is not None]
    name = readable(given.column)
    match given.operator:
        case "is empty" | "is filled":
            empty = {"en": ("empty", "filled"), "pt": ("vazio", "preenchido")}[language]
            return f"{name} {empty[given.operator == 'is filled']}"
        case "between":
            return f"{name} {said[0]} – {said[1]}"
        case "=" | "in":
            return f"{name} {', '.join(said[:8])}{', …' if said[8:] else ''}"
        case "!=" | "not in":
            return f"{name} ≠ {', '.join(said[:6])}"
        case "contains":
            return f"{name} {_CONTAINS[language]} {said[0]}"
        case _:
            return f"{name} {given.operator} {said[0]}"


def _is_date(given: RowFilter) -> bool:
    values = given.value if isinstance(given.value, list) else [given.value]
    return all(isinstance(v, str) and v[:4].isdigit() and v[4:5] == "-" for v in values)

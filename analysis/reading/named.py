"""Finds whom an answer named: the one group of its result that stands in its words."""

from __future__ import annotations

import re

from analysis.query import RowFilter
from analysis.result import QueryResult
from analysis.wording import shown
from language.detect import Language

_MOST_LOOKED_AT = 1_000


def named_in(result: QueryResult, told: str, language: Language) -> tuple[RowFilter, ...]:
    """Return the condition that picks the one group an answer named; nothing if it named several.

    "The station with the most rows is Harbour" names one, so "it" may go on from there.
    """
    groups = [result.columns[at] for at in result.groups]
    if len(groups) != 1 or groups[0].step or not result.rows:
        return ()
    at, column = result.groups[0], groups[0]
    found: list[RowFilter] = []
    for row in result.rows[:_MOST_LOOKED_AT]:
        value = row[at]
        if not isinstance(value, str | int | float):
            continue
        if _stands_in(shown(value, column, language), told):
            found.append(RowFilter(column=column.name, value=value, bucket=column.bucket))
        if len(found) > 1:
            return ()
    return tuple(found)


def _stands_in(name: str, told: str) -> bool:
    return bool(name) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", told) is not None

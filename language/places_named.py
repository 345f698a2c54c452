"""Finds what capitals say of a place: "14 Abbey Foregate", and the ", Ludlow" behind a street."""

from __future__ import annotations

import re

from language.common_words import is_given_name
from language.date_words import MONTHS, WEEKDAYS
from language.found import Found
from language.matching import fold

_READ = 500
_WORD = r"[A-ZÀ-Ý][\w'’-]{1,30}"
_HOUSE = re.compile(
    rf"(?:^\W*|[,.;!]\s|\b(?:at|is|it's|address|no)\s)"
    rf"(?P<house>\d{{1,4}}[a-z]?,? {_WORD}(?:,? {_WORD}){{1,5}})"
)
_TAIL = re.compile(rf",? ?(?<=[, ])(?P<town>{_WORD}(?: {_WORD}){{0,2}})(?=\s*(?:$|[,.;!]))")
_COUNTED = re.compile(rf"\d{{1,4}} {_WORD} {_WORD}(?<=[^s]s)")  # "3 Silver Birches"
_MOST = 3  # villages, towns and counties behind a street


def find_houses(text: str) -> list[Found[str]]:
    """Find the house numbers before names that no word tells to be those of streets."""
    return [
        Found(m["house"], *m.span("house"))
        for m in _HOUSE.finditer(text[:_READ])
        if not (m["house"].isupper() or _is_day(m["house"]) or _COUNTED.fullmatch(m["house"]))
    ]


def end_of_place(text: str, end: int, *, names_open: bool) -> int:
    """Return where an address ends with the town behind it, which may be nobody's name."""
    for _ in range(_MOST):
        found = _TAIL.match(text[:_READ], end)
        if found is None or found[0][0] not in ", " or _is_day(found["town"]):
            break
        words = found["town"].split()
        if names_open and (len(words) > 1 or is_given_name(fold(words[0]))):
            break
        end = found.end()
    return end


def _is_day(text: str) -> bool:
    return any(word in WEEKDAYS or word in MONTHS for word in fold(text).split())

"""Reads the day a week later that is told beside a weekday: "not this wednesday, the next one"."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

from language.dates import FoundDate
from language.flat import flat

_NOT_THIS = re.compile(
    r"\b(?:nao|not|doesn'?t)\b[^.!?]{0,25}\b(?:this|[nd]?(?:ess|est)[ea]) (?:[a-z]+|[2-6]a?)$"
)
_OTHER = re.compile(
    r"(?:[ -]feira)?\b[^.!?]{0,25}(?P<other>\b(?:n?[ao] (?:outr[oa]|seguinte|proxim[oa])"
    r"|the (?:next one|next|one after|following one|week after|following week))\b)"
)
_WEEK = timedelta(days=7)


def the_other(found: FoundDate, text: str) -> FoundDate:
    """Return the day of the week after the one that is denied, where the text points at it."""
    plain = flat(text)
    other = _OTHER.match(plain, found.end)
    if other is None or not _NOT_THIS.search(plain[: found.end]):
        return found
    start, end = other.span("other")
    return replace(found, value=found.value + _WEEK, either=None, start=start, end=end)

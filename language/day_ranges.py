"""Reads stretches of days: "between Tuesday and Thursday next week", "de 10 a 14 de dezembro"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from language.date_words import WEEKDAYS
from language.dates import FoundDate

MOST_DAYS = 7
_WEEK = timedelta(days=7)
_OF = r"(?:the |o |a |dia |os |as |on |em ){0,3}"
_TO = re.compile(rf" ?(?:a|ao|ate|ate o|to|till?|until|through|thru|-|–) ?{_OF}")
_AND = re.compile(rf" (?:and|e) {_OF}")
_BETWEEN = re.compile(rf"\b(?:between|entre) {_OF}$")
_NUMBER = re.compile(
    r"(?:\b(?P<between>between|entre) )?(?:\b(?:from|de|do|between|entre) )?(?:the |o |dia ){0,2}"
    r"(?<![\d/.,:-])(?P<d>[12]?\d|3[01])(?:st|nd|rd|th)?"
    r"(?P<joint> ?(?:a|ao|ate|to|till?|until|-|–|and|e) ?)(?:the |o |dia ){0,2}$"
)
_ALONE = re.compile(rf"(?:{'|'.join(sorted(WEEKDAYS, key=len, reverse=True))})(?:[ -]feira)?")


@dataclass(frozen=True, slots=True)
class DayRange:
    """From one day to another, and where the words of both stand."""

    first: date
    last: date
    start: int
    end: int
    whole: bool  # it lasts from then to then; else it is some day in between

    @property
    def days(self) -> list[date]:
        """All of its days, where they are few; else the two ends."""
        length = (self.last - self.first).days
        if length >= MOST_DAYS:
            return [self.first, self.last]
        return [self.first + timedelta(days=n) for n in range(length + 1)]


def day_ranges(plain: str, found: Sequence[FoundDate]) -> list[DayRange]:
    """Find the stretches that the dates of a flat text are the ends of."""
    ranges: list[DayRange] = []
    for one, other in pairwise(found):
        joint, before = plain[one.end : other.start], plain[max(0, one.start - 30) : one.start]
        between = _BETWEEN.search(before) is not None
        if _TO.fullmatch(joint) or (between and _AND.fullmatch(joint)):
            ranges += _between(one, other, plain, whole=not between)
    for each in found:
        if all(each.start >= r.end or each.end <= r.start for r in ranges):
            ranges += _from_number(each, plain)
    return sorted(ranges, key=lambda each: each.start)


def _between(one: FoundDate, other: FoundDate, plain: str, *, whole: bool) -> list[DayRange]:
    """Put the ends in order: a weekday alone is the one that is next to the other end."""
    first, last = one.value, other.value
    if _ALONE.fullmatch(plain[other.start : other.end].strip()) and last < first:
        last += _WEEK
    if _ALONE.fullmatch(plain[one.start : one.end].strip()):
        first = last - timedelta(days=(last.weekday() - first.weekday()) % 7)
    return [DayRange(first, last, one.start, other.end, whole)] if first < last else []


def _from_number(found: FoundDate, plain: str) -> list[DayRange]:
    """Take "10 a" before "14 de dezembro" for the first of both."""
    before = _NUMBER.search(plain[max(0, found.start - 40) : found.start])
    if before is None or int(before["d"]) >= found.value.day:
        return []
    between = before["between"] is not None or "entre" in before[0]
    if before["joint"].strip() in ("and", "e") and not between:
        return []
    start = max(0, found.start - 40) + before.start()
    first = found.value.replace(day=int(before["d"]))
    return [DayRange(first, found.value, start, found.end, not between)]

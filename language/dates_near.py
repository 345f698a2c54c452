"""A weekday that is said of a known day: "no, sunday", and "the sunday after".

Behind or before it is counted from the known day. Alone it is the next one, unless the known day is
more than a week beyond that: who has told 5 December means the Sunday beside it. Who "said Friday"
speaks of no known day.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta

from language.date_matches import nearest_weekday
from language.date_words import WEEKDAYS
from language.dates import FoundDate
from language.flat import flat

_NAMES = "|".join(sorted((name for name in WEEKDAYS if len(name) > 2), key=len, reverse=True))
_WEEKDAY = re.compile(rf"^(?:(?:on|the|a|o|na|no|pra|para) )*(?P<day>{_NAMES})(?:[ -]feira)?")
_AFTER = re.compile(
    r"^ ?(?:after(?!noon)|following|seguinte|depois|posterior|later)\b(?! d[aeo]s? [a-z])"
)
_BEFORE = re.compile(r"^ ?(?:before|prior|earlier|antes|anterior)\b(?! d[aeo]s? [a-z])")
_SAID = re.compile(
    r"\b(?:said|told (?:you|u)|asked for|wanted|disse|falei|pedi|queria|dito)(?: (?:on|for|the|que|"
    r"era|o|a|na|no|pra|para)){0,2} ?$"
)
_WEEK = timedelta(days=7)
_WIDTH = 20


def near_known(found: FoundDate, text: str, known: date, today: date) -> FoundDate:
    """Return a weekday as it is meant beside a known day; any other day as it is."""
    said = _WEEKDAY.fullmatch(flat(found.text).strip())
    before = flat(text[max(0, found.start - _WIDTH) : found.start])
    if said is None or found.value < today or _SAID.search(before):
        return found
    behind = flat(text[found.end : found.end + _WIDTH])
    try:
        near = _beside(known, WEEKDAYS[said["day"]], found.value, behind)
    except OverflowError:  # in the first or the last week of all calendars
        return found
    return replace(found, value=near, either=None) if near >= today else found


def _beside(known: date, weekday: int, coming: date, behind: str) -> date:
    """Return the weekday before or behind a known day, near it, or the coming one."""
    if _AFTER.match(behind):
        return known + timedelta(days=(weekday - known.weekday() - 1) % 7 + 1)
    if _BEFORE.match(behind):
        return known - timedelta(days=(known.weekday() - weekday - 1) % 7 + 1)
    return nearest_weekday(known, weekday) if known - coming > _WEEK else coming

"""Days that are told by steps from another one: "the day before", "duas semanas antes".

From which day they are counted, the text says behind them ("of the party"), or before them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import islice

from language.date_words import WEEKDAYS
from language.detect import Language
from language.spelled import in_digits

_READ = 500
_MOST = 3
_BACK = r"(?:before(?:hand)?|earlier|prior(?: to)?|antes|anterior|mais cedo)"
_ON = r"(?:after(?:wards)?|later|following|depois|seguinte|apos|mais tarde)"
_SHORT = 4  # letters of "tues" and "terc"
_UNITS = {"d": 1, "w": 7, "s": 7, "f": 14}
_WEEKDAYS = "|".join(name for name in WEEKDAYS if len(name) > _SHORT)
_STEP = re.compile(
    r"(?<![\w/-])(?:(?:on|no|na|num) )?(?:"
    r"(?:(?P<n>\d{1,2})|an|one|uma?|(?:a|the|o)(?= (?:day|dia)\b)|a(?= (?:week|fortnight)\b))"
    r" (?P<unit>days?|weeks?|fortnights?|dias?|semanas?)"
    rf" (?:(?P<back>{_BACK})|(?P<on>{_ON}))"
    rf"|dia (?:(?P<back2>anterior)|(?P<on2>seguinte))"
    rf"|(?:the |a |o )?(?P<weekday>{_WEEKDAYS})(?:[ -]feira)? (?:(?P<back3>{_BACK})|(?P<on3>{_ON}))"
    r"(?= ?(?:$|[,.;!?]|please|por favor))"  # no "friday before noon"
    r"|(?P<eve>(?:a )?vespera|(?:the )?eve(?= of\b))"
    r"|(?:the )?(?P<next>(?:next|following) day)"
    r"|(?:the |o )?(?P<same>(?:(?:same|very|mesmo|proprio) (?:day|dia)"
    r"|(?<=on the )day(?= of (?:the|my|our)\b)|(?<=\bno )dia(?= d[aeo] [a-z])))"
    r"|(?:the |a )?(?P<night>(?:night|evening) before|noite anterior)"
    r")\b(?! (?:yesterday|tomorrow|today|ontem|amanha|hoje|next|or\b|ou\b))"
    r"(?! (?:the |o |dia |d[eo] )?\d)"
)
_ABOUT = re.compile(  # "at least a week before" is no day
    r"\b(?:at (?:least|most)|up to|(?:more|less|later|earlier) than|minimum(?: of)?|within|about"
    r"|around|between|some|no (?:minimo|maximo)|pelo menos|ate|(?:mais|menos) (?:d[eo]|que|do que)"
    r"|entre|uns|umas|cerca de|(?:\d{1,2}|an?|one|uma?)(?: (?:days?|weeks?|dias?|semanas?))?"
    r" (?:and|or|to|e|ou|a))(?: (?:os|as|the|um|uns))? ?$"
)
_AHEAD = 30  # characters before a day that may say so
_OWN = re.compile(r"\b(?:later|earlier|mais (?:tarde|cedo))$")
_OF = re.compile(  # "before the party", and not "before for the fitting"
    r" (?:as |of )?(?:the|my|our|your|his|her|their|d[aeo]s?|que (?:a|o))"
    r" (?P<of>(?:minha |meu |nossa |nosso )?[a-z]{3,20}(?: [a-z]{3,20})?)"
)


@dataclass(frozen=True, slots=True)
class DaySteps:
    """So many days on from another day, where that is said, and what stands behind it."""

    days: int
    start: int
    end: int
    behind: tuple[int, int]  # the words that may tell from which day
    own: bool  # "a day later" moves a day that is known, where "the day after" is after another
    weekday: (
        int | None
    )  # "the Friday before": the next one of these, of which `days` tells the side
    other: bool  # "na véspera" and "the same day" are of another day, whatever is known


def day_steps(text: str, language: Language) -> Iterator[DaySteps]:
    """Find the days of a text that are told by steps from another one."""
    written = in_digits(text[:_READ], language)
    for found in islice(_STEP.finditer(written.text), _MOST):
        if _ABOUT.search(written.text[max(0, found.start() - _AHEAD) : found.start()]):
            continue
        start, end = written.place(*found.span())
        behind = _OF.match(written.text, found.end())
        place = written.place(*behind.span("of")) if behind else (end, end)
        own, other = _OWN.search(found[0]) is not None, bool(found["eve"] or found["same"])
        weekday = WEEKDAYS[found["weekday"]] if found["weekday"] else None
        yield DaySteps(_days(found), start, end, place, own, weekday, other)


def stepped(day: date, steps: DaySteps) -> date | None:
    """Return the day to which steps lead from another, None beyond all calendars."""
    days = steps.days
    if steps.weekday is not None:
        ahead = (steps.weekday - day.weekday()) % 7
        days = (ahead or 7) if steps.days > 0 else (ahead - 7 if ahead else -7)
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return None


def _days(found: re.Match[str]) -> int:
    if found["same"]:
        return 0
    if found["night"]:
        return -1
    if found["unit"] is None:
        return 1 if found["on2"] or found["on3"] or found["next"] else -1
    days = int(found["n"] or 1) * _UNITS[found["unit"][0]]
    return days if found["on"] else -days

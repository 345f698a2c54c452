"""Reads dates as people write them, relative and absolute, in Portuguese and English.

Numbers may be in words. What leaves out the year or the month is taken for the next day of that
kind, or for the last one where a question looks back.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import groupby, pairwise

from language.date_anchors import (
    counted_from,
    in_its_week,
    is_occasion,
    is_of_event,
    is_told_of,
    names_week,
    names_week_of,
    rests_on_unknown,
    said_with,
    steps_before,
)
from language.date_doubts import is_no_day
from language.date_matches import DateMatch, Lean, months_on, nearest_weekday
from language.date_words import COUNTED_BACK, PATTERNS, UNITS, WEEKDAYS
from language.detect import Language
from language.flat import flat
from language.spelled import Spelled, in_digits, in_neighbours_digits

_READ = 2_000
_MISCOUNTED = 2  # days that "in ten days" may be off
LONE_DAY = re.compile(r"(?:no |on )?(?:dia|day|the) (\d{1,2})(?:st|nd|rd|th|o)?")
_STRETCHED = re.compile(  # "sabadooo", "fridayy"
    r"(?<!\w)(?:"
    + "|".join(
        "".join(f"{letter}+" for letter, _ in groupby(day)) for day in WEEKDAYS if len(day) > 4
    )
    + r")(?!\w)",
    re.I,
)
_AFTER = re.compile(r"\b(?:after|past|depois d[aeo]|ap[oó]s|passad[oa])(?: (?:o|a|the))?\s$")
_BESIDE = re.compile(
    r"[ ,(–-]*(?:(?:a|an|on|the|o|no|na|num|numa|um|uma|dia|day|de|it's|its|that is|that's|"
    r"which is|falls|que e|que cai|que vai cair|que vai ser|cai)[ ,]+)*"
)


@dataclass(frozen=True, slots=True)
class FoundDate:
    """A date in a text, the words that said it, and where they stand."""

    value: date
    text: str
    start: int
    end: int
    either: date | None = None  # the other day that the words may mean


def find_dates(
    text: str, today: date, language: Language = "en", lean: Lean | None = None
) -> list[FoundDate]:
    """Find the dates of a text of which nobody needs to ask which day they are."""
    told = mentioned_dates(text, today, language, lean, language == "pt")
    return [found for found in told if found.either is None]


def mentioned_dates(
    text: str,
    today: date,
    language: Language = "en",
    lean: Lean | None = None,
    day_first: bool | None = None,
    *,
    events: bool = False,
) -> list[FoundDate]:
    """Find the dates of a text in the order they stand, those too that may be either of two days.

    `day_first` tells what 5/12 is; None where nobody knows. With `events` the day that is told of
    one, "our wedding is on the 12th", is wanted as well as those that something is done on.
    """
    text = _STRETCHED.sub(_unstretched, text)
    written = in_digits(text[:_READ], language)
    found = _found(written, today, lean, day_first, events=events)
    if not found and (spoken := in_neighbours_digits(text[:_READ])):
        found = _found(Spelled(spoken), today, lean, day_first, events=events)
        whole = text[:_READ]
        return [FoundDate(f.value, f.text, 0, len(whole), f.either) for f in found]
    placed = ((each, written.place(each.start, each.end)) for each in found)
    plain = flat(text)
    return [
        FoundDate(each.value, text[a:b], a, b, each.either)
        for each, (a, b) in placed
        if not is_no_day(plain, a, b)
    ]


def _unstretched(match: re.Match[str]) -> str:
    """Write a weekday without the letters that somebody leans on, in as many characters."""
    said = match[0]
    return re.sub(r"(\w)\1+", r"\1", said).ljust(len(said)) if flat(said) not in WEEKDAYS else said


def parse_date(
    text: str, today: date, language: Language = "en", day_first: bool | None = None
) -> date | None:
    """Return the first date of a text, or None."""
    order = language == "pt" if day_first is None else day_first
    told = mentioned_dates(text, today, language, None, order)
    return next((f.value for f in told if f.either is None), None)


def _found(
    written: Spelled, today: date, lean: Lean | None, day_first: bool | None, *, events: bool
) -> list[FoundDate]:
    found: list[_Mention] = []
    taken: list[tuple[int, int]] = []
    for pattern in PATTERNS:
        for match in pattern.finditer(written.text):
            if any(match.start() < end and start < match.end() for start, end in taken):
                continue
            said = DateMatch(match, today, lean, day_first)
            days = list(said.days())
            if days or "month" in said.part:  # "November 31st" is no 31st of another month
                taken.append(match.span())
            for day, (a, b) in zip(days, _places(match, len(days)), strict=True):
                either = said.either(day)
                found.append(_Mention(FoundDate(day, written.text[a:b], a, b, either), said))
    found.sort(key=lambda each: each.found.start)
    counted = _counted_on(_in_one_month(found, written.text, events=events), written.text)
    kept = _without_occasions(counted, written.text, events=events)
    told = _with_weekdays(kept, written.text)
    return [_counted_back(each, written.text) for each in told]


def _counted_back(found: FoundDate, text: str) -> FoundDate:
    """Return the day that is counted back from one that is only spoken of."""
    back = COUNTED_BACK.match(text, found.end)
    if back is None:
        return found
    amount = int(back["amount"]) if back["amount"].isdigit() else 1
    unit = UNITS[back["unit"]]
    try:
        day = months_on(found.value, -amount * (unit // 30)) if unit >= 30 else found.value
        day -= timedelta(days=amount * unit if unit < 30 else 0)
    except (ValueError, OverflowError):  # before all calendars
        return found
    return FoundDate(day, text[found.start : back.end()], found.start, back.end())


def _with_weekdays(mentions: Sequence[_Mention], text: str) -> list[FoundDate]:
    """Take "Saturday, March 6" and "dia 7, sábado" for one day each, and not for two."""
    kept: list[_Mention] = []
    for each in mentions:
        last = kept[-1] if kept else None
        beside = (
            last
            and not _of_another_day(last, each)
            and _BESIDE.fullmatch(text[last.found.end : each.found.start])
        )
        if last and beside and last.weekday is None and each.weekday is not None:
            kept[-1] = last.on(each.weekday, last.found.start, each.found.end, text)
        elif last and beside and last.weekday is not None and each.weekday is None:
            kept[-1] = each.on(last.weekday, last.found.start, each.found.end, text)
        elif last and beside and last.said.rough and _about_as_far(last.found, each):
            kept[-1] = each.since(last.found.start, text)
        else:
            kept.append(each)
    return [each.found for each in kept]


def _counted_on(mentions: Sequence[_Mention], text: str) -> list[_Mention]:
    """Take "the Tuesday after Christmas" and "dia 7, ou a quarta dessa semana" for the one day."""
    kept: list[_Mention] = []
    for each in _stepped(mentions, text):
        joined = _counted(kept[-1], each, text) if kept else None
        kept = [*kept[:-1], joined] if joined else [*kept, each]
    return [
        each
        for each in kept
        if not names_week_of(text, each.found.start, _feast_end(each))
        and not (each.weekday is not None and rests_on_unknown(text, each.found.end))
    ]


def _feast_end(mention: _Mention) -> int | None:
    return mention.found.end if "feast" in mention.said.part else None


def _stepped(mentions: Sequence[_Mention], text: str) -> Iterator[_Mention]:
    """Count "two days before Thanksgiving" back; "the week after it" is no day."""
    for each in mentions:
        steps = steps_before(text, each.found.start)
        if steps is None:
            yield each
        elif steps[1] is not None and "named" not in each.said.part:
            day = each.found.value + timedelta(days=steps[1])
            yield each.at(day, steps[0], each.found.end, text)


def _counted(last: _Mention, each: _Mention, text: str) -> _Mention | None:
    """Return the day that one of two mentions is counted from, or None."""
    between = text[last.found.end : each.found.start]
    if last.weekday is not None:
        day = counted_from(between, each.found.value, last.weekday)
        same = each.weekday is None and each.found.value.weekday() == last.weekday
        day = each.found.value if day is None and same and said_with(between) else day
        return last.at(day, last.found.start, each.found.end, text) if day else None
    spans = (last.found.start, last.found.end), (each.found.start, each.found.end)
    if each.weekday is None or last.weekday is not None or not in_its_week(text, *spans):
        return None
    monday = last.found.value - timedelta(days=last.found.value.weekday())
    return each.at(monday + timedelta(days=each.weekday), *spans[1], text)


def _without_occasions(mentions: Sequence[_Mention], text: str, *, events: bool) -> list[_Mention]:
    """Leave out the feast that a day beside it is told for: "for Christmas, so on the 18th"."""
    gone = [at for at, each in enumerate(mentions) if _is_told_of(each, text, events=events)]
    pairs = enumerate(pairwise(mentions))
    gone += [at for at, (a, b) in pairs if at + 1 in gone and is_told_of(_between(a, b, text))]
    gone = gone if len(gone) < len(mentions) or names_week(text) else []
    return [each for at, each in enumerate(mentions) if at not in gone]


def _is_told_of(mention: _Mention, text: str, *, events: bool) -> bool:
    """Tell a feast that is the occasion, and a day of which somebody tells what is on it."""
    place = mention.found.start, mention.found.end
    occasion = "feast" in mention.said.part and is_occasion(text, *place)
    return occasion or (not events and is_of_event(text, *place))


def _between(one: _Mention, other: _Mention, text: str) -> str:
    return text[one.found.end : other.found.start]


def _of_another_day(one: _Mention, other: _Mention) -> bool:
    """Tell of "born 2 March 1950, Tuesday at nine" that the weekday is not that of the year."""
    dated, week = (one, other.weekday) if "y" in one.said.part else (other, one.weekday)
    day = dated.found.value
    told = "y" in dated.said.part and week is not None
    return told and day < dated.said.today and day.weekday() != week


def _in_one_month(mentions: Sequence[_Mention], text: str, *, events: bool) -> list[_Mention]:
    """Take "melhor dia 26" behind "25 de dezembro" for one of December.

    "After Christmas, on the 2nd" is one of January. Where the first day may be an event's, what
    comes behind it in the month may as well be the day before it of that number.
    """
    month: date | None = None
    after = False
    kept: list[_Mention] = []
    for each in mentions:
        lone = LONE_DAY.fullmatch(each.found.text)
        if lone and month and (after or each.found.value.month != month.month):
            passed = after and int(lone[1]) <= month.day
            of = months_on(month.replace(day=1), 1) if passed else month
            last = calendar.monthrange(of.year, of.month)[1]
            if int(lone[1]) <= last:
                day = of.replace(day=int(lone[1]))
                sooner = each.found.value if events and each.found.value < month < day else None
                each = replace(each, found=replace(each.found, value=day, either=sooner))
        elif each.said.part.keys() & {"month", "feast"} and "y" not in each.said.part:
            month = each.found.value
            after = _AFTER.search(text, 0, each.found.start) is not None
        kept.append(each)
    return kept


def _places(match: re.Match[str], count: int) -> list[tuple[int, int]]:
    """Return where the days of a match stand: "24, 25 and 26 December" are three."""
    if count <= 1:
        return [match.span()] * count
    first = match.start("days")
    numbers = list(re.finditer(r"\d+", match["days"]))
    ends = [first + m.end() for m in numbers[:-1]] + [match.end()]
    return [(first + m.start(), end) for m, end in zip(numbers, ends, strict=True)]


@dataclass(frozen=True, slots=True)
class _Mention:
    """A day in a text, and the words that say it."""

    found: FoundDate
    said: DateMatch
    counted: bool = False  # from another day

    @property
    def weekday(self) -> int | None:
        return None if self.counted else self.said.weekday

    def at(self, day: date, start: int, end: int, text: str) -> _Mention:
        """Return another day, which these words tell."""
        return replace(self, found=FoundDate(day, text[start:end], start, end), counted=True)

    def since(self, start: int, text: str) -> _Mention:
        """Return the day with the words that told it roughly before."""
        return replace(
            self, found=replace(self.found, start=start, text=text[start : self.found.end])
        )

    def on(self, weekday: int, start: int, end: int, text: str) -> _Mention:
        """Return the day with the weekday that is said beside it: both where they disagree."""
        days = self.said.readings(self.found.value)
        if self.found.either:
            days.append(self.found.either)
        right = next((day for day in days if day.weekday() == weekday), None)
        either = None if right else nearest_weekday(days[0], weekday)
        return _Mention(FoundDate(right or days[0], text[start:end], start, end, either), self.said)


def _about_as_far(rough: FoundDate, each: _Mention) -> bool:
    """Tell of "in ten days, on the 29th": one day, and the number is right."""
    exact = "d" in each.said.part or "days" in each.said.part
    return exact and abs((each.found.value - rough.value).days) <= _MISCOUNTED

"""Reads dates as people write them, relative and absolute, in Portuguese and English.

Numbers may be in words. What leaves out the year or the month is taken for the next day of that
kind, or for the last one where a question looks back.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from language.date_words import (
    DAYS,
    FEASTS,
    MONTHS,
    PATTERNS,
    UNITS,
    WEEKDAYS,
)  # fmt: skip
from language.detect import Language
from language.spelled import Spelled, in_digits, in_neighbours_digits

Lean = Literal["past", "future"]
_READ = 2_000
_CENTURY = 100
_RECENT = 20  # two digits of a year: so many years ahead are still this century
_LONE_DAY = re.compile(r"(?:no |on )?(?:dia|day|the) (\d{1,2})(?:st|nd|rd|th|o)?")
_NTH = {"1": 0, "p": 0, "2": 1, "s": 1, "3": 2, "t": 2, "4": 3, "q": 3, "u": -1, "l": -1}
_ORDERS = ("first", "second", "third")  # "let me ask first": no day without "the"
_ONE = {"a", "um", "uma", "an", "one"}


@dataclass(frozen=True, slots=True)
class FoundDate:
    """A date in a text, the words that said it, and where they stand."""

    value: date
    text: str
    start: int
    end: int


def find_dates(
    text: str, today: date, language: Language = "en", lean: Lean | None = None
) -> list[FoundDate]:
    """Find the dates of a text in the order they stand; of the day `today` and the language."""
    written = in_digits(text[:_READ], language)
    found = _found(written, today, language, lean)
    if not found and (spoken := in_neighbours_digits(text[:_READ])):
        found = _found(Spelled(spoken), today, language, lean)
        return [FoundDate(f.value, f.text, 0, len(text[:_READ])) for f in found]
    placed = ((each, written.place(each.start, each.end)) for each in found)
    return [
        FoundDate(each.value, text[a:b], a, b)
        for each, (a, b) in placed
        if text[a:b].lower() not in _ORDERS
    ]


def parse_date(
    text: str, today: date, language: Language = "en", lean: Lean | None = None
) -> date | None:
    """Return the first date of a text, or None."""
    return next((f.value for f in find_dates(text, today, language, lean)), None)


def _found(written: Spelled, today: date, language: Language, lean: Lean | None) -> list[FoundDate]:
    found: list[FoundDate] = []
    taken: list[tuple[int, int]] = []
    for pattern in PATTERNS:
        for match in pattern.finditer(written.text):
            if any(match.start() < end and start < match.end() for start, end in taken):
                continue
            days = list(_Match(match, today, language, lean).days())
            if days:
                taken.append(match.span())
            places = _places(match, len(days))
            found += [
                FoundDate(day, written.text[a:b], a, b)
                for day, (a, b) in zip(days, places, strict=True)
            ]
    return _in_one_month(sorted(found, key=lambda each: each.start))


def _in_one_month(found: list[FoundDate]) -> list[FoundDate]:
    """Take "melhor dia 26" behind "25 de dezembro" for one of December."""
    month: date | None = None
    kept: list[FoundDate] = []
    for each in found:
        lone = _LONE_DAY.fullmatch(each.text)
        if lone and month and each.value.month != month.month:
            last = calendar.monthrange(month.year, month.month)[1]
            if int(lone[1]) <= last:
                each = FoundDate(month.replace(day=int(lone[1])), each.text, each.start, each.end)
        elif not lone and re.search("[a-z]{3}", each.text):
            month = each.value
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
class _Match:
    """What one pattern has found, on its way to a day."""

    match: re.Match[str]
    today: date
    language: Language
    lean: Lean | None

    def days(self) -> Iterator[date]:
        """Yield the days that are meant: none for what is in no calendar."""
        part = {k.rstrip("2"): v for k, v in self.match.groupdict().items() if v}
        try:
            yield from self._read(part)
        except (ValueError, OverflowError):  # such as 31 February
            return

    def _read(self, part: dict[str, str]) -> Iterator[date]:
        if "named" in part:
            yield self.today + timedelta(days=DAYS[part["named"]])
        elif "hence" in part:  # "from today to eight" counts today itself
            yield self.today + timedelta(days=7 if part["hence"].endswith("8") else 14)
        elif "feast" in part:
            yield self._in_year(*FEASTS[part["feast"]], part)
        elif "nth" in part:
            yield self._nth(part)
        elif "numbered" in part:
            day = self._of_month(int(part["numbered"]), part)
            yield from [day] if day.weekday() == _wanted(part) else []
        elif "weekday" in part or "feira" in part:
            yield from self._weekday(part)
        elif "unit" in part:
            yield from self._shifted(part)
        elif "lastday" in part:
            yield self._last_day(part)
        elif "days" in part:
            for number in re.findall(r"\d+", part["days"]):
                yield self._in_year(MONTHS[part["month"]], int(number), part)
        elif "month" in part:
            yield self._in_year(MONTHS[part["month"]], int(part["d"]), part)
        elif "m" in part:
            yield date(int(part["y"]), int(part["m"]), int(part["d"]))
        elif "a" in part:
            yield self._in_figures(part)
        else:
            yield self._of_month(int(part["d"]), part)

    def _in_figures(self, part: dict[str, str]) -> date:
        first, second = int(part["a"]), int(part["b"])
        day_first = first > 12 or (self.language == "pt" and second <= 12)
        day, month = (first, second) if day_first else (second, first)
        return self._in_year(month, day, part)

    def _in_year(self, month: int, day: int, part: dict[str, str]) -> date:
        if "y" in part:
            return date(self._year(part["y"].replace(" ", "")), month, day)
        near = [
            date(year, month, day)
            for year in range(self.today.year - 1, self.today.year + 2)
            if day <= calendar.monthrange(year, month)[1]
        ]
        if self.lean == "future":
            return min(each for each in near if each >= self.today)
        if self.lean == "past":
            return max(each for each in near if each <= self.today)
        return min(near, key=lambda each: abs(each - self.today))

    def _year(self, said: str) -> int:
        year = int(said)
        if year >= _CENTURY:
            return year
        this = self.today.year
        ahead = 0 if self.lean == "past" else _RECENT
        year += this // _CENTURY * _CENTURY
        return year if year <= this + ahead else year - _CENTURY

    def _nth(self, part: dict[str, str]) -> date:
        """Return the first, second or last of a weekday in a month."""
        month = self.today.month
        if "month" in part:
            month = MONTHS[part["month"]]
        elif part["thatmonth"] not in ("mes", "month"):
            month = self.today.month % 12 + 1
        found: list[date] = []
        for year in (self.today.year, self.today.year + 1):
            days = range(1, calendar.monthrange(year, month)[1] + 1)
            all_ = [d for n in days if (d := date(year, month, n)).weekday() == _wanted(part)]
            found.append(all_[_NTH[part["nth"][0]]])
        return next(each for each in found if each >= self.today)

    def _of_month(self, day: int, part: dict[str, str]) -> date:
        """Return the next day of that number, or the last one."""
        if not 1 <= day <= 31:
            raise ValueError
        step = -1 if self.lean == "past" else 1
        month = months_on(self.today.replace(day=1), 1 if "following" in part else 0)
        for _ in range(4):
            if day <= calendar.monthrange(month.year, month.month)[1]:
                found = month.replace(day=day)
                if (found - self.today).days * step >= 0:
                    return found
            month = months_on(month, step)
        raise ValueError

    def _last_day(self, part: dict[str, str]) -> date:
        month = months_on(self.today, 1 if "following" in part else 0)
        return month.replace(day=calendar.monthrange(month.year, month.month)[1])

    def _weekday(self, part: dict[str, str]) -> Iterator[date]:
        wanted = _wanted(part)
        ahead = (wanted - self.today.weekday()) % 7
        if "last" in part or (self.lean == "past" and not part.keys() & {"coming", "following"}):
            yield self.today - timedelta(days=(7 - ahead) % 7 or 7)
        elif "following" in part:
            yield self.today + timedelta(days=7 - self.today.weekday() + wanted)
        elif "coming" in part and "this" not in part and wanted > self.today.weekday():
            return  # "next friday" on a thursday is tomorrow to some, and a week later to others
        else:
            yield self.today + timedelta(days=(ahead or 7) + (7 if "week" in part else 0))

    def _shifted(self, part: dict[str, str]) -> Iterator[date]:
        said = part["amount"]
        amount = 1 if said in _ONE else int(said)
        amount = 15 if part["unit"].startswith("quinzena") else amount
        unit = UNITS[part["unit"]]
        steps = -amount if "before" in part else amount
        if unit < 30:
            yield self.today + timedelta(days=steps * unit)
        else:
            yield months_on(self.today, steps * (1 if unit == 30 else 12))


def _wanted(part: dict[str, str]) -> int:
    return int(part["feira"]) - 2 if "feira" in part else WEEKDAYS[part["weekday"]]


def months_on(day: date, months: int) -> date:
    """Return the same day some months on, or the last one of a shorter month."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))

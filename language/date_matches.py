"""One mention of a date, on its way to the day that it means, or that it may mean."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Literal

from language.date_words import DAYS, MONTHS, UNITS, WEEKDAYS
from language.feasts import feast_in

Lean = Literal["past", "future"]
_CENTURY = 100
_RECENT = 20  # two digits of a year: so many years ahead are still this century
_NTH = {"1": 0, "p": 0, "2": 1, "s": 1, "3": 2, "t": 2, "4": 3, "q": 3, "u": -1, "l": -1}
_LEANS: Sequence[Lean] = ("future", "past")
_NEAR_MONTHS = 4  # of so many months a weekday may settle which 7th is meant
_HOURS = 12
_YEAR = 365
_ONE = {"a", "um", "uma", "an", "one"}


@dataclass(frozen=True, slots=True)
class DateMatch:
    """What one pattern has found, on its way to a day."""

    match: re.Match[str]
    today: date
    lean: Lean | None
    day_first: bool | None

    @property
    def part(self) -> dict[str, str]:
        return {k.rstrip("2"): v for k, v in self.match.groupdict().items() if v}

    @property
    def weekday(self) -> int | None:
        """The day of the week, of words that say nothing else."""
        part = self.part
        alone = not part.keys() & {"numbered", "nth"}
        return weekday_of(part) if alone and part.keys() & {"weekday", "feira"} else None

    @property
    def rough(self) -> bool:
        """Tell of "in ten days": who names the day beside it has not counted."""
        return bool(self.part.keys() & {"unit", "hence"})

    def days(self) -> Iterator[date]:
        """Yield the days that are meant: none for what is in no calendar."""
        try:
            yield from self._read(self.part)
        except (ValueError, OverflowError):  # such as 31 February
            return

    def either(self, day: date) -> date | None:
        """Return the other day that the words may mean."""
        part = self.part
        if self._of_two_weeks(part):
            return day + timedelta(days=7)
        if "numbered" in part and day.weekday() != weekday_of(part):
            return nearest_weekday(day, weekday_of(part))
        others = self.readings(day)[1:] if "a" in part and self.day_first is None else []
        return others[0] if others else None

    def readings(self, day: date) -> list[date]:
        """Return the days that these words may mean, the likeliest first; `day` is that one."""
        part = self.part
        try:
            others = list(self._others(part))
        except (ValueError, OverflowError):
            others = []
        return list(dict.fromkeys([day, *others]))

    def _others(self, part: dict[str, str]) -> Iterator[date]:
        if "a" in part and self.day_first is None:
            yield self._figures(part, day_first=True)
        elif part.keys() & {"month", "mn", "feast", "a"} and not part.keys() & {
            "y",
            "nexty",
            "lasty",
        }:
            if self.lean is None:
                for lean in _LEANS:
                    said = replace(self, lean=lean)
                    yield from said.days() if "days" not in part else ()
        elif "d" in part and "m" not in part and "following" not in part:
            yield from self._months_of(int(part["d"]))

    def _months_of(self, number: int) -> Iterator[date]:
        """Yield the day of that number in each of the months around."""
        step = -1 if self.lean == "past" else 1
        for months in range(1, _NEAR_MONTHS):
            month = months_on(self.today.replace(day=1), months * step)
            if number <= calendar.monthrange(month.year, month.month)[1]:
                yield month.replace(day=number)

    def _read(self, part: dict[str, str]) -> Iterator[date]:
        if "named" in part:
            yield self.today + timedelta(days=DAYS[part["named"]])
        elif "hence" in part:  # "from today to eight" counts today itself
            yield self.today + timedelta(days=7 if part["hence"].endswith("8") else 14)
        elif "feast" in part:
            yield self._feast(part["feast"])
        elif "nth" in part:
            yield self._nth(part)
        elif "numbered" in part:
            yield from self._numbered(int(part["numbered"]), part)
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
        elif "mn" in part:
            yield self._in_year(int(part["mn"]), int(part["d"]), part)
        elif "m" in part:
            yield date(int(part["y"]), int(part["m"]), int(part["d"]))
        elif "a" in part:
            yield self._in_figures(part)
        else:
            yield self._of_month(int(part["d"]), part)

    def _numbered(self, number: int, part: dict[str, str]) -> Iterator[date]:
        """Return the day of "Friday 27": where it is no Friday, the next 27th that is one.

        A small number may be anything else: "Friday 4".
        """
        day, wanted = self._of_month(number, part), weekday_of(part)
        if day.weekday() == wanted:
            yield day
        elif number > _HOURS:
            near = [each for each in self._months_of(number) if each.weekday() == wanted]
            yield near[0] if near else day

    def _in_figures(self, part: dict[str, str]) -> date:
        return self._figures(part, day_first=bool(self.day_first))

    def _figures(self, part: dict[str, str], *, day_first: bool) -> date:
        first, second = int(part["a"]), int(part["b"])
        day_first = first > 12 or (day_first and second <= 12)
        day, month = (first, second) if day_first else (second, first)
        return self._in_year(month, day, part)

    def _in_year(self, month: int, day: int, part: dict[str, str]) -> date:
        if part.keys() & {"nexty", "lasty"}:
            return date(self.today.year + (1 if "nexty" in part else -1), month, day)
        if "y" in part:
            return date(self._year(part["y"].strip("' ").replace(" ", "")), month, day)
        return self._leaning(
            [
                date(year, month, day)
                for year in self._years()
                if day <= calendar.monthrange(year, month)[1]
            ]
        )

    def _feast(self, name: str) -> date:
        return self._leaning([feast_in(name, year) for year in self._years()])

    def _years(self) -> range:
        return range(self.today.year - 1, self.today.year + 2)

    def _leaning(self, near: Sequence[date]) -> date:
        """Return the day of some years that is meant: the next, the last, or the nearest."""
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
            all_ = [d for n in days if (d := date(year, month, n)).weekday() == weekday_of(part)]
            found.append(all_[_NTH[part["nth"][0]]])
        return next(each for each in found if each >= self.today)

    def _of_month(self, day: int, part: dict[str, str]) -> date:
        """Return the next day of that number, or the last one."""
        if not 1 <= day <= 31:
            raise ValueError
        if "gone" in part:
            return months_on(self.today.replace(day=1), -1).replace(day=day)
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
        wanted = weekday_of(part)
        ahead = (wanted - self.today.weekday()) % 7
        if part.keys() & {"gone", "gonetwo"}:
            weeks = 2 if "gonetwo" in part else 1
            yield self.today + timedelta(days=wanted - self.today.weekday() - 7 * weeks)
        elif "last" in part or (
            self.lean == "past" and not part.keys() & {"coming", "following", "second"}
        ):
            yield self.today - timedelta(days=(7 - ahead) % 7 or 7)
        elif "second" in part:
            yield self.today + timedelta(days=14 - self.today.weekday() + wanted)
        elif "following" in part:
            yield self.today + timedelta(days=7 - self.today.weekday() + wanted)
        else:
            yield self.today + timedelta(days=(ahead or 7) + (7 if "week" in part else 0))

    def _of_two_weeks(self, part: dict[str, str]) -> bool:
        """Tell of "next friday": on a thursday it is tomorrow to some, a week later to others."""
        if "coming" not in part or part.keys() & {
            "this",
            "last",
            "following",
            "second",
            "numbered",
        }:
            return False
        return weekday_of(part) > self.today.weekday()

    def _shifted(self, part: dict[str, str]) -> Iterator[date]:
        said = part["amount"]
        amount = 1 if said in _ONE else int(said)
        amount = 15 if part["unit"].startswith("quinzena") else amount
        unit = UNITS[part["unit"]]
        first = self.today + timedelta(days=DAYS[part.get("origin", "today")])
        if "since" in part and (self.lean != "past" or UNITS[part["unit"]] == _YEAR):
            return  # "tem duas semanas" is past only where somebody asks when it was
        steps = -amount if part.keys() & {"before", "since"} else amount
        if unit < 30:
            yield first + timedelta(days=steps * unit)
        else:
            yield months_on(self.today, steps * (1 if unit == 30 else 12))


def weekday_of(part: dict[str, str]) -> int:
    """Return the day of the week that words say."""
    return int(part["feira"]) - 2 if "feira" in part else WEEKDAYS[part["weekday"]]


def nearest_weekday(day: date, weekday: int) -> date:
    """Return the day of the week that is nearest to a day."""
    ahead = (weekday - day.weekday()) % 7
    try:
        return day + timedelta(days=ahead if ahead <= 3 else ahead - 7)
    except OverflowError:  # in the first or the last week of all calendars
        return day


def months_on(day: date, months: int) -> date:
    """Return the same day some months on, or the last one of a shorter month."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))

"""Reads dates as people write them, relative and absolute, in Portuguese and English."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from language.detect import Language
from language.matching import fold
from language.numbers import parse


@dataclass(frozen=True, slots=True)
class FoundDate:
    """A date in a text, and the words that said it."""

    value: date
    text: str


_DAYS = {
    "depois de amanha": 2, "day after tomorrow": 2, "anteontem": -2, "day before yesterday": -2,
    "hoje": 0, "today": 0, "tonight": 0, "amanha": 1, "tomorrow": 1, "ontem": -1, "yesterday": -1,
}  # fmt: skip
_WEEKDAYS = {
    "segunda": 0, "terca": 1, "quarta": 2, "quinta": 3, "sexta": 4, "sabado": 5, "domingo": 6,
    "monday": 0, "tuesday": 1, "wednesday": 2, "thursday": 3, "friday": 4, "saturday": 5,
    "sunday": 6,
}  # fmt: skip
_MONTHS = {
    name: number
    for names in (
        "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro",
        "january february march april may june july august september october november december",
        "jan fev mar abr mai jun jul ago set out nov dez",
        "jan feb mar apr may jun jul aug sep oct nov dec",
    )
    for number, name in enumerate(names.split(), 1)
}
_UNITS = {
    "dia": 1, "dias": 1, "day": 1, "days": 1, "semana": 7, "semanas": 7, "week": 7, "weeks": 7,
    "mes": 30, "meses": 30, "month": 30, "months": 30, "ano": 365, "anos": 365,
    "year": 365, "years": 365,
}  # fmt: skip


def _any(names: dict[str, int]) -> str:
    return "|".join(sorted(names, key=len, reverse=True))


_MONTH = rf"(?P<month>{_any(_MONTHS)})"
_AMOUNT = rf"(?P<amount>\d{{1,4}}|[a-z]{{2,12}}|a) (?P<unit>{_any(_UNITS)})"
_YEAR = r"(?P<y>\d{4})"
_DAY = r"(?P<d>\d{1,2})(?:st|nd|rd|th|o)?"
_WHICH = r"(?:(?P<last>last|passad[ao]|ultim[ao]) )?(?:(?:next|proxim[ao]) )?"
_AGO = _AMOUNT.replace("<", "<p")
_PATTERNS = [
    re.compile(rf"\b{_YEAR}-(?P<m>\d{{1,2}})-(?P<d>\d{{1,2}})\b"),
    re.compile(r"\b(?P<a>\d{1,2})[/.](?P<b>\d{1,2})(?:[/.](?P<y>\d{4}|\d{2}))?\b(?![/.]\d)"),
    re.compile(rf"\b{_DAY} (?:de |of )?{_MONTH}\b(?:,? (?:de )?{_YEAR})?"),
    re.compile(rf"\b{_MONTH} {_DAY}\b(?:,? {_YEAR})?"),
    re.compile(rf"\b(?P<named>{_any(_DAYS)})\b"),
    re.compile(rf"\b(?P<after>daqui a|em|in|within) {_AMOUNT}\b"),
    re.compile(rf"\b(?:(?P<before>ha|faz) {_AMOUNT}\b|{_AGO} (?P<ago>ago|atras)\b)"),
    re.compile(rf"\b{_WHICH}(?P<weekday>{_any(_WEEKDAYS)})(?:-feira)?\b(?P<past> passad[ao])?"),
]


def find_dates(text: str, today: date, language: Language = "en") -> list[FoundDate]:
    """Find the dates of a text in the order they stand; of the day `today` and the language."""
    plain = fold(text[:2_000])
    found: list[tuple[int, int, date]] = []
    for pattern in _PATTERNS:
        for match in pattern.finditer(plain):
            free = all(match.end() <= start or match.start() >= end for start, end, _ in found)
            value = _read(match, today, language) if free else None
            if value:
                found.append((match.start(), match.end(), value))
    return [FoundDate(value, plain[start:end]) for start, end, value in sorted(found)]


def parse_date(text: str, today: date, language: Language = "en") -> date | None:
    """Return the first date of a text, or None."""
    return next((f.value for f in find_dates(text, today, language)), None)


def _read(match: re.Match[str], today: date, language: Language) -> date | None:
    part = {key: value for key, value in match.groupdict().items() if value}
    if "named" in part:
        return today + timedelta(days=_DAYS[part["named"]])
    if "weekday" in part:
        return _weekday(part, today)
    if "unit" in part or "punit" in part:
        return _shifted(part, today, language)
    try:
        return next(_calendar(part, today, language), None)
    except ValueError:  # such as 31 February: not a date
        return None


def _calendar(part: dict[str, str], today: date, language: Language) -> Iterator[date]:
    year = int(part["y"]) if "y" in part else today.year
    year += 2000 if year < 100 else 0
    if "month" in part:
        yield date(year, _MONTHS[part["month"]], int(part["d"]))
    elif "m" in part:
        yield date(year, int(part["m"]), int(part["d"]))
    else:
        first, second = int(part["a"]), int(part["b"])
        day_first = first > 12 or (language == "pt" and second <= 12)
        day, month = (first, second) if day_first else (second, first)
        yield date(year, month, day)


def _weekday(part: dict[str, str], today: date) -> date:
    ahead = (_WEEKDAYS[part["weekday"]] - today.weekday()) % 7
    if "last" in part or "past" in part:
        return today - timedelta(days=(7 - ahead) % 7 or 7)
    return today + timedelta(days=ahead or 7)


def _shifted(part: dict[str, str], today: date, language: Language) -> date | None:
    said = part.get("amount") or part["pamount"]
    amount = 1 if said == "a" else parse(said, language)
    if not isinstance(amount, int):
        return None
    unit = _UNITS[part.get("unit") or part["punit"]]
    steps = amount if "after" in part else -amount
    try:
        if unit < 30:
            return today + timedelta(days=steps * unit)
        return _months_on(today, steps * (1 if unit == 30 else 12))
    except (OverflowError, ValueError):
        return None


def _months_on(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))

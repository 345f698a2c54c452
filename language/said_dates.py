"""Says dates and times the way people do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime

from language.detect import Language

_MONTHS: dict[Language, Sequence[str]] = {
    "en": "January February March April May June July August September October November "
    "December".split(),
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro "
    "dezembro".split(),
}
_DAYS: dict[Language, Sequence[str]] = {
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(),
    "pt": "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo".split(),
}
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_MOMENT = re.compile(
    r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?"
)


def say_date(day: date, language: Language) -> str:
    """Write a date as people do: 21 November 2026, 21 de novembro de 2026."""
    month = _MONTHS[language][day.month - 1]
    if language == "pt":
        return f"{day.day} de {month} de {day.year}"
    return f"{day.day} {month} {day.year}"


def say_weekday(day: date, language: Language) -> str:
    """Name the day of the week."""
    return _DAYS[language][day.weekday()]


def say_moment(text: str, language: Language) -> str | None:
    """Say a text that is nothing but a date, or a date with a time; None for any other text."""
    try:
        if _DATE.fullmatch(text):
            return say_date(date.fromisoformat(text), language)
        if _MOMENT.fullmatch(text):
            at = datetime.fromisoformat(text)
            return f"{say_date(at.date(), language)}, {at:%H:%M}"
    except ValueError:
        return None
    return None

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
_TIME = re.compile(r"(?:[01]\d|2[0-3]):[0-5]\d")
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


def say_time(hour: int, minute: int, language: Language) -> str:
    """Write a time of day as people do: 2:30 pm, 14h30."""
    if language == "pt":
        return f"{hour}h{minute:02d}" if minute else f"{hour}h"
    return f"{hour % 12 or 12}:{minute:02d} {'am' if hour < 12 else 'pm'}"


def say_number(value: float, language: Language) -> str:
    """Write a number with the decimal sign of the language: 1.75, 1,75."""
    plain = str(int(value)) if float(value).is_integer() else f"{value:.10g}"
    return plain.replace(".", ",") if language == "pt" else plain


def say_moment(text: str, language: Language, form: str = "") -> str | None:
    """Say a text that is nothing but a date, a time or both; None for any other text.

    `form` is "long" (with the day of the week), "short" (21/11/2026) or "weekday".
    """
    try:
        if _DATE.fullmatch(text):
            return _day(date.fromisoformat(text), language, form)
        if _TIME.fullmatch(text):
            return say_time(int(text[:2]), int(text[3:]), language)
        if _MOMENT.fullmatch(text):
            at = datetime.fromisoformat(text)
            joint = "às" if language == "pt" else "at"
            day = _day(at.date(), language, form)
            return f"{day} {joint} {say_time(at.hour, at.minute, language)}"
    except ValueError:
        return None
    return None


def _day(day: date, language: Language, form: str) -> str:
    if form == "weekday":
        return say_weekday(day, language)
    if form == "short":
        return (
            f"{day:%d/%m/%Y}"
            if language == "pt"
            else f"{day.day} {_MONTHS[language][day.month - 1][:3]} {day.year}"
        )
    plain = say_date(day, language)
    return f"{say_weekday(day, language)}, {plain}" if form == "long" else plain

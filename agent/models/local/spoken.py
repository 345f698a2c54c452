"""Says dates, the time and a person's own data the way people do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime

from contracts.json import JsonMapping
from language.detect import Language
from language.matching import fold

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

# A field of the profile: the words that ask for it, and how its value is told.
_OWN: dict[str, tuple[str, dict[Language, str]]] = {
    "name": (r"name|nome|who am i|quem (?:eu )?sou|called|chamo", {
        "en": "Your name is {}.", "pt": "O seu nome é {}."}),
    "age": (r"age|old|idade|anos", {
        "en": "You told me that you are {} years old.", "pt": "Você me contou que tem {} anos."}),
    "city": (r"city|town|live|cidade|moro|onde eu", {
        "en": "You told me that you live in {}.", "pt": "Você me contou que mora em {}."}),
    "email": (r"e-?mail", {"en": "Your e-mail is {}.", "pt": "O seu e-mail é {}."}),
    "phone": (r"phone|telephone|telefone|celular", {
        "en": "Your phone number is {}.", "pt": "O seu telefone é {}."}),
    "schooling": (r"school|schooling|education|degree|escolaridade|estudo", {
        "en": "Your schooling: {}.", "pt": "A sua escolaridade: {}."}),
}  # fmt: skip
UNTOLD: dict[Language, str] = {
    "en": "You have not told me that yet.",
    "pt": "Você ainda não me contou isso.",
}
NOTHING_KNOWN: dict[Language, str] = {
    "en": "I know nothing about you yet.",
    "pt": "Ainda não sei nada sobre você.",
}


def say_date(day: date, language: Language) -> str:
    """Write a date as people do: 21 November 2026, 21 de novembro de 2026."""
    month = _MONTHS[language][day.month - 1]
    if language == "pt":
        return f"{day.day} de {month} de {day.year}"
    return f"{day.day} {month} {day.year}"


def moment(text: str, language: Language) -> str | None:
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


def clock(fields: JsonMapping, place: object, language: Language) -> str | None:
    """Say what a clock shows in a sentence; None where these are not a clock's fields."""
    if not {"date", "time", "zone"} <= set(fields):
        return None
    try:
        day = date.fromisoformat(str(fields["date"]))
    except ValueError:
        return None
    time, zone = str(fields["time"]), str(fields["zone"])
    told = f"{_DAYS[language][day.weekday()]}, {say_date(day, language)}"
    where = str(place)[:60].rpartition("/")[2].replace("_", " ") if place else ""
    spot = f" {'em' if language == 'pt' else 'in'} {where}" if where else ""
    named = "" if where else f" ({zone})"
    if language == "pt":
        return f"{'É' if time.startswith('01') else 'São'} {time}{spot}, {told}{named}."
    return f"It is {time}{spot}, {told}{named}."


def asked_of_profile(message: str) -> str | None:
    """Name the field of the profile that a message asks for."""
    plain = fold(message[:200])
    return next(
        (n for n, (words, _) in _OWN.items() if re.search(rf"\b(?:{words})\b", plain)), None
    )


def own(profile: JsonMapping, message: str, language: Language) -> str | None:
    """Tell the one field that was asked for; None where all of them were."""
    field = asked_of_profile(message)
    if field is None:
        return None
    value = profile.get(field)
    return _OWN[field][1][language].format(value) if value else UNTOLD[language]

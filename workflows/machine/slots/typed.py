"""How each type of slot makes a value of what somebody gave: a person's form, a model, a reader."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, time
from typing import Any

from language.addresses import find_emails, find_urls
from language.cities import city_named
from language.clock_times import find_times
from language.dates import parse_date
from language.detect import Language
from language.documents import find_documents
from language.intents import plain_answer
from language.money import MOST, find_money, same_currency
from language.numbers import find, parse
from language.phones import find_phones
from workflows.file.slots import Slot, SlotKind
from workflows.machine.slots.speech import SpeechContext

MAX_TEXT = 2_000
_SHORT = 100
_LANGUAGES: tuple[Language, ...] = ("en", "pt")


def is_worded(text: str) -> bool:
    """Tell a text with words in it from signs, digits and numbers that are spelled out."""
    return any(map(str.isalpha, text)) and not any(_is_number(text, lang) for lang in _LANGUAGES)


def _is_number(text: str, language: Language) -> bool:
    rest = text
    for found in reversed(find(text[:200], language, articles=True)):
        rest = rest[: found.start] + rest[found.end :]
    return not re.sub(r"\b(?:e|and)\b|[\W_]", "", rest, flags=re.I)


def _text(slot: Slot, given: object, speech: SpeechContext) -> str | None:
    text = " ".join(str(given).split())[:MAX_TEXT]
    return text or None


def _name(slot: Slot, given: object, speech: SpeechContext) -> str | None:
    text = _text(slot, given, speech)
    called = text is not None and (is_worded(text) or text.isalpha())  # Cem is a name
    return text if called else None


def _city(slot: Slot, given: object, speech: SpeechContext) -> str | None:
    text = _text(slot, given, speech)
    known = city_named(text) if text else None
    return known or (None if text is None or not is_worded(text) else text)


def _number(slot: Slot, given: object, speech: SpeechContext) -> int | float | None:
    if isinstance(given, bool):
        return None
    if isinstance(given, int | float):
        return given if abs(given) < MOST else None
    found = parse(str(given)[:_SHORT], speech.language)
    return found if found is not None and abs(found) < MOST else None


def _money(slot: Slot, given: object, speech: SpeechContext) -> int | float | None:
    if isinstance(given, int | float):
        return _number(slot, given, speech)
    found = find_money(str(given)[:_SHORT], speech.language)
    if len(found) != 1 or not same_currency(str(slot.currency), found[0].currency):
        return None
    return found[0].value


def _boolean(slot: Slot, given: object, speech: SpeechContext) -> bool | None:
    return given if isinstance(given, bool) else plain_answer(str(given))


def _date(slot: Slot, given: object, speech: SpeechContext) -> str | None:
    if isinstance(given, date):
        return given.strftime("%Y-%m-%d").rjust(10, "0")
    text, order = str(given)[:_SHORT], speech.day_first(slot)
    found = parse_date(text, speech.today, speech.language, order)
    return found.isoformat() if found else None


def _time(slot: Slot, given: object, speech: SpeechContext) -> str | None:
    if isinstance(given, time | datetime):
        return f"{given:%H:%M}"
    if plain := _iso_time(str(given)[:_SHORT]):
        return plain
    found = find_times(str(given)[:_SHORT], speech.now, speech.language)
    return found[0].value if len(found) == 1 else None


def _datetime(slot: Slot, given: object, speech: SpeechContext) -> str | None:
    if isinstance(given, datetime):
        return f"{given:%Y-%m-%dT%H:%M}"
    text = str(given)[:_SHORT]
    if plain := _iso_moment(text):
        return plain
    day = parse_date(text, speech.today, speech.language, speech.day_first(slot))
    times = find_times(text, speech.now, speech.language)
    return f"{day.isoformat()}T{times[0].value}" if day and len(times) == 1 else None


def _iso_time(text: str) -> str | None:
    found = re.fullmatch(r"\s*([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?\s*", text)
    return f"{found[1]}:{found[2]}" if found else None


def _iso_moment(text: str) -> str | None:
    """Read a moment as programs write it; what it says of a zone is left out."""
    found = re.fullmatch(r"\s*(\d{4}-\d{2}-\d{2})[T ](.{5}).{0,20}", text)
    clock = _iso_time(found[2]) if found else None
    try:
        return f"{date.fromisoformat(found[1])}T{clock}" if found and clock else None
    except ValueError:
        return None


def _email(slot: Slot, given: object, speech: SpeechContext) -> str | None:
    found = find_emails(str(given)[:320].strip())
    return found[0].value if len(found) == 1 else None


def _phone(slot: Slot, given: object, speech: SpeechContext) -> str | None:
    found = find_phones(str(given)[:_SHORT], speech.region_of(slot))
    return found[0].value if len(found) == 1 else None


def _document(slot: Slot, given: object, speech: SpeechContext) -> str | None:
    found = [d.value for kind, d in find_documents(str(given)[:_SHORT]) if kind in slot.options]
    return found[0] if len(found) == 1 else None


def _url(slot: Slot, given: object, speech: SpeechContext) -> str | None:
    found = find_urls(str(given)[:600])
    return found[0].value if len(found) == 1 else None


TYPED: dict[SlotKind, Callable[[Slot, object, SpeechContext], Any]] = {
    "text": _text, "name": _name, "city": _city, "integer": _number, "number": _number,
    "money": _money, "boolean": _boolean, "date": _date, "time": _time, "datetime": _datetime,
    "email": _email, "phone": _phone, "document": _document, "url": _url,
}  # fmt: skip

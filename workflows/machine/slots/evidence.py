"""Whether a message bears out a value that a model has read in it: a model may invent, and guess.

A value is kept where it, or what it is another way of writing, stands in the message.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import date
from typing import Any, cast

from language.addresses import find_emails, find_urls
from language.cities import cities_in
from language.clock_times import find_times
from language.dates import find_dates
from language.detect import Language
from language.documents import find_documents
from language.flat import flat
from language.matching import fold, stems
from language.money import find_money
from language.numbers import find
from language.phones import find_phones
from language.quantities import find_quantities
from language.requests import asks
from language.told_cities import told_city
from workflows.file.slots import Slot
from workflows.machine.slots.speech import SpeechContext
from workflows.machine.slots.values import option_names

_MOST_OF = 0.8  # of the words of a message
_READ = 2_000  # characters of a message that are looked at
_LANGUAGES: tuple[Language, ...] = ("en", "pt")


def bears_out(message: str, slot: Slot, value: Any, speech: SpeechContext, *, asked: bool) -> bool:
    """Tell whether a message says this value, in these words or as people write it."""
    text = message[:_READ]
    if slot.type == "boolean":
        return asked  # to no other question is a yes or no to be guessed
    if slot.items is not None:
        items = slot.items
        given = cast("list[Any]", value) if isinstance(value, list) else [value]
        return all(bears_out(text, items, each, speech, asked=False) for each in given)
    if slot.type == "choice":
        return asked or any(_says(text, name) for name in _names(slot, value))
    if slot.type in ("integer", "number"):
        return any(_counted(text, value, lang, asked=asked) for lang in _LANGUAGES)
    if slot.type in _FINDERS:
        return any(_same(value, found) for found in _FINDERS[slot.type](text, slot, speech))
    if slot.type == "date":
        return _dated(text, str(value), speech)
    if slot.type == "datetime":
        day, _, clock = str(value).partition("T")
        return _dated(text, day, speech) and clock in _times(text, slot, speech)
    if slot.type == "city":
        known = any(fold(city) == fold(value) for city, _, _ in cities_in(text))
        return known or _says(text, value) or fold(told_city(text) or "") == fold(value)
    return _says(text, value) and (asked or not _is_the_wish(text, value))


def _is_the_wish(text: str, value: object) -> bool:
    """Tell whether a text that nobody asked for is all of what was wished: it tells no remark."""
    said, given = set(stems(text)), set(stems(str(value)))
    return asks(text) and len(given) >= _MOST_OF * len(said)


def _same(value: Any, found: Any) -> bool:
    if isinstance(value, int | float) and isinstance(found, int | float):
        return float(value) == float(found)
    return bool(value == found)


def _counted(text: str, value: float, language: Language, *, asked: bool) -> bool:
    """Look for a number, also one that is said in parts ("forty-seven eleven")."""
    found = [str(number.value) for number in find(text, language, articles=asked)]
    if any(_same(value, each.value) for each in find_quantities(text, language)):
        return True
    return str(value) in found or (len(found) > 1 and str(value) in "".join(found))


def _says(text: str, value: object) -> bool:
    words = stems(str(value))
    return bool(words) and set(words) <= set(stems(text))


def _names(slot: Slot, option: object) -> list[str]:
    return [name for own, name in option_names(slot) if own == option]


def _dated(text: str, day: str, speech: SpeechContext) -> bool:
    for language in _LANGUAGES:
        for lean in (None, "past", "future"):
            found = find_dates(text, speech.today, language, lean)
            if any(each.value.isoformat() == day for each in found):
                return True
    said = date.fromisoformat(day).day
    return bool(re.search(rf"(?<!\d)0?{said}(?!\d)", flat(text)))


def _times(text: str, slot: Slot, speech: SpeechContext) -> list[str]:
    found = [each for lang in _LANGUAGES for each in find_times(text, speech.now, lang)]
    return [value for each in found for value in (each.value, each.either) if value]


def _sums(text: str, slot: Slot, speech: SpeechContext) -> list[float]:
    return [each.value for language in _LANGUAGES for each in find_money(text, language)]


_FINDERS: dict[str, Callable[[str, Slot, SpeechContext], Iterable[Any]]] = {
    "email": lambda text, slot, speech: [f.value for f in find_emails(text)],
    "url": lambda text, slot, speech: [f.value for f in find_urls(text)],
    "document": lambda text, slot, speech: [f.value for _, f in find_documents(text)],
    "phone": lambda text, slot, speech: [
        f.value for f in find_phones(text, speech.region_of(slot))
    ],
    "money": _sums,
    "time": _times,
}

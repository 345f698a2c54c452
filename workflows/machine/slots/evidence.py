"""Whether a message bears out a value that a model has read in it: a model may invent, and guess.

A value is kept where it, or what it is another way of writing, stands in the message.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from language.cities import cities_in
from language.dates import find_dates
from language.detect import Language
from language.matching import fold, stems
from language.numbers import find
from workflows.file.slots import Slot
from workflows.machine.slots.values import option_names

_READ = 2_000  # characters of a message that are looked at
_LANGUAGES: tuple[Language, ...] = ("en", "pt")


def bears_out(message: str, slot: Slot, value: Any, today: date, *, asked: bool) -> bool:
    """Tell whether a message says this value, in these words or as people write it."""
    text = message[:_READ]
    match slot.type:
        case "boolean":
            return asked  # to no other question is a yes or no to be guessed
        case "choice":
            return asked or any(_says(text, name) for name in _names(slot, value))
        case "integer" | "number":
            return any(_counted(text, value, lang, asked=asked) for lang in _LANGUAGES)
        case "date":
            return _dated(text, date.fromisoformat(value), today)
        case "email":
            return str(value) in text.lower()
        case "city":
            return _says(text, value) or any(fold(c) == fold(value) for c, _, _ in cities_in(text))
        case _:
            return _says(text, value)


def _counted(text: str, value: float, language: Language, *, asked: bool) -> bool:
    """Look for a number, also one that is said in parts ("forty-seven eleven")."""
    found = [str(number.value) for number in find(text, language, articles=asked)]
    return str(value) in found or (len(found) > 1 and str(value) in "".join(found))


def _says(text: str, value: object) -> bool:
    words = stems(str(value))
    return bool(words) and set(words) <= set(stems(text))


def _names(slot: Slot, option: object) -> list[str]:
    return [name for own, name in option_names(slot) if own == option]


def _dated(text: str, value: date, today: date) -> bool:
    for language in _LANGUAGES:
        if any(found.value == value for found in find_dates(text, today, language)):
            return True
    return bool(re.search(rf"(?<!\d)0?{value.day}(?!\d)", text))

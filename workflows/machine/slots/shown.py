"""Values as people read them: never 2026-11-21 or +5511987654321, in their language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from language.detect import Language
from language.documents import show_document
from language.phones import show_phone
from language.said_dates import say_moment, say_number
from language.said_money import say_money
from workflows.file.slots import Slot
from workflows.machine.slots.options import called
from workflows.machine.slots.speech import SpeechContext

_SHOWN = 500
_AND: dict[Language, str] = {"en": " and ", "pt": " e "}
_SAID: dict[Language, dict[bool, str]] = {
    "en": {True: "yes", False: "no"},
    "pt": {True: "sim", False: "não"},
}


def shown(slot: Slot | None, value: Any, speech: SpeechContext, form: str = "") -> str:
    """Write a slot's value as people read it; `form` is what stands behind a colon: {day:long}."""
    language = speech.language
    if value is None or form == "iso":
        return "" if value is None else str(value)[:_SHOWN]
    if isinstance(value, list):
        items = [
            shown(slot and slot.items, each, speech, form) for each in cast("list[Any]", value)
        ]
        return listed(items, language)
    kind = slot.type if slot else ""
    if slot is not None and kind == "choice":
        return called(slot, str(value), language)
    if slot is not None and kind == "money" and isinstance(value, int | float):
        return say_money(value, str(slot.currency), language)
    if slot is not None and kind == "phone":
        return show_phone(str(value), speech.region_of(slot))
    if kind == "document":
        return show_document(str(value))
    return spoken(value, language, form)


def spoken(value: Any, language: Language, form: str = "") -> str:
    """Write a value of which nothing more is known than its own look."""
    if isinstance(value, bool):
        return _SAID[language][value]
    if isinstance(value, float):
        return say_number(value, language)
    if isinstance(value, dict | list) or value is None:
        return ""
    text = str(value)
    return (say_moment(text, language, form) or text)[:_SHOWN]


def listed(items: Sequence[str], language: Language, joint: str = "") -> str:
    """Join texts as people do: "a, b and c"."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])}{joint or _AND[language]}{items[-1]}"

"""Makes a slot's value of what was read, and tells what is wrong with one that does not fit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal, cast

from contracts.json import JsonObject
from language.cities import city_named
from language.dates import parse_date
from language.detect import Language
from language.intents import plain_answer
from language.matching import best_match, fold
from language.numbers import find, parse
from language.patterns import fits_pattern
from workflows.file.slots import Slot

MAX_TEXT = 2_000
_LANGUAGES: tuple[Language, ...] = ("en", "pt")
_EMAIL = re.compile(r"[\w.%+-]{1,64}@(?:[\w-]{1,63}\.){1,4}[A-Za-z]{2,24}")


@dataclass(frozen=True, slots=True)
class ValueProblem:
    """Why a value was not taken; `limit` is the bound it breaks."""

    kind: Literal["min", "max", "pattern", "whole", "option", "type"]
    limit: Any = None


def accept(
    slot: Slot, given: object, today: date, language: Language = "en"
) -> tuple[Any, ValueProblem | None]:
    """Return a value of the slot's type, or the problem with what was given.

    It is the one door for values, whoever read them: a person's form, a model, or the reader here.
    """
    value = _typed(slot, given, today, language)
    if value is None:
        kind = "option" if slot.type == "choice" else "type"
        return None, ValueProblem(kind)
    if slot.type == "integer" and not float(value).is_integer():
        return None, ValueProblem("whole")
    value = int(value) if slot.type == "integer" else value
    problem = _bounds(slot, value)
    return (None, problem) if problem else (value, None)


def accept_all(
    slots: Mapping[str, Slot], given: Mapping[str, object], today: date, language: Language = "en"
) -> JsonObject:
    """Keep of a model's or form's answer what fits the slots; the rest is as if never said."""
    kept: JsonObject = {}
    for name, slot in slots.items():
        value, problem = accept(slot, given.get(name), today, language)
        if problem is None:
            kept[name] = value
    return kept


def answer_schema(slots: Mapping[str, Slot]) -> JsonObject:
    """Write the JSON Schema of a structured answer that fills these slots."""
    return {
        "type": "object",
        "properties": {name: _property(slot) for name, slot in slots.items()},
        "additionalProperties": False,
    }


_JSON = {"integer": "integer", "number": "number", "boolean": "boolean"}


def _property(slot: Slot) -> JsonObject:
    found: JsonObject = {"type": [_JSON.get(slot.type, "string"), "null"]}
    if slot.of:
        found["enum"] = [*slot.of, None]
    if slot.type == "date":
        found["format"] = "date"
    return found


def _typed(slot: Slot, given: object, today: date, language: Language) -> Any:
    if given is None or isinstance(given, dict | list):
        return None
    match slot.type:
        case "integer" | "number":
            return _number(given, language)
        case "boolean":
            return given if isinstance(given, bool) else plain_answer(str(given))
        case "choice":
            return option_of(slot, str(given))
        case "date":
            return _date(given, today, language)
        case "email":
            found = _EMAIL.fullmatch(str(given).strip())
            return found[0].lower() if found else None
        case "city":
            text = _plain(given)
            known = city_named(text) if text else None
            return known or (None if text is None or not is_worded(text) else text)
        case "name":
            text = _plain(given)
            called = text is not None and (is_worded(text) or text.isalpha())  # Cem is a name
            return text if called else None
        case _:
            return _plain(given)


def is_worded(text: str) -> bool:
    """Tell a text with words in it from signs, digits and numbers that are spelled out."""
    return any(map(str.isalpha, text)) and not any(_is_number(text, lang) for lang in _LANGUAGES)


def _is_number(text: str, language: Language) -> bool:
    rest = text
    for found in reversed(find(text[:200], language, articles=True)):
        rest = rest[: found.start] + rest[found.end :]
    return not re.sub(r"\b(?:e|and)\b|[\W_]", "", rest, flags=re.I)


def _plain(given: object) -> str | None:
    text = " ".join(str(given).split())[:MAX_TEXT]
    return text or None


def _number(given: object, language: Language) -> int | float | None:
    if isinstance(given, bool):
        return None
    if isinstance(given, int | float):
        return given if abs(given) < 1e15 else None
    found = parse(str(given)[:100], language)
    return found if found is not None and abs(found) < 1e15 else None


def _date(given: object, today: date, language: Language) -> str | None:
    found = given if isinstance(given, date) else parse_date(str(given)[:100], today, language)
    return found.isoformat() if found else None


def option_of(slot: Slot, text: str) -> str | None:
    """Return the option that a whole text names, by itself or by one of its other names."""
    names = {fold(name): option for option, name in option_names(slot)}
    known = names.get(fold(text).strip(" .!"))
    near = None if known else best_match(text, names, 0.85)
    return known or (names[near] if near else None)


def option_names(slot: Slot) -> list[tuple[str, str]]:
    """List each option with every name it goes by."""
    return [
        (option, name)
        for option in slot.of or {}
        for name in (option, option.replace("_", " "), *slot.names(option))
    ]


def _bounds(slot: Slot, value: Any) -> ValueProblem | None:
    measured: Any = value
    if slot.type == "date":
        measured = date.fromisoformat(value)
    elif isinstance(value, str):
        measured = len(value)
    low, high = cast(Any, slot.min), cast(Any, slot.max)
    if low is not None and measured < low:
        return ValueProblem("min", low)
    if high is not None and measured > high:
        return ValueProblem("max", high)
    if slot.pattern and not fits_pattern(slot.pattern, str(value)):
        return ValueProblem("pattern")
    return None

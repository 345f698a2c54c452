"""Makes a slot's value of what was read, and tells what is wrong with one that does not fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from contracts.json import JsonObject
from language.idle_words import telling_words
from language.matching import best_match, fold, stem, stems
from language.patterns import fits_pattern
from workflows.file.slots import Slot
from workflows.machine.slots.speech import SpeechContext
from workflows.machine.slots.typed import TYPED

MOST_ITEMS = 50

_LONGEST_NAMING = 300  # characters of a text that may name an option
_MOST_WORDS = 9  # of an option


@dataclass(frozen=True, slots=True)
class ValueProblem:
    """Why a value was not taken; `limit` is the bound it breaks."""

    kind: Literal[
        "min",
        "max",
        "pattern",
        "whole",
        "option",
        "type",
        "broken",
        "currency",
        "several",
        "time",
        "day",
        "span",
        "more",
        "unread",
        "unassigned",
        "only_one",
        "none_of",
        "open",
    ]
    limit: Any = None


def accept(slot: Slot, given: object, speech: SpeechContext) -> tuple[Any, ValueProblem | None]:
    """Return a value of the slot's type, or the problem with what was given.

    It is the one door for values, whoever read them: a person's form, a model, or the reader here.
    """
    if slot.items is not None:
        return _list(slot, slot.items, given, speech)
    value = _typed(slot, given, speech)
    if value is None:
        kind = "option" if slot.type == "choice" else "type"
        return None, ValueProblem(kind)
    if slot.type == "integer" and not float(value).is_integer():
        return None, ValueProblem("whole")
    value = int(value) if slot.type == "integer" else value
    problem = _bounds(slot, value, speech)
    return (None, problem) if problem else (value, None)


def accept_all(
    slots: Mapping[str, Slot], given: Mapping[str, object], speech: SpeechContext
) -> JsonObject:
    """Keep of a model's or form's answer what fits the slots; the rest is as if never said."""
    kept: JsonObject = {}
    for name, slot in slots.items():
        value, problem = accept(slot, given.get(name), speech)
        if problem is None:
            kept[name] = value
    return kept


def _typed(slot: Slot, given: object, speech: SpeechContext) -> Any:
    if given is None or isinstance(given, dict | list):
        return None
    if slot.type == "choice":
        return option_of(slot, str(given))
    return TYPED[slot.type](slot, given, speech)


def _list(
    slot: Slot, items: Slot, given: object, speech: SpeechContext
) -> tuple[Any, ValueProblem | None]:
    """Take a list of which every item fits; one that does not says what is wrong with it."""
    parts = cast("list[object]", given if isinstance(given, list) else [given])[: MOST_ITEMS + 1]
    if not parts or given is None or len(parts) > MOST_ITEMS:
        return None, ValueProblem("type")
    values: list[Any] = []
    for part in parts:
        value, problem = accept(items, part, speech)
        if problem:
            return None, problem
        values += [] if value in values else [value]
    for which, broken in (("min", _less), ("max", _more)):
        bound = getattr(slot, which)
        if bound is not None and broken(len(values), bound):
            return None, ValueProblem(cast(Any, which), bound)
    return values, None


def option_of(slot: Slot, text: str) -> str | None:
    """Return the option that a whole text names, by itself or by one of its other names."""
    names = {fold(option): option for option in slot.options}
    names |= {fold(name): option for option, name in option_names(slot)}
    known = names.get(fold(text).strip(" .!"))
    near = None if known else best_match(text, names, 0.85)
    return known or (names[near] if near else None)


def option_names(slot: Slot) -> list[tuple[str, str]]:
    """List each option with every name it goes by.

    Its key is one unless it has names in English: "my brother's wedding" is no `wedding: [wedding
    dress]`.
    """
    return [(option, name) for option in slot.options for name in _called(slot, option)]


def holds_option(slot: Slot, text: str) -> bool:
    """Tell whether a text holds all words of one of the options: "the manager should call me"."""
    said = set(stems(text[:_LONGEST_NAMING]))
    named = (telling_words(name, _MOST_WORDS) for _, name in option_names(slot))
    return fold(text).strip(" .!") in map(fold, slot.options) or any(
        words and {stem(word) for word in words} <= said for words in named
    )


def _called(slot: Slot, option: str) -> list[str]:
    told = slot.options.get(option)
    own = [] if isinstance(told, dict) and told.get("en") else [option, option.replace("_", " ")]
    return [*own, *slot.names(option)]


def _bounds(slot: Slot, value: Any, speech: SpeechContext) -> ValueProblem | None:
    textual = slot.type in ("text", "name", "city", "email", "url")
    measured: Any = len(value) if textual else value
    low, high = slot.bound("min", speech.now), slot.bound("max", speech.now)
    if low is not None and _less(measured, low):
        return ValueProblem("min", low)
    if high is not None and _more(measured, high):
        return ValueProblem("max", high)
    if slot.pattern and not fits_pattern(slot.pattern, str(value)):
        return ValueProblem("pattern")
    return None


def _less(one: Any, other: Any) -> bool:
    return bool(one < other)


def _more(one: Any, other: Any) -> bool:
    return bool(one > other)

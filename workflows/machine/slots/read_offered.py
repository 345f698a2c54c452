"""Reads which of the values is meant that a person has been asked to choose from.

"Sexta ou sábado?" "o segundo". What the answer before had told besides is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Any, cast

from contracts.json import JsonMapping, JsonObject
from language import numbers
from language.answers import settled
from language.flat import flat
from workflows.file.slots import Slot
from workflows.machine.slots.message import MessageBeingRead
from workflows.machine.slots.read_choices import all_mentions, by_place
from workflows.machine.slots.read_days import days_of
from workflows.machine.slots.shown import shown
from workflows.machine.slots.values import ValueProblem

_MOST = 6
_NUMBERS = frozenset({"integer", "number", "money"})
_CLOCK = re.compile(r"\d\d:\d\d")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_WEEKDAY = re.compile(r"\b(?:segunda|terca|quarta|quinta|sexta)\b|^\W*\d")
_HALVES = (
    ["am", "a.m.", "manhã", "da manhã", "de manhã", "morning"],
    ["pm", "p.m.", "tarde", "da tarde", "noite", "da noite", "afternoon", "evening"],
)


def read_offered(message: MessageBeingRead) -> None:
    """Take the value that the answer chooses, with the half of it that is known already."""
    name = message.asked or ""
    heard = cast("JsonObject", message.heard.get(name, {}))
    offered, slot = list(heard.get("offered") or [])[:_MOST], message.slots.get(name)
    if slot is None or len(offered) < 2 or message.open_ended:
        return
    named: dict[str, list[str]] = {str(v): list(_names(message, slot, v)) for v in offered}
    choice = Slot.model_validate({"type": "choice", "of": named})
    found = [] if _WEEKDAY.search(flat(message.text)) else by_place(message, choice)
    if not found and _says_another(message, offered):
        return  # "2500" is no "R$ 2.000"
    found = found or settled(message.text, all_mentions(message, choice))
    if len({each.value for each in found}) != 1:
        return
    value = next(v for v in offered if str(v) == found[0].value)
    if (whole := _whole(slot, value, heard)) is not None:
        message.take(name, whole, 0, len(message.text))
    else:
        half = "day" if _DAY.fullmatch(str(value)) else "clock"
        message.reading.heard[name] = {half: value}
        message.refuse(name, ValueProblem("time" if half == "day" else "day"))
        message.taken.append((0, len(message.text)))


def _whole(slot: Slot, value: Any, heard: JsonMapping) -> Any:
    """Put a day and a time together where both are known; None where one of them lacks."""
    if slot.type != "datetime" or "T" in str(value):
        return value
    if _DAY.fullmatch(str(value)):
        return f"{value}T{heard['clock']}" if "clock" in heard else None
    return f"{heard['day']}T{value}" if "day" in heard else None


def _says_another(message: MessageBeingRead, offered: list[Any]) -> bool:
    """Tell whether the answer names a day or a number that was not offered."""
    slot = message.slots[message.asked or ""]
    if slot.type in _NUMBERS:
        told = {found.value for found in numbers.find(message.text, message.speech.language)}
        return bool(told) and told.isdisjoint(offered)
    if not _DAY.match(str(offered[0])):
        return False
    days = {found.value for found in days_of(message, slot, asked=False)}
    return bool(days) and days.isdisjoint(str(each)[:10] for each in offered)


def _names(message: MessageBeingRead, slot: Slot, value: Any) -> Iterator[str]:
    text, speech = str(value), message.speech
    yield from {shown(slot, value, speech), shown(slot, value, speech, "long")}
    if _DAY.match(text):
        yield str(date.fromisoformat(text[:10]).day)
    if _CLOCK.fullmatch(text):
        yield from _HALVES[text >= "12:00"]

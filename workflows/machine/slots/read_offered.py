"""Reads which of the values is meant that a person has been asked to choose from.

"Sexta ou sábado?" "o segundo". What the answer before had told besides is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, cast

from contracts.json import JsonMapping, JsonObject
from language import numbers
from language.answers import settled
from workflows.file.slots import Slot
from workflows.machine.slots.denied_options import says_all
from workflows.machine.slots.message import MessageBeingRead
from workflows.machine.slots.read_choices import all_mentions, by_place
from workflows.machine.slots.shown import shown
from workflows.machine.slots.values import ValueProblem
from workflows.machine.slots.which_moment import MOST, meant_moment

_MOST = 6
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?|\d\d:\d\d")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_FIGURE = re.compile(r"\W*\d")


def read_offered(message: MessageBeingRead) -> None:
    """Take the value that the answer chooses, with the half of it that is known already."""
    name = message.asked or ""
    slot = message.slots.get(name)
    heard = cast("JsonObject", message.heard.get(name, {}))
    if slot is None or message.open_ended:
        return
    offered = list(dict.fromkeys(heard.get("offered") or []))[:MOST]
    if slot.type == "choice" and slot.of is not None and _are_moments(slot.options):
        _take_moment(message, slot, list(slot.options), {})
    elif len(offered) > 1 and says_all(message.text):
        message.refuse(name, ValueProblem("only_one", offered))
    elif len(offered) > 1 and _are_moments(offered):
        _take_moment(message, slot, offered, heard)
    elif len(offered) > 1:
        _take_number(message, slot, offered[:_MOST])


def _are_moments(values: Iterable[Any]) -> bool:
    return all(isinstance(v, str) and _MOMENT.fullmatch(v) for v in values)


def _take_moment(
    message: MessageBeingRead, slot: Slot, offered: list[str], heard: JsonMapping
) -> None:
    """Take the day or the time that is meant; ask again among those that are left."""
    name = str(message.asked)
    meant = meant_moment(message.text, offered, message.speech)
    if meant.value is not None:
        _take(message, slot, meant.value, heard, meant.spans)
        if meant.any:
            message.reading.chosen.append(name)
    elif meant.left and slot.type != "choice":
        message.refuse(name, ValueProblem("several", meant.left))
        message.taken += meant.spans


def _take_number(message: MessageBeingRead, slot: Slot, offered: list[Any]) -> None:
    """Take the number that is meant, by its place or by itself."""
    named = {str(v): [shown(slot, v, message.speech), str(v)] for v in offered}
    choice = Slot.model_validate({"type": "choice", "of": named})
    found = [] if _FIGURE.match(message.text) else by_place(message, choice)
    told = {f.value for f in numbers.find(message.text, message.speech.language)}
    if not found and told and told.isdisjoint(offered):
        return  # "2500" is no "R$ 2.000"
    found = found or settled(message.text, all_mentions(message, choice))
    if len({each.value for each in found}) == 1:
        value = next(v for v in offered if str(v) == found[0].value)
        message.take(str(message.asked), value, 0, len(message.text))


def _take(
    message: MessageBeingRead,
    slot: Slot,
    value: str,
    heard: JsonMapping,
    spans: Sequence[tuple[int, int]],
) -> None:
    """Take a value, or keep it where it is half of one."""
    name, (start, end) = str(message.asked), spans[-1]
    if (whole := _whole(slot, value, heard)) is not None:
        message.take(name, whole, start, end)
    else:
        half = "day" if _DAY.fullmatch(value) else "clock"
        message.reading.heard[name] = {half: value}
        message.refuse(name, ValueProblem("time" if half == "day" else "day"))
    message.taken += spans


def _whole(slot: Slot, value: Any, heard: JsonMapping) -> Any:
    """Put a day and a time together where both are known; None where one of them lacks."""
    if slot.type != "datetime" or "T" in str(value):
        return value
    if _DAY.fullmatch(str(value)):
        return f"{value}T{heard['clock']}" if "clock" in heard else None
    return f"{heard['day']}T{value}" if "day" in heard else None

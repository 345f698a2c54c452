"""Reads an answer that leaves open when: it is no value, and narrows the question for one."""

from __future__ import annotations

from collections.abc import Mapping

from language.clock_times import find_times
from language.open_moments import OpenMoment, open_day, open_time
from workflows.file.slots import Slot
from workflows.machine.slots.day_pairs import lean_of
from workflows.machine.slots.message import MessageBeingRead
from workflows.machine.slots.values import ValueProblem


def read_open_moments(message: MessageBeingRead) -> None:
    """Note between which ends the day or the time that was asked for is wished."""
    found = message.asked_of("time", "date", "datetime") or _put_right(message)
    if found is None or message.reading.question:
        return
    name, slot = found
    if name in message.reading.values or name in message.reading.refused or message.beside:
        return
    left_open = _left_open(message, slot)
    if left_open is not None:
        ends = _within(slot, left_open, message)
        known = message.known.get(name)
        if name != message.asked and _is_between(str(known or ""), ends):
            return  # "yes, I am free after nine" changes nothing at ten
        message.reading.heard[name] = {end: value for end, value in ends.items() if value}
        message.refuse(name, ValueProblem("open", ends))
        if name != message.asked:  # a change, which comes before a yes or a no
            message.reading.values.pop(str(message.asked), None)


def _put_right(message: MessageBeingRead) -> tuple[str, Slot] | None:
    """Return the hour that "no, after eleven" changes, said where all is shown."""
    hours = list(message.of("time"))
    if not message.confirming or len(hours) != 1 or message.reading.values.keys() - {message.asked}:
        return None
    speech = message.speech
    told = find_times(message.text, speech.now, speech.language)
    return hours[0] if told and hours[0][0] in message.filled else None


def _left_open(message: MessageBeingRead, slot: Slot) -> OpenMoment | None:
    speech = message.speech
    if slot.type == "time":
        return open_time(message.text, speech.now, speech.language)
    order, lean = speech.day_first(slot), lean_of(slot, message)
    return open_day(message.text, speech.today, speech.language, lean, order)


def _is_between(known: str, ends: Mapping[str, str | None]) -> bool:
    return (ends["low"] or known) <= known <= (ends["high"] or known)


def _within(slot: Slot, wished: OpenMoment, message: MessageBeingRead) -> dict[str, str | None]:
    """Put the slot's own bounds to the ends that are wished, where it is asked for a time."""
    low, high = wished.low, wished.high
    if slot.type == "time":
        least, most = (slot.bound(which, message.speech.now) for which in ("min", "max"))
        low = max((str(end) for end in (low, least) if end is not None), default=None)
        high = min((str(end) for end in (high, most) if end is not None), default=None)
    return {"low": low, "high": high}

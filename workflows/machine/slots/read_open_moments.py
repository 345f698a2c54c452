"""Reads an answer that leaves open when: it is no value, and narrows the question for one."""

from __future__ import annotations

from language.open_moments import OpenMoment, open_day, open_time
from workflows.file.slots import Slot
from workflows.machine.slots.message import MessageBeingRead
from workflows.machine.slots.read_days import lean_of
from workflows.machine.slots.values import ValueProblem


def read_open_moments(message: MessageBeingRead) -> None:
    """Note between which ends the day or the time that was asked for is wished."""
    found = message.asked_of("time", "date", "datetime")
    if found is None or message.confirming or message.reading.question:
        return
    name, slot = found
    if name in message.reading.values or name in message.reading.refused or message.beside:
        return
    left_open = _left_open(message, slot)
    if left_open is not None:
        ends = _within(slot, left_open, message)
        message.reading.heard[name] = {end: value for end, value in ends.items() if value}
        message.refuse(name, ValueProblem("open", ends))


def _left_open(message: MessageBeingRead, slot: Slot) -> OpenMoment | None:
    speech = message.speech
    if slot.type == "time":
        return open_time(message.text, speech.now, speech.language)
    order, lean = speech.day_first(slot), lean_of(slot, message)
    return open_day(message.text, speech.today, speech.language, lean, order)


def _within(slot: Slot, wished: OpenMoment, message: MessageBeingRead) -> dict[str, str | None]:
    """Put the slot's own bounds to the ends that are wished, where it is asked for a time."""
    low, high = wished.low, wished.high
    if slot.type == "time":
        least, most = (slot.bound(which, message.speech.now) for which in ("min", "max"))
        low = max((str(end) for end in (low, least) if end is not None), default=None)
        high = min((str(end) for end in (high, most) if end is not None), default=None)
    return {"low": low, "high": high}

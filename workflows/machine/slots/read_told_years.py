"""Reads the years of a wish or a change for the slot that counts months."""

from __future__ import annotations

from language.flat import flat
from language.months_told import months_told, wants_years
from workflows.machine.slots.message import MessageBeingRead, question_of
from workflows.machine.slots.read_units import MADE


def read_told_years(message: MessageBeingRead) -> None:
    """Take "make it a year and a half" for the number of months, and "for a year" of a wish."""
    wish = message.asked is None and not message.filled and wants_years(message.text)
    if not wish and not (message.revising and MADE.search(flat(message.text))):
        return
    for name, slot in message.of("integer", "number"):
        told = months_told(message.text, question_of(slot), message.speech.language)
        if (wish or name in message.filled) and name != message.asked and told is not None:
            message.take(name, told, 0, 0)

"""Takes one value for the slot that was asked for: none that is denied, one of several, a guess."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from language.answers import about_others, estimates, offers_several, settled
from language.found import Found
from workflows.file.slots import Slot
from workflows.machine.slots.message import MessageBeingRead, question_of
from workflows.machine.slots.values import ValueProblem

# What its own form tells from all else, whatever is said beside it: "…, and call me today".
_FORMED = ("phone", "email", "url", "document")


def answer_with(
    message: MessageBeingRead, name: str, slot: Slot, found: Sequence[Found[Any]]
) -> None:
    """Take the value that an answer settles on; ask back where it names two."""
    kept = one_of(message, name, slot, found)
    if kept is not None:
        message.take(name, kept.value, kept.start, kept.end)


def one_of(
    message: MessageBeingRead, name: str, slot: Slot, found: Sequence[Found[Any]]
) -> Found[Any] | None:
    """Return the one value that an answer means, None where it means none or leaves it open."""
    beside = message.beside and name == message.asked  # of what another slot is told, that is none
    if not found or (beside and slot.type not in _FORMED):
        return None
    kept = settled(message.text, found)
    if message.open_ended and not (message.confirming or _estimates(message, kept)):
        return None
    if not kept:
        return None
    values = [each.value for each in kept]
    several = any(value != values[0] for value in values)
    if several or offers_several(message.text, kept):
        message.refuse(name, ValueProblem("several", values if several else None))
        message.taken += [(each.start, each.end) for each in found]
        return None
    if about_others(message.text, question_of(slot), kept[0].start):
        return None
    return kept[-1]


def _estimates(message: MessageBeingRead, found: Sequence[Found[Any]]) -> bool:
    """Tell "I don't know, about 80 I guess", which answers, from "I don't know the 80th"."""
    return len(found) == 1 and estimates(message.told, found[0].start, found[0].end)

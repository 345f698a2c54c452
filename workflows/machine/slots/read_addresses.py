"""Reads addresses, telephone numbers and documents: what its own form tells from all else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal

from language.addresses import find_emails, find_urls
from language.documents import find_documents
from language.flat import flat
from language.found import Found
from language.phones import find_phones, is_unassigned
from language.whose_datum import is_of_another
from workflows.file.slots import Slot, SlotKind
from workflows.machine.slots.answering import answer_with
from workflows.machine.slots.message import MessageBeingRead
from workflows.machine.slots.values import ValueProblem

_KINDS: tuple[SlotKind, ...] = ("email", "url", "document", "phone")
_DIGITS = re.compile(r"(?:\d[\s().+/-]{0,3}){4}")
_CALLED = re.compile(
    r"\b(?:(?:and|e) )?(?:(?:my|o meu|meu) (?:number|no|numero)|(?:(?:my|o meu|meu) )?(?:phone"
    r"|mobile|cell|tel|telephone|fone|telefone|celular|zap|whats\w{0,4})(?: (?:number|no))?)"
    r"(?:'?s| is| e| eh)?:? \+?\(?\d(?:[ ().-]{0,2}\d){7,15}(?!\d)"
)
_TRIED: dict[str, re.Pattern[str]] = {  # what was meant for one, though it is none
    "email": re.compile("@"),
    "url": re.compile(r"\w\.\w|://", re.I),
    "document": _DIGITS,
    "phone": _DIGITS,
}


def read_addresses(message: MessageBeingRead) -> None:
    """Take each for the slot of its type: the one asked for, else the first that is free."""
    for kind in _KINDS:
        for name, slot in message.of(kind):
            found = [f for f in find_kind(message, kind, slot) if message.free(f.start, f.end)]
            if name != message.asked:
                found = _own(message, name, found)
            if name == message.asked:
                answer_with(message, name, slot, found)
                if not found and _TRIED[kind].search(message.told):
                    message.refuse(name, ValueProblem(_kind_of_problem(message, kind, slot)))
            elif found and message.wants(name, sure=True):
                message.take(name, found[0].value, found[0].start, found[0].end)
            elif kind == "phone" and not found and name not in message.filled:
                _refuse_called(message, name, slot)


def _refuse_called(message: MessageBeingRead, name: str, slot: Slot) -> None:
    """Refuse "my number's 01872 555 01923", which nobody can be called on, and leave it to no one
    else: it is no remark."""
    called = None if message.asked_of("text") else _CALLED.search(flat(message.text))
    if called is None or not message.free(*called.span()):
        return
    message.refuse(name, ValueProblem(_kind_of_problem(message, "phone", slot)))
    message.taken.append(called.span())


def _own(message: MessageBeingRead, name: str, found: Sequence[Found[Any]]) -> list[Found[Any]]:
    """Leave to a text that is asked for, and out of what is known, what is somebody else's."""
    told = name not in message.filled or message.reading.correcting
    if told and message.asked_of("text") is None:
        return list(found)
    others = [f for f in found if is_of_another(message.text, f.start)]
    message.taken += [(f.start, f.end) for f in others]
    return [f for f in found if f not in others]


def _kind_of_problem(
    message: MessageBeingRead, kind: SlotKind, slot: Slot
) -> Literal["broken", "unassigned"]:
    """Tell a telephone number that has a right form, and that nobody can have."""
    region = message.speech.region_of(slot)
    unassigned = kind == "phone" and is_unassigned(message.told, region)
    return "unassigned" if unassigned else "broken"


def find_kind(message: MessageBeingRead, kind: SlotKind, slot: Slot) -> Sequence[Found[Any]]:
    """Find the values of one of these types in the message."""
    match kind:
        case "email":
            return find_emails(message.text)
        case "url":
            return find_urls(message.text)
        case "document":
            return [f for known, f in find_documents(message.text) if known in slot.options]
        case _:
            return find_phones(message.text, message.speech.region_of(slot))

"""Reads addresses, telephone numbers and documents: what its own form tells from all else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from language.addresses import find_emails, find_urls
from language.documents import find_documents
from language.found import Found
from language.phones import find_phones
from workflows.file.slots import Slot, SlotKind
from workflows.machine.slots.answering import answer_with
from workflows.machine.slots.message import MessageBeingRead

_KINDS: tuple[SlotKind, ...] = ("email", "url", "document", "phone")


def read_addresses(message: MessageBeingRead) -> None:
    """Take each for the slot of its type: the one asked for, else the first that is free."""
    for kind in _KINDS:
        for name, slot in message.of(kind):
            found = [f for f in find_kind(message, kind, slot) if message.free(f.start, f.end)]
            if name == message.asked:
                answer_with(message, name, slot, found)
            elif found and message.wants(name, sure=True):
                message.take(name, found[0].value, found[0].start, found[0].end)


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

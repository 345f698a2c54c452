"""Reads the size that stands right behind the thing it is of: "boots 43", "jaleco 42 branco"."""

from __future__ import annotations

import re

from language.flat import flat
from workflows.file.slots import Slot
from workflows.machine.slots.message import MessageBeingRead, question_of
from workflows.machine.slots.read_texts import is_code
from workflows.machine.slots.values import accept

_ASKS_SIZE = re.compile(
    r"\b(?:sizes?|tamanhos?|manequim|numeracao|numero (?:que|do|da|de) \w+|qual o numero"
    r"|what number)\b"
)
_BEHIND = re.compile(
    r",? (?:(?:in )?(?:a )?size |tam(?:anho)?\.? |n[uo]mero |n[.º°o]{0,2} )?(?P<size>\d{2,3})"
    r"(?![\w/:%-]|[.,]\d| ?(?:reais|dollars|pounds|euros|h\b|horas|cm|mm|kg|unidades|units|pcs))"
)


def read_sizes(message: MessageBeingRead) -> None:
    """Take the number behind an option for the one slot that asks for a size."""
    sizes = [(name, slot) for name, slot in message.of("integer", "number", "text") if _asks(slot)]
    if len(sizes) != 1 or (message.reading.question and not message.wish):
        return
    ((name, slot),) = sizes
    plain = flat(message.text)
    for thing, _ in message.of("choice"):
        if thing not in message.reading.values or thing not in message.places:
            continue
        found = _BEHIND.match(plain, message.places[thing][1])
        if found is None or not message.free(*found.span("size")):
            continue
        fits = accept(slot, found["size"], message.speech)[1] is None
        if fits and message.wants(name, sure=False):
            message.take(name, found["size"], *found.span("size"))


def _asks(slot: Slot) -> bool:
    own = slot.type != "text" or is_code(slot) or slot.max is not None
    return own and _ASKS_SIZE.search(question_of(slot)) is not None

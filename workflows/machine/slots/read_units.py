"""Takes the numbers whose own words say which slot they are for: "4 nights", "300m²", "2 jeans"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from language.answers import settled
from language.flat import flat
from language.found import Found
from language.numbers import SpokenNumber
from language.room_sizes import ASKS_AREA
from language.units import LASTING, unit_behind
from workflows.machine.slots.measured import counting
from workflows.machine.slots.message import MessageBeingRead, question_of

_AGO = re.compile(r"[^,.;!]{0,20}\b(?:ago|atras|later|earlier|early|late|before|antes|depois)\b")
MADE = re.compile(r"\b(?:make (?:it|that)|poe|bota|coloca|muda para|muda pra)\b")
_AREA = re.compile(
    r" ?(?:m[2²]|metros? quadrados?|square (?:met(?:er|re)s?|f(?:ee|oo)t)|sqm|sq\.? ?(?:ft|m))"
    r"(?!\w)"
)
_ASKS_PIECES = re.compile(r"\b(?:pieces|items|units|pecas|itens|unidades)\b")
_PIECES_OF = re.compile(
    r" (?:(?:pairs?|pares?|pcs|pecas?|pieces?|units?|unidades?) )?(?:(?:of|de) )?"
)


def take_by_units(message: MessageBeingRead, found: Sequence[Found[SpokenNumber]]) -> None:
    """Take "4 nights" and "3 hrs" for the slots that are asked in nights and hours."""
    if message.asked_of("text") is not None and not message.revising:
        return
    plain = flat(message.text)
    told: dict[str, list[Found[SpokenNumber]]] = {}
    for number in found:
        unit = unit_behind(plain[number.end : number.end + 40])
        name = counting(message, unit) if unit in LASTING else None
        name = name or (_of_area(message) if _AREA.match(plain, number.end) else None)
        if unit is None and told and MADE.search(plain, 0, number.start):
            name = next(reversed(told))  # "two hours, no, make it three"
        if name is not None and name != message.asked and not _AGO.match(plain, number.end):
            told.setdefault(name, []).append(number)
    for name, numbers in told.items():
        kept = settled(message.text, numbers)
        one = len({each.value for each in kept}) == 1
        if one and message.free(kept[0].start, kept[0].end) and message.wants(name, sure=True):
            message.take(name, kept[-1].value, kept[-1].start, kept[-1].end)


def take_by_options(message: MessageBeingRead, found: Sequence[Found[SpokenNumber]]) -> None:
    """Take the "2 pairs" before "of trousers", an option, for the one slot that counts pieces."""
    counts = [n for n, s in message.of("integer") if _ASKS_PIECES.search(question_of(s))]
    if len(counts) != 1 or counts[0] == message.asked or not message.wants(counts[0], sure=False):
        return
    starts = [message.places[n][0] for n, _ in message.of("choice") if n in message.reading.values]
    plain = flat(message.text)
    for number in found:
        between = (plain[number.end : at] for at in starts if at > number.end)
        if any(map(_PIECES_OF.fullmatch, between)):
            message.take(counts[0], number.value, number.start, number.end, sure=False)
            return


def _of_area(message: MessageBeingRead) -> str | None:
    """Return the one number that is asked in square metres or feet."""
    named = [n for n, s in message.of("integer", "number") if ASKS_AREA.search(question_of(s))]
    return named[0] if len(named) == 1 else None

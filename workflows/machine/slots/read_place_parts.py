"""Reads what an address that is known still lacks: "só faltou o bairro, é Centro", "it's apt 4"."""

from __future__ import annotations

import re

from language.flat import flat
from workflows.machine.slots.message import MessageBeingRead
from workflows.machine.slots.read_streets import holds_place

_DISTRICT = re.compile(
    r"\b(?:o |do |the )?(?:bairro|neighbou?rhood|district)(?:,? (?:e|eh|is|fica)(?: [oa])?|:|"
    r" [oa])?,? (?:(?:e|eh|is) (?:[oa] )?)?(?P<value>\S[^,.;!?\n]{1,40})"
)
_INSIDE = re.compile(
    r"\b(?P<label>apto?|ap|apt|apartamento|apartment|flat|unit|bloco|sala|suite|cep|zip)\b"
    r"(?: code)?\.?(?: (?:e|eh|is|number|numero))? ?(?P<number>\d[\w-]{0,9}|[a-z]\d{0,3}\b)"
)
_LONGEST = 200


def read_place_parts(message: MessageBeingRead) -> None:
    """Put a district or a flat to the one address that is known, where all of it is shown."""
    places = [n for n, s in message.of("text") if holds_place(n, s)]
    known = message.known.get(places[0]) if len(places) == 1 else None
    if not isinstance(known, str) or not message.revising or message.reading.question:
        return
    if places[0] in message.reading.values or places[0] == message.asked:
        return
    plain = flat(message.text)
    found = _DISTRICT.search(plain) or _INSIDE.search(plain)
    if found is None or not message.free(*found.span()):
        return
    whole = (
        _inside(known, message, found) if found.re is _INSIDE else _beside(known, message, found)
    )
    if whole != known and len(whole) <= _LONGEST:
        message.take(places[0], whole, *found.span())


def _beside(known: str, message: MessageBeingRead, found: re.Match[str]) -> str:
    """Put a district behind the address, once."""
    told = message.text[slice(*found.span("value"))].strip(" .!")
    return known if flat(told) in flat(known) else f"{known}, {told}"


def _inside(known: str, message: MessageBeingRead, found: re.Match[str]) -> str:
    """Put a flat behind the address, or into the place of the one that it has."""
    old = re.search(rf"\b{found['label'][:2]}\w*\.? ?(?P<number>\d[\w-]{{0,9}})", flat(known))
    number = message.text[slice(*found.span("number"))]
    if old is None:
        return f"{known}, {message.text[slice(*found.span())]}"
    return known[: old.start("number")] + number + known[old.end("number") :]

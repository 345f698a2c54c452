"""Puts one part of an address right and keeps the others: its house number, its street."""

from __future__ import annotations

import re

from language.flat import flat
from language.names import PARTICLES

_PART = re.compile(r"[,;\n]\s*|\.\s+|\s[-–]\s")
_NUMBER = re.compile(
    r"\b(?:(?:n[o.º°]{0,2} ?|numero |number |#)(?=\d))?(?P<number>\d{1,6}[a-z]?)\b"
)
_INSIDE = re.compile(
    r"\b(?:apto?|ap|apt|apartamento|apartment|flat|unit|bloco|bl|sala|room|suite|loja|cj|floor|andar)\b"
)
_FIRST = re.compile(r"^\W*\d{1,6}[a-z]?\b")
_KINDS = frozenset(
    "rua r av avenida travessa tv alameda al praca rodovia estrada largo viela beco street st road"
    " rd lane ln avenue ave drive dr close court ct way square sq boulevard blvd number numero"
    " the".split()
)


def merged(known: str, told: str) -> str:
    """Return a known address with the street and number that are told of it, and all its rest.

    An address that is told with a part of its own ("9 Oak St, Essex"), or of another street, is a
    whole one.
    """
    first, *others = [part for part in _PART.split(told) if part.strip()] or [told]
    if any(not _is_number(part) and not _INSIDE.search(flat(part)) for part in others):
        return told
    name = _name_of(first)
    parts = _parts(known)
    at = next((n for n, (a, b) in enumerate(parts) if name and name <= _name_of(known[a:b])), None)
    if at is None or _INSIDE.search(flat(told)):
        return told
    number = _NUMBER.search(flat(told))
    if number is None:
        return known
    new = told[slice(*number.span("number"))]
    if new == house_number(known):
        return told  # who says no more than that wants the rest away
    return with_number(known, new, at=at, street=first)


def with_number(known: str, number: str, *, at: int = 0, street: str = "") -> str:
    """Return a known address with another house number, or with the one that it lacks."""
    parts = _parts(known)
    for start, end in parts[at : at + 2]:
        found = _NUMBER.search(flat(known[start:end]))
        if found and not _INSIDE.search(flat(known[start : start + found.start()])):
            first, last = (start + place for place in found.span("number"))
            return known[:first] + number + known[last:]
    start, end = parts[at]
    whole = street if street and _NUMBER.search(flat(street)) else f"{known[start:end]} {number}"
    return known[:start] + whole + known[end:]


def lacks_town(known: str) -> bool:
    """Tell whether an address is only a street, a number and what is inside of the house."""
    _, *others = _parts(known)
    parts = (known[a:b] for a, b in others)
    return all(_is_number(part) or _INSIDE.search(flat(part)) for part in parts)


def house_number(known: str) -> str | None:
    """Return the number of the house of an address."""
    for start, end in _parts(known)[:2]:
        if found := _NUMBER.search(flat(known[start:end])):
            return known[start:end][slice(*found.span("number"))]
    return None


def _parts(text: str) -> list[tuple[int, int]]:
    found, start = list[tuple[int, int]](), 0
    for stop in _PART.finditer(text):
        found.append((start, stop.start()))
        start = stop.end()
    return [*found, (start, len(text))]


def _is_number(part: str) -> bool:
    return _NUMBER.fullmatch(flat(part).strip()) is not None


def _name_of(part: str) -> set[str]:
    """Return the words that name a street, without its kind and its number."""
    words = re.findall(r"[^\W\d_]{2,}", flat(part))
    return {word for word in words if word not in _KINDS and word not in PARTICLES}

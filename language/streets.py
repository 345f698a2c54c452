"""Finds the addresses of houses: "Rua das Flores, 10, apto 3", "14 Mill Lane"."""

from __future__ import annotations

import re

from language.flat import flat
from language.found import Found
from language.postcodes import BRITISH

_READ = 500
_MOST = 5
_NUMBER = r"(?:,? ?(?:n[o.º°]{0,2} ?|numero )?\d{1,6}[a-z]?\b)"
_INSIDE = (
    r"(?:,? (?:apto?|ap|apt|apartamento|flat|unit|bloco|bl|casa|sala|loja|cj|conj|conjunto"
    r"|fundos|suite|(?:dorm )?room(?= \d))\b(?: ?[\w-]{1,6})?){0,2}"
)
_NAMED = (
    r"\b(?:rua|r\.|av\.?|avenida|travessa|tv\.?|alameda|al\.|praca|rodovia|estrada|largo|viela|beco)"
    r" (?!\W)[\w'.º-]+(?: [\w'.º-]+){0,5}? ?"
)
_CALLED = re.compile(
    r"\b(?:rua|r\.|av\.?|avenida|travessa|tv\.|alameda|al\.|praca|rodovia|estrada|largo|viela|beco)"
    r" (?!\W)[\w'.º-]+"
)
_ROADS = (
    r"(?:street|st|road|rd|lane|ln|"
    r"avenue|ave|drive|dr|close|court|ct|way|square|sq|boulevard|blvd|terrace|crescent|"
    r"gardens|mews|row|hill)\b"
)
_PATTERNS = (
    re.compile(rf"{_NAMED}{_NUMBER}{_INSIDE}"),
    re.compile(
        r"\b(?:flat \w{1,4},? )?\d{1,6}[a-z]?,? (?:[a-z'.-]+ ){1,4}?"
        rf"{_ROADS}\.?{_INSIDE}"
    ),
    re.compile(rf"^(?:{_NAMED})$"),
)


_CODED = re.compile(  # needs no number of a house
    r"\b(?:(?!(?:at|on|in|to|from|by|near|off|is|it's|the|and)\b)[a-z'-]{2,20} ){1,3}?"
    rf"{_ROADS}\.?,? (?:[a-z'-]{{2,20}},? ){{0,3}}?{BRITISH}"
)


def find_coded(text: str) -> list[Found[str]]:
    """Find the first street that a code of post makes certain: "Barkham Road RG41 3AA"."""
    found = _CODED.search(flat(text[:_READ]))
    return [Found(text[slice(*found.span())], *found.span())] if found else []


def find_streets(text: str) -> list[Found[str]]:
    """Find the addresses of houses in a text."""
    plain = flat(text[:_READ])
    found: list[Found[str]] = []
    for pattern in _PATTERNS:
        for match in pattern.finditer(plain):
            start, end = match.span()
            if all(end <= f.start or start >= f.end for f in found):
                found.append(Found(text[start:end].strip(" ,."), start, end))
    return sorted(found, key=lambda f: f.start)[:_MOST]


def find_called(text: str) -> list[Found[str]]:
    """Find where a text names a street, whether or not it tells a number: "na rua Um, ao lado"."""
    found = _CALLED.search(flat(text[:_READ]))
    return [Found(text[slice(*found.span())], *found.span())] if found else []

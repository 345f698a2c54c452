"""Reads how many square metres a room of "5 por 4" has."""

from __future__ import annotations

import re

from language.detect import Language
from language.spelled import in_digits

_READ = 200
_METRES = r"(?: ?(?:m|mts|metros?|met(?:er|re)s?))?"
_SIDES = re.compile(
    rf"(?<![\d.,/])(?P<one>\d{{1,2}}(?:[.,]\d)?){_METRES} ?(?:por|x|by|vezes) ?"
    rf"(?P<other>\d{{1,2}}(?:[.,]\d)?){_METRES}(?![\d/%]|[.,]\d)"
)
_NUMBER = re.compile(r"(?<![\d.,])\d{1,3}(?:[.,]\d{1,2})?(?![\d])")
ASKS_AREA = re.compile(r"\b(?:metros? quadrados?|m2|square (?:met|f)|sqm|area|footage)")


def area_told(text: str, question: str, language: Language) -> float | None:
    """Return the area that two sides make, None where another number than it is told besides."""
    if not ASKS_AREA.search(question):
        return None
    plain = in_digits(text[:_READ], language).text
    sides = [*_SIDES.finditer(plain)]
    if len(sides) != 1:
        return None
    area = round(_number(sides[0]["one"]) * _number(sides[0]["other"]), 2)
    rest = plain[: sides[0].start()] + plain[sides[0].end() :]
    others = {_number(found[0]) for found in _NUMBER.finditer(rest)}
    return area if others <= {area} else None


def _number(said: str) -> float:
    return float(said.replace(",", "."))

"""Reads the floor that somebody lives on: "third floor", "décimo segundo", "7º andar", "térreo"."""

from __future__ import annotations

import re

from language.detect import Language
from language.spelled import in_digits

_READ = 120
_UNITS: list[str] = list("primeir segund terceir quart quint sext setim oitav non".split())
_TENS: list[str] = list("decim vigesim trigesim".split())
_ORDINAL_PT = re.compile(
    rf"\b(?:(?P<tens>{'|'.join(_TENS)})[oa](?:[ -](?P<more>{'|'.join(_UNITS)})[oa])?|"
    rf"(?P<one>{'|'.join(_UNITS)})[oa])\b"
)
_FIGURE = re.compile(r"\b(?P<n>\d{1,3})(?:st|nd|rd|th|o|a|º|ª|°)(?![a-z])")
_GROUND = re.compile(r"\b(?:terre[oa]|ground(?: floor| level)?|rez[ -]do[ -]chao|lobby)\b")


def find_floor(text: str, language: Language) -> int | None:
    """Return the one floor that a text names by its place; None where it names none, or two."""
    plain = _ORDINAL_PT.sub(_in_figures, in_digits(text[:_READ], language).text)
    found = {int(m["n"]) for m in _FIGURE.finditer(plain)}
    found |= {0} if _GROUND.search(plain) else set()
    return found.pop() if len(found) == 1 else None


def _in_figures(match: re.Match[str]) -> str:
    tens = 10 * (_TENS.index(match["tens"]) + 1) if match["tens"] else 0
    one = match["more"] or match["one"]
    return f"{tens + (_UNITS.index(one) + 1 if one else 0)}o"

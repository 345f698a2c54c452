"""Counts adults and children that a text names without a number: "just me", "nós dois e o bebê"."""

from __future__ import annotations

import re

from language.flat import flat
from language.found import Found
from language.head_counts import HeadKind

_READ = 200
_SPOUSE = (
    r"(?:wife|husband|partner|girlfriend|boyfriend|fiancee?|mother|father|mom|mum|dad|esposa|marido"
    r"|mulher|namorad[oa]|noiv[oa]|companheir[oa]|mae|pai|sogr[oa])"
)
_CHILD = (
    r"(?:son|daughter|baby|child|kid|little (?:boy|girl)|filh[oa]|filhinh[oa]|bebe|menin[oa]"
    r"|crianca|net[oa])"
)
_MINE = r"(?:my|our|the|meu|minha|nosso|nossa|o|a)"
_ME = r"(?:eu|me|i|myself)"
_TWO = re.compile(
    rf"\b{_ME}(?:,| e| and) {_MINE} {_SPOUSE}\b|\b{_MINE} {_SPOUSE}(?: e| and) {_ME}\b"
    r"|\bnos (?:dois|duas)\b|\b(?:the two of us|us two|both of us)\b|\b(?:um|o) casal\b"
    r"|\ba couple\b"
)
_ONE = re.compile(rf"\b(?:so|somente|apenas|just|only) {_ME}\b|\b(?:on )?my own\b|\bsozinh[oa]\b")
_FEW = r"(?:\d|two|three|four|dois|duas|tres|quatro)"
_CHILDREN = rf"(?:{_CHILD}s?|bab(?:y|ies)|children)"
_WITH_CHILD = re.compile(rf"\b{_ME}(?:,| e| and) {_MINE} (?:{_FEW} )?{_CHILDREN}\b")
_AGED = r"(?:,? (?:of|de|com|aged?|who is) \d{1,2}(?: anos?| years?(?: old)?)?)?"
_A_CHILD = re.compile(rf"\b{_MINE} (?:\w{{3,12}} )?{_CHILD}\b{_AGED}")


def household(text: str) -> dict[HeadKind, Found[int]]:
    """Return how many adults and children a text names one by one."""
    plain = flat(text[:_READ])
    found: dict[HeadKind, Found[int]] = {}
    for count, pattern in ((2, _TWO), (1, _ONE), (1, _WITH_CHILD)):
        if "adults" not in found and (match := pattern.search(plain)):
            found["adults"] = Found(count, *match.span())
    children = list(_A_CHILD.finditer(plain))
    if children and "adults" in found:
        found["children"] = Found(len(children), children[0].start(), children[-1].end())
    return found

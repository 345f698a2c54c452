"""Finds the codes of post: "RG40 1AA", "01448-000"; with one, an address is certain."""

from __future__ import annotations

import re

BRITISH = r"\b[a-z]{1,2}\d[a-z\d]? ?\d(?!nd|rd|st|th)[abd-hjlnp-uw-z]{2}\b"  # of a flat text
_BRITISH_END = re.compile(rf"{BRITISH}\W{{0,3}}$")
_POSTCODE = re.compile(rf"{BRITISH}|(?<![\d.-])\d{{5}}-\d{{3}}(?![\d-])")
_BRAZILIAN_ONLY = re.compile(r"\W{0,3}(?:cep:? ?)?\d{5}-\d{3}\W{0,3}")


def has_postcode(plain: str) -> bool:
    """Tell whether a flat text has a code in it."""
    return _POSTCODE.search(plain) is not None


def is_postcode(plain: str) -> bool:
    """Tell a clause that is nothing else, and so is a part of the address before it."""
    return _BRAZILIAN_ONLY.fullmatch(plain) is not None


def ends_address(plain: str) -> bool:
    """Tell whether a flat text ends with a British code, behind which nothing is of the address."""
    return _BRITISH_END.search(plain) is not None

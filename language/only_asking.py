"""Who says that they only ask, and want nothing done: "just asking", "só queria saber"."""

from __future__ import annotations

import re

from language.flat import flat

_LONGEST = 300
_ONLY = re.compile(
    r"\b(?:just|only|merely|simply|so|apenas|somente) (?:\w{1,12} ){0,2}"
    r"(?:ask(?:ed|ing)?|[ei]nquir\w{1,5}|wonder(?:ed|ing)|curious|after (?:a price|info\w*)"
    r"|want(?:ed)? to (?:know|ask|check)|pergunt\w{1,6}|saber|consult\w{1,6}|sabendo"
    r"|curios\w{1,5})\b"
)
_WANTS_NONE = re.compile(
    r"\b(?:(?:do|did|does|would|am|m) ?n[o']?t|dont|didnt|not) (?:\w{1,10} ){0,3}?"
    r"(?:book|order|buy|reserv|hir|rent|schedul|commit|purchas|sign)\w{0,6}\b"
    r"|\bnao (?:\w{1,10} ){0,3}?"
    r"(?:reserv|marc|agend|compr|contrat|alug|fech|encomend|matricul|assin)\w{1,5}\b"
)


def only_asks(text: str) -> bool:
    """Tell whether somebody says that they only ask."""
    return _ONLY.search(flat(text[:_LONGEST])) is not None


def wants_nothing_done(text: str) -> bool:
    """Tell whether somebody only asks and says that they want nothing booked or bought."""
    plain = flat(text[:_LONGEST])
    return _WANTS_NONE.search(plain) is not None and _ONLY.search(plain) is not None

"""Who only asks, and wants nothing done: "just asking", "só queria saber", "what if I cancel?"."""

from __future__ import annotations

import re

from language.flat import flat
from language.speech_acts.acts import may_question

_LONGEST = 300
_ONLY = re.compile(
    r"\b(?:just|only|merely|simply|so|apenas|somente) (?:\w{1,12} ){0,2}"
    r"(?:ask(?:ed|ing)?|[ei]nquir\w{1,5}|wonder(?:ed|ing)|curious|after (?:a price|info\w*)"
    r"|(?:want(?:ed)?|like|need(?:ed)?) to (?:know|ask|check)|pergunt\w{1,6}|saber"
    r"|consult\w{1,6}|sabendo|curios\w{1,5})\b"
)
_WANTS_NONE = re.compile(
    r"\b(?:(?:do|did|does|would|am|m) ?n[o']?t|dont|didnt|not) (?:\w{1,10} ){0,3}?"
    r"(?:book|order|buy|reserv|hir|rent|schedul|commit|purchas|sign)\w{0,6}\b"
    r"|\bnao (?:\w{1,10} ){0,3}?"
    r"(?:reserv|marc|agend|compr|contrat|alug|fech|encomend|matricul|assin)\w{1,5}\b"
)

# "If I cancel", "se precisar desmarcar".
_SUPPOSES = re.compile(
    r"\b(?:if|in case|unless|se|caso) (?:i|we|eu|a gente|nos|[a-z]{2,12}[aei]r(?:mos)?)\b"
)
_OPENING = 40  # characters in which somebody says so before what they ask
# "I only wanted to know": and no "how long it only asks for".
_LED = re.compile(
    r"\W{0,3}(?:(?:no|nao|ah|oh|well|bom|but|mas|sorry|desculpa|i|eu|am|was|would|m|d|im|era|e"
    r"|estou)\W{1,3}){0,4}$"
)
_ASKED = re.compile(
    r"\W{0,3}(?:(?:to|de|o|sobre|about|if|whether|se|for|after|uma coisa|something)\b\W{0,3}){0,3}"
)


def only_asked(text: str) -> str | None:
    """Return what somebody only wants to know, as a question: "só queria saber o preço"."""
    plain = flat(text[:_LONGEST])
    found = _ONLY.search(plain[:_OPENING])
    if found is None or not _LED.match(plain[: found.start()]):
        return None
    behind = _ASKED.match(plain, found.end())
    asked = text[behind.end() if behind else found.end() : _LONGEST].strip(" ,.;:!?-")
    return f"{asked}?" if asked else None


def only_supposes(text: str) -> bool:
    """Tell whether a question is about what would be, and asks for nothing to be done."""
    plain = flat(text[:_LONGEST])
    return may_question(text) and _SUPPOSES.search(plain) is not None


def only_asks(text: str) -> bool:
    """Tell whether somebody says that they only ask."""
    return _ONLY.search(flat(text[:_LONGEST])) is not None


def wants_nothing_done(text: str) -> bool:
    """Tell whether somebody only asks and says that they want nothing booked or bought."""
    plain = flat(text[:_LONGEST])
    return _WANTS_NONE.search(plain) is not None and _ONLY.search(plain) is not None

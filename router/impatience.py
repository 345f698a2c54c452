"""Who answers and wants to be asked no more: it is the questions that are to end, not the matter.

"Nine, 66 Spruce Lane, and no more questions please" gives an hour and an address. Whoever says
nothing else leaves, and is heard as that.
"""

from __future__ import annotations

import re

from language.matching import fold
from language.requests import clauses

_LONGEST = 80  # characters of such a clause
_MOST = 8  # clauses that are looked at
_TIRED = re.compile(
    r"\W*(?:(?:and|but|please|ok|just|now|so|e|mas|por favor|agora|ja|me|that ?'?s|that is|i ?'?ve"
    r" had|i have had|i want|i ?'?d like|quero|can you|can we|you|voces?|vc|eu)\W+){0,4}"
    r"(?:(?:no|not)(?: (?:more|further|other|any ?more|one more|another))|enough|stop\w*|quit|cease"
    r"|without|(?:do|does)n ?'?t|do not|chega|basta|sem|nao|nem|para|pare|parem|nada|less|fewer"
    r"|menos|too many|tanta|quanta)\b.{0,24}?"
    r"\b(?:questions?|ask|asking|pergunt(?:as?|ar|e|em|ando|inhas?|ass[oõ]es))\b"
)
_JOINT = re.compile(r"(?<![\s,;])[\s,;]*(?:\b(?:and|but|e|mas)\s{0,3})?$", re.I)


def without_impatience(text: str) -> str:
    """Leave out of a message the clauses that only want to be asked no more."""
    said = text
    for part in filter(wants_fewer_questions, clauses(text)[:_MOST]):
        at = said.find(part)
        before, behind = _JOINT.sub("", said[:at]), said[at + len(part) :]
        said = before + behind if before else behind.lstrip(" ,.;!")
    return said if clauses(said) else text


def wants_fewer_questions(text: str) -> bool:
    """Tell whether a clause wants nothing but to be asked no more."""
    if len(text) > _LONGEST or "?" in text or any(map(str.isdigit, text)):
        return False
    return _TIRED.match(fold(text)) is not None

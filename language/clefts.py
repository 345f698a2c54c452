"""Whether a text tells who it is that does something: "quem vai estar lá é a Rosa"."""

from __future__ import annotations

import re

_CLEFT = re.compile(
    r"^\W*(?i:quem|who)(?i:'s)? (?!(?i:é|eh|is|are|was)\b)(?:\w+ ){1,5}"
    r"(?i:é|eh?|is|will be|será|vai ser) (?:(?i:o|a|the) )?"
    r"(?:(?i:meu|minha|noss[oa]|my|our) \w+,? )?"
    r"[A-ZÀ-Ý][^?]{0,100}$"
)


def tells_who(text: str) -> bool:
    """Tell whether what begins like a question for somebody names them."""
    return _CLEFT.match(text) is not None

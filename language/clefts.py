"""Sentences that put first what is new: "quem vai estar lá é a Rosa", "it's on Friday that I come".

They look like questions or like two sentences, and tell one thing.
"""

from __future__ import annotations

import re

_CLEFT = re.compile(
    r"^\W*(?i:quem|who)(?i:'s)? (?!(?i:é|eh|is|are|was)\b)(?:\w+ ){1,5}"
    r"(?i:é|eh?|is|will be|será|vai ser) (?:(?i:o|a|the) )?"
    r"(?:(?i:meu|minha|noss[oa]|my|our) \w+,? )?"
    r"[A-ZÀ-Ý][^?]{0,100}$"
)


_LONGEST = 160  # characters
_IS = r"(?:['’]s| (?:is|are|was|will be|é|eh|são|era|fica|vai ser))"
_WORD = r"[\w:/'’-]{1,30}"
# "What's on Friday is the visit": of two verbs the second one tells.
_PSEUDO = re.compile(
    r"^\W{0,4}(?:(?:no|não|but|mas|actually|na verdade)\W{1,4})?"
    r"(?:what|who|when|where|quem|o que|a que|o que|quando|onde)"
    rf"(?:['’]s| {_WORD})(?: {_WORD}){{0,6}}? (?:is|are|was|é|eh|são|era) \w",
    re.I,
)
_COPULA = r"(?:is|are|was|é|eh|são|era|fica|vai)\b"
# "What time is the visit" asks, and has one verb only.
_ASKED_OF = re.compile(
    r"^\W{0,4}(?:what|que) (?:time|day|date|hora|horas|dia|kind|sort|size)\b", re.I
)
_IT = re.compile(
    r"^\W{0,4}(?:(?:no|não|but|mas|actually|na verdade|sorry|desculpa)\W{1,4}){0,2}"
    rf"(?:it['’]?s|it is|é|eh) (?P<told>(?:{_WORD} ){{1,5}}?)(?:that|when|que) "
    rf"(?!{_COPULA})(?P<rest>\w.{{2,100}})",
    re.I,
)
_IS_WHEN = re.compile(
    r"^\W{0,4}"
    rf"(?P<told>(?:{_WORD} ){{0,4}}?{_WORD}){_IS} (?:when|quando|que|the day(?: that)?"
    rf"|o dia (?:em )?que) (?!{_COPULA})(?P<rest>\w.{{2,100}})",
    re.I,
)


def tells_who(text: str) -> bool:
    """Tell whether what begins like a question for somebody names them."""
    return _CLEFT.match(text) is not None


def is_pseudo_cleft(text: str) -> bool:
    """Tell a statement that begins like a question from one: "what we want is the big one"."""
    if len(text) > _LONGEST or text.rstrip().endswith("?") or _ASKED_OF.match(text):
        return False
    return _PSEUDO.match(text) is not None


def in_plain_order(text: str) -> str:
    """Return "I come on Friday" of "it's on Friday that I come"; other texts as they are."""
    if len(text) > _LONGEST or text.rstrip().endswith("?"):
        return text
    found = _IT.fullmatch(text) or _IS_WHEN.fullmatch(text)
    return f"{found['rest'].rstrip(' .!')} {found['told'].strip()}" if found else text

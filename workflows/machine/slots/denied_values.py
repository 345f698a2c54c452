"""What a message says beside the values that it puts right: their "no" answers no question."""

from __future__ import annotations

import re

from language.flat import flat
from workflows.machine.slots.message import MessageBeingRead

_BEFORE = re.compile(r"\b(?:nao|no|not)(?: (?:e|eh|is|it'?s|as|at|para|pra|the|o|mais))* $")
_AFTER = re.compile(r" (?:nao|not|no)\b(?= ?(?:$|[,.;!]))")
_PUTS_RIGHT = re.compile(
    r"\W*(?:(?:nao|no|nope|e|eh|it|is|it's|as|at|actually|na verdade|sorry|desculpa|make it)\b\W*)+"
)
_COPULA = re.compile(r"^[ ,]*(?:e|eh|is|it'?s|as|at|and|so)\b[ ]?")


def only_puts_right(message: MessageBeingRead) -> bool:
    """Tell whether a "no" may be said to what was noted alone: "no, it's at ten"."""
    values = message.reading.values
    if not any(n in message.filled and message.known.get(n) != v for n, v in values.items()):
        return False
    return _PUTS_RIGHT.fullmatch(flat(message.blanked())) is not None


def without_denied(message: MessageBeingRead) -> str:
    """Return what is told without the denied values, their negations and what replaces them."""
    told = message.told
    if not message.denied or not message.text.startswith(told):
        return told
    plain, signs = flat(told), list(told)
    for start, end in message.denied:
        if end > len(told):
            continue
        before, after = _BEFORE.search(plain[:start]), _AFTER.match(plain[end:])
        start -= len(before[0]) if before else 0
        end += after.end() if after else 0
        signs[start:end] = " " * (end - start)
    for start, end in message.taken if signs != list(told) else ():
        end = min(end, len(told))
        signs[start:end] = " " * max(0, end - start)
    return _COPULA.sub("", " ".join("".join(signs).split()))

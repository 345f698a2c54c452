"""What a message says beside the values that it puts right: their "no" answers no question."""

from __future__ import annotations

import re

from language.flat import flat
from workflows.file.slots import Slot
from workflows.machine.slots.message import MessageBeingRead
from workflows.machine.slots.values import option_names

_BEFORE = re.compile(r"\b(?:nao|no|not)(?: (?:e|eh|is|it'?s|as|at|para|pra|the|o|mais))* $")
_AFTER = re.compile(r" (?:nao|not|no)\b(?= ?(?:$|[,.;!]))")
_PUTS_RIGHT = re.compile(
    r"\W*(?:(?:nao|no|nope|e|eh|it|is|it's|that's|as|at|an?|the|uma?|o|actually"
    r"|na verdade|sorry|desculpa|make it)\b\W*)+"
)
_MISTAKEN = re.compile(  # "me confundi", "my mistake": why it is put right
    r"\b(?:confund\w+|confus\w+|engan\w+|err(?:ei|ado|ada|o|or)|troquei|mistak\w+|mix(?:ed|-?up)"
    r"|muddled|wrong|my bad|slip|misspoke|desculp\w*|sorry|perd\w+|apolog\w+)\b"
)
_COPULA = re.compile(r"^[ ,]*(?:e|eh|is|it'?s|as|at|and|so)\b[ ]?")


def only_puts_right(message: MessageBeingRead) -> bool:
    """Tell whether a "no" may be said to what was noted alone: "no, it's at ten"."""
    values = message.reading.values
    if not any(n in message.filled and message.known.get(n) != v for n, v in values.items()):
        return False
    plain = flat(message.blanked())
    for name in values.keys() & message.known.keys():
        plain = _without_old(plain, message.slots[name], message.known[name])
    clauses = [part for part in re.split(r"[,;.!]", plain) if part.strip()]
    return all(_PUTS_RIGHT.fullmatch(part) or _MISTAKEN.search(part) for part in clauses)


def _without_old(plain: str, slot: Slot, known: object) -> str:
    """Blank the name of the option that is put right: "it's no poodle, it's a boxer"."""
    for option, called in option_names(slot) if slot.type == "choice" else ():
        if option == known:
            plain = re.sub(rf"\b{re.escape(flat(called))}\b", " ", plain)
    return plain


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

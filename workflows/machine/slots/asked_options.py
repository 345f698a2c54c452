"""Tells an option that is asked about, or compared, from one that is chosen.

"4pm no wait is the pharaoh one easier than heist" chooses no room.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from language.flat import flat
from language.found import Found
from language.matching import stem, words
from workflows.file.slots import Slot
from workflows.machine.slots.message import MessageBeingRead
from workflows.machine.slots.values import option_names

_LED = (  # what stands before a question that goes on with its verb
    r"(?:^|[,.;!?-]|\b(?:wait|no|and|but|so|or|hm+|uh|ok|okay|actually|also|btw|just|sorry|oh"
    r"|tell me|question|wondering)\b)\W{0,3}"
)
_VERB = r"(?:is|are|does|do|did|was|will|would|can|could|has|isn'?t|doesn'?t|aren'?t)"
_ARTICLES = r"(?:(?:the|a|an|your|that|this|those|these) )?"
_TURNED = re.compile(rf"{_LED}(?P<verb>{_VERB}) {_ARTICLES}$")
_BEHIND_VALUE = re.compile(rf"^\W*(?P<verb>{_VERB}) {_ARTICLES}$")
_STOP = re.compile(r"[,.;!?]")
_SAYS = (
    r"(?:e|eh|fica|sai|da|tem|dura|demora|custa|vem|is|are|isn'?t|costs?|takes?|has|looks?|seems?)"
)
_MORE = (
    r"(?:mais|menos|melhor|pior|maior|menor|tao|muito|more|less|better|worse|as|too|really|\w+er)"
)
_COMPARED = re.compile(rf"^(?: (?:one|ones|room|option))? {_SAYS} (?:\w+ )?{_MORE}\b")
_TOLD_OF = re.compile(rf"^(?: \w+)?,? {_SAYS} \w[^,.;!?]{0, 80}\?")
_BEFORE = 60  # characters
_LED_BY = re.compile(
    r"\W{0,3}(?:(?:e|eh|seria|quero|it'?s|i want|i'?ll have) )?(?:[oa]|the) (?P<what>\w{3,20})\b"
)
_SUMMED_UP = re.compile(r"\b(?:tudo|everything|the (?:whole )?lot|all of (?:it|them|that))\b")


def chosen_ones(message: MessageBeingRead, found: Sequence[Found[str]]) -> list[Found[str]]:
    """Leave out the options that are only asked about, and those that they are compared with."""
    plain = flat(message.text)
    if not found or len(plain) != len(message.text):
        return list(found)
    spans = [(f.start, _end(plain, f.end)) for f in found if _is_asked_about(message, plain, f)]
    return [f for f in found if not any(start <= f.start < end for start, end in spans)]


def summed_up(
    message: MessageBeingRead, slot: Slot, found: Sequence[Found[str]]
) -> list[Found[str]]:
    """Take "a geral: corrente, freio, tudo" for the one that it leads with, and not for a part."""
    plain = flat(message.text)
    led = _LED_BY.match(plain)
    if led is None or not _SUMMED_UP.search(plain, led.end()):
        return list(found)
    said = stem(led["what"])
    named = {o for o, called in option_names(slot) if said in {stem(w) for w in words(called)}}
    behind = all(f.start >= led.end() for f in found)
    return [Found(named.pop(), *led.span())] if len(named) == 1 and behind else list(found)


def _is_asked_about(message: MessageBeingRead, plain: str, found: Found[str]) -> bool:
    before, behind = plain[max(0, found.start - _BEFORE) : found.start], plain[found.end :]
    if re.match(r" \w", behind) and (_TURNED.search(before) or _follows(message, plain, found)):
        return True
    if message.asked in message.slots and message.slots[message.asked or ""].type == "choice":
        return False  # "the pharaoh one is easier" may answer
    return _COMPARED.match(behind) is not None or _TOLD_OF.match(behind) is not None


def _follows(message: MessageBeingRead, plain: str, found: Found[str]) -> bool:
    """Tell whether a question goes on right behind another value: "4pm is the big one …"."""
    ends = (end for _, end in message.taken if end <= found.start)
    return any(_BEHIND_VALUE.match(plain[end : found.start]) for end in ends)


def _end(plain: str, start: int) -> int:
    """Return where the question ends."""
    stop = _STOP.search(plain, start)
    return stop.start() if stop else len(plain)

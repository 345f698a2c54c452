"""Which hours of a message are told for good, denied, or of nobody's slot, though no numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from language.clock_times import FoundTime, find_times
from language.flat import flat
from language.found import Found
from language.idle_words import IDLE_WORDS
from language.matching import stems
from workflows.machine.slots.message import MessageBeingRead, question_of

_SIGNED = re.compile(
    r"\bo ?'? ?clock\b|\d ?[ap]\.? ?m\b|\b(?:da|de) (?:manha|tarde|noite|madrugada)\b"
    r"|\bin the (?:morning|afternoon|evening)\b"
)
_CLEAR = re.compile(
    rf"{_SIGNED.pattern}|\d ?:\d\d|\d ?h(?:s|rs)?\b|\bhoras\b|^(?:as|at) |\d e meia\b"
)
_SO = re.compile(
    r"[ ,](?:entao|por isso|so|therefore)(?: (?:la|pode ser|say|make it|let'?s say))?"
    r"(?: (?:umas|pelas|as|la pelas|at|about|around|on|no|na|o|the|dia)){0,2} ?$"
)
_NOT_BUT = re.compile(r"\W*(?:nao|no|sorry|desculpa)\W+(?:(?:e|eh|it's|as|at|make it|sim)\W+)*")
_LEAD = 40  # characters before an hour that may lead to it
_ASKS_HOURS = re.compile(r"\b(?:horas?|hours?|time)\b")
_OPEN_KINDS = ("date", "integer", "number", "boolean", "choice", "phone", "document", "email")


def concluded(text: str, found: Sequence[Found[str]]) -> Sequence[Found[str]]:
    """Leave what follows from the others: "mass ends at ten, so about eleven"."""
    plain = flat(text)
    leads = ((f, plain[max(0, f.start - _LEAD) : f.start]) for f in reversed(found[1:]))
    last = next((f for f, lead in leads if _SO.search(lead)), None)
    return [f for f in found if last is None or f.start >= last.start]


def replaces_clock(plain: str, told: Sequence[FoundTime], hour: FoundTime) -> bool:
    """Tell the eleven of "half past ten no, eleven" from a number."""
    return any(
        not each.bare and _NOT_BUT.fullmatch(plain, each.end, hour.start)
        for each in told
        if each.end <= hour.start
    )


def deny_all_but(
    message: MessageBeingRead, found: Sequence[Found[str]], kept: Sequence[Found[str]]
) -> None:
    """Note the hours beside the one that is meant: the ten of "not ten thirty" counts nothing."""
    for each in found:
        if message.free(each.start, each.end) and each not in kept:
            message.taken.append((each.start, each.end))
            message.denied.append((each.start, each.end))


def take_clocks(message: MessageBeingRead) -> None:
    """Let nobody count with "10 o'clock", whether a slot has taken the hour or not."""
    asked = message.asked_of("integer", "number")
    if asked and _ASKS_HOURS.search(question_of(asked[1])):
        return
    plain = flat(message.text)
    for each in find_times(message.text, message.speech.now, message.speech.language):
        if message.free(each.start, each.end) and _SIGNED.search(plain[each.start : each.end]):
            message.taken.append((each.start, each.end))


def tells_hour(message: MessageBeingRead, hour: Found[str]) -> bool:
    """Tell whether a message says an hour clearly, and in its clause nothing else."""
    if message.reading.question or message.open_ended or not message.asked_of(*_OPEN_KINDS):
        return False
    plain = flat(message.text)
    if not _CLEAR.search(plain[hour.start : hour.end]):
        return False
    first, last = message.segment(hour.start, hour.end)
    blank = message.blanked()
    rest = f"{blank[first : hour.start]} {blank[hour.end : last]}"
    return all(word in IDLE_WORDS or len(word) == 1 for word in stems(rest))

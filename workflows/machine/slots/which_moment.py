"""Which of some days or times an answer means, that were offered.

Each clause points at some of them; what a clause denies is out, and what is left over is meant.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from language.flat import flat
from workflows.machine.slots.pointed_at import NO, PointedAt
from workflows.machine.slots.speech import SpeechContext

MOST = 12
_LONGEST = 200
_CLAUSE = re.compile(r"[^,.;!?]+")
_ANY_OF = re.compile(
    r"\b(?:tanto faz|qualquer (?:um|uma)|whichever|either(?: one)? (?:is|works|will)|"
    r"any of (?:them|those|these)|both (?:are fine|work|suit)|(?:os dois|as duas) "
    r"(?:serve|pode|ta|esta|da)\w*|doesn'?t matter|don'?t mind|voces? escolhem?|you "
    r"(?:choose|pick))"
    r"|^\W*(?:either(?: one)?|any(?: of them| one)?|qualquer (?:dia|horario|hora|data))\W*$"
)
_OTHER = re.compile(r"\b(?:outr[oa]|other)\b")
_NEXT = re.compile(r"\b(?:proxim[oa]|seguinte|next|following)\b(?! (?:week|semana|month|mes))")


@dataclass(slots=True)
class MeantMoment:
    """What an answer leaves of the values: one, or nothing that is sure."""

    value: str | None = None
    left: list[str] = field(default_factory=list[str])  # those that it may mean, where two are left
    spans: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    any: bool = False  # its writer does not mind


def meant_moment(text: str, offered: Sequence[str], speech: SpeechContext) -> MeantMoment:
    """Tell which of some days, times or moments an answer means."""
    if len(text) > _LONGEST or not 2 <= len(offered) <= MOST:
        return MeantMoment()
    pointing, no = PointedAt(tuple(offered), speech), NO[speech.language]
    left, out, spans = set(range(len(offered))), set[int](), list[tuple[int, int]]()
    for match in _CLAUSE.finditer(text):
        told = pointing.at(match[0])
        if told is None:
            return MeantMoment()  # it names a day or an hour that was not offered
        if told:
            spans.append(match.span())
            denied = no.search(flat(match[0])) is not None
            left, out = (left, out | told) if denied else (left & told, out)
    left = _left_over(flat(text), left, out)
    if not spans and _ANY_OF.search(flat(text)) and not no.search(flat(text)):
        return MeantMoment(offered[0], spans=[(0, len(text))], any=True)
    if not spans or not left:
        return MeantMoment()
    still = [offered[at] for at in sorted(left)]
    return MeantMoment(still[0] if len(still) == 1 else None, still, spans)


def _left_over(plain: str, left: set[int], out: set[int]) -> set[int]:
    """Leave out what is denied; "not this one, the next" is the one behind it."""
    if out and len(left - out) > 1 and _NEXT.search(plain):
        left = {max(out) + 1} & left
    if _OTHER.search(plain) and not out:
        return set()  # the other of which?
    return left - out

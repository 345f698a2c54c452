"""Two slots that hold the first and the last of some days: arrival and departure."""

from __future__ import annotations

import re

from language.date_matches import Lean
from language.flat import flat
from workflows.file.slots import Slot
from workflows.machine.slots.message import MessageBeingRead, question_of

_STARTS = re.compile(
    r"\b(?:arriv\w*|check ?in|cheg\w*|entra\w*|inici\w*|comec\w*|start\w*|begin\w*|from when|drop"
    r"|ida|entreg\w*"
    r"|pick ?up|collect\w*|move in|outbound|deliver\w*|a partir|levar|deixar)\b"
)
_ENDS = re.compile(
    r"\b(?:return\w*|leav\w*|depart\w*|check ?out|said\w*|sa[ei]\w*|volta\w*|retorn\w*|end\w*|fim"
    r"|final"
    r"|termin\w*|collect\w*|until|back|devol\w*|embora|retirada|drop ?off|move out|finish\w*"
    r"|busca\w*)\b"
)
_EITHER_END = re.compile(  # of a thing that is hired; and the one day on which something is fetched
    r"\b(?:collect\w*|retirada|drop ?off|busca\w*)\b"
)
_PAST = re.compile(
    r"\b(?:nasc\w*|birth|born|happen\w*|aconteceu|ocorreu|foi|comprou|bought|purchas\w*|started|"
    r"comecou|accident|last|ultim[ao])\b"
)
_WORD = re.compile(r"[a-z]{4,}")
_FAMILY = 4  # letters that the forms of a verb share: "busco", "busca", "buscamos"
DayPair = tuple[str, str]


def ahead(message: MessageBeingRead) -> dict[str, Slot]:
    """List the slots for days to come, as the form has them."""
    dates = dict(message.of("date"))
    return {n: s for n, s in message.slots.items() if n in dates and not _looks_back(message, s)}


def _looks_back(message: MessageBeingRead, slot: Slot) -> bool:
    high = slot.bound("max", message.speech.now)
    return isinstance(high, str) and high[:10] <= message.speech.today.isoformat()


def day_and_moment(message: MessageBeingRead) -> DayPair | None:
    """Return the slots of a day and of another day with its hour, if a form has just these two."""
    days = [n for n in ahead(message) if lean_of(message.slots[n], message) != "past"]
    moments = [n for n, s in message.of("datetime") if lean_of(s, message) != "past"]
    if len(days) != 1 or len(moments) != 1 or any(message.of("time")):
        return None
    return days[0], moments[0]


def told_apart(message: MessageBeingRead) -> dict[str, Slot]:
    """List the slots of which the words around a day may tell which one is meant."""
    both = day_and_moment(message)
    return {name: message.slots[name] for name in both} if both else ahead(message)


def lean_of(slot: Slot, message: MessageBeingRead) -> Lean | None:
    """Tell whether a slot asks for a day to come or for one that is past."""
    now = message.speech.now
    low, high = slot.bound("min", now), slot.bound("max", now)
    today = now.date().isoformat()
    if isinstance(low, str) and low[:10] >= today:
        return "future"
    if isinstance(high, str) and high[:10] <= today:
        return "past"
    return "past" if _PAST.search(question_of(slot)) else None


def pair_of(slots: dict[str, Slot]) -> DayPair | None:
    """Return the slots of the first and of the last day, if a form has just these two."""
    if len(slots) != 2:
        return None
    one, other = slots
    said = {n: f"{n.replace('_', ' ')} {question_of(s)}" for n, s in slots.items()}
    starts = [bool(_STARTS.search(said[n])) for n in (one, other)]
    ends = [bool(_ENDS.search(said[n])) for n in (one, other)]
    if ends[0] and not starts[0] and starts[1] and not ends[1]:
        return other, one
    last = _EITHER_END.sub(" ", said[other])
    ends[1] = bool(_ENDS.search(last)) or (ends[1] and starts[0])
    return (one, other) if ends[1] or (any(starts) and any(ends)) else None


def start_of(message: MessageBeingRead, name: str) -> str | None:
    """Return the slot of the first day, for that of the last one."""
    pair = pair_of(ahead(message))
    return pair[0] if pair and pair[1] == name else None


def asks_start(question: str) -> bool:
    """Tell whether a question asks for the first of some days."""
    return bool(_STARTS.search(question)) and not _ENDS.search(question)


def end_told(message: MessageBeingRead, start: int) -> str | None:
    """Return the one of two ends that a verb before a day tells of: "busco só no dia 7"."""
    pair = pair_of(ahead(message))
    if pair is None or message.reading.question:
        return None
    first, _ = message.segment(start, start)
    said = _families(flat(message.text[first:start]))
    one, other = (_families(question_of(message.slots[name])) for name in pair)
    told = bool(said & one - other), bool(said & other - one)
    return None if told[0] == told[1] else pair[0] if told[0] else pair[1]


def _families(plain: str) -> set[str]:
    return {word[:_FAMILY] for word in _WORD.findall(plain)}

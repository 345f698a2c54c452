"""Reads stretches of days into the two slots that hold their ends; one alone takes no other end."""

from __future__ import annotations

import re
from datetime import date, timedelta

from language.answers import denied
from language.date_ranges import DateRange, find_range
from language.flat import flat
from language.moved import is_moved
from workflows.file.slots import Slot
from workflows.machine.slots.message import MessageBeingRead, question_of
from workflows.machine.slots.values import ValueProblem

_STARTS = re.compile(
    r"\b(?:arriv\w*|check ?in|cheg\w*|entra\w*|inici\w*|comec\w*|start\w*|begin\w*|from when|drop"
    r"|ida"
    r"|pick ?up|collect\w*|move in|outbound|deliver\w*|a partir|levar|deixar)\b"
)
_ENDS = re.compile(
    r"\b(?:return\w*|leav\w*|depart\w*|check ?out|said\w*|sa[ei]\w*|volta\w*|retorn\w*|end\w*|fim"
    r"|final"
    r"|termin\w*|collect\w*|until|back|devol\w*|embora|retirada|drop ?off|move out|finish\w*"
    r"|busca\w*)\b"
)
Pair = tuple[str, str]


def read_ranges(message: MessageBeingRead) -> None:
    """Take "friday til sunday" for arrival and departure, each end for its own."""
    slots = {n: s for n, s in message.of("date") if not _looks_back(message, s)}
    if not slots or message.asked_of("text") or message.asked_of("datetime"):
        return
    pair = _pair({n: slots[n] for n in message.slots if n in slots})
    ours = pair or tuple(slots)
    bare = message.asked in ours or (message.revising and bool(pair or not _counts(message)))
    speech = message.speech
    order = speech.day_first(next(iter(slots.values())))
    found = find_range(message.text, speech.today, speech.language, order, bare=bare)
    if found is None or not _is_meant(message, found):
        return
    if pair:
        _take_both(message, pair, found)
    elif found.first and found.last and found.nights is None and message.asked in slots:
        _take_one(message, str(message.asked), found)


def _counts(message: MessageBeingRead) -> bool:
    """Tell whether bare numbers may be something else than days."""
    return any(message.of("integer", "number", "money", "time"))


def _looks_back(message: MessageBeingRead, slot: Slot) -> bool:
    high = slot.bound("max", message.speech.now)
    return isinstance(high, str) and high[:10] <= message.speech.today.isoformat()


def _is_meant(message: MessageBeingRead, found: DateRange) -> bool:
    plain = flat(message.text)
    if message.open_ended and not message.confirming:
        return False
    if not message.free(found.start, found.end) or denied(plain, found.start, found.end):
        return False
    return not is_moved(plain, "", found.start, found.end)


def _pair(slots: dict[str, Slot]) -> Pair | None:
    """Return the slots of the first and of the last day, if a form has just these two."""
    if len(slots) != 2:
        return None
    one, other = slots
    said = {n: f"{n.replace('_', ' ')} {question_of(s)}" for n, s in slots.items()}
    starts = [bool(_STARTS.search(said[n])) for n in (one, other)]
    ends = [bool(_ENDS.search(said[n])) for n in (one, other)]
    if ends[0] and not starts[0] and starts[1] and not ends[1]:
        return other, one
    return (one, other) if ends[1] or (any(starts) and any(ends)) else None


def _take_both(message: MessageBeingRead, pair: Pair, found: DateRange) -> None:
    first, last = found.first, found.last
    place = found.start, found.end
    if found.either is not None and first is not None:  # "next friday til sunday"
        days = sorted({first, found.either})
        message.refuse(pair[0], ValueProblem("several", [day.isoformat() for day in days]))
        message.taken.append(place)
        return
    if found.nights and last is None:
        last = _after(message, pair, found.nights)
        if last is None:
            return
    told = {n: day for n, day in zip(pair, (first, last), strict=True) if day}
    told = {n: day for n, day in told.items() if message.wants(n, sure=len(told) > 1)}
    for name, day in told.items():
        message.take(name, day.isoformat(), *place)


def _after(message: MessageBeingRead, pair: Pair, nights: int) -> date | None:
    """Return the last day of so many nights, counted from the first one where that is known."""
    known = message.known.get(pair[0])
    if not isinstance(known, str) or not (message.asked == pair[1] or message.revising):
        return None
    return date.fromisoformat(known) + timedelta(nights)


def _take_one(message: MessageBeingRead, name: str, found: DateRange) -> None:
    """Take the first day where a question asks for a beginning; else ask for one of the days."""
    asked = question_of(message.slots[name])
    if found.either is None and _STARTS.search(asked) and not _ENDS.search(asked) and found.first:
        message.take(name, found.first.isoformat(), found.start, found.end)
        return
    if not found.days:  # else they are offered
        message.refuse(name, ValueProblem("span"))
        message.taken.append((found.start, found.end))

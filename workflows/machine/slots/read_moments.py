"""Reads days, times of day, and both together."""

from __future__ import annotations

import re
from collections.abc import Sequence

from language.clock_times import FoundTime, find_times, part_of_day
from language.dates import Lean, find_dates
from language.flat import flat
from language.found import Found
from language.spelled import in_digits
from workflows.file.slots import Slot
from workflows.machine.slots.answering import answer_with, one_of
from workflows.machine.slots.message import MessageBeingRead, question_of
from workflows.machine.slots.values import ValueProblem

_PAST = re.compile(
    r"\b(?:nasc\w*|birth|born|happen\w*|aconteceu|ocorreu|foi|comprou|bought|purchas\w*|started|"
    r"comecou|accident|last|ultim[ao])\b"
)
_VAGUE = re.compile(
    r"\b(?:ate|antes d[eoa]|depois d[eoa]|before|after|by|until|till|apos|around the|"
    r"no later than|a week or so)(?: (?:o|a|the|dia|de))?\s*$"
)
_BARE_DAY = re.compile(
    r"(?:^|[,;.!]|\b(?:o|no|the|on|nao|no wait|digo|sorry|and|e|ou|or)\b)\s*(?P<d>[1-9]|[12]\d|"
    r"3[01])(?=\s*(?:$|[,;.!]|\b(?:e|and|ou|or|mesmo|nao|no|please|pfv?|por favor)\b))"
)
_EARLY, _NOON = 7, 12


def read_moments(message: MessageBeingRead) -> None:
    """Take dates and times for the slots that they are named for, or asked for."""
    for name, slot in message.of("datetime"):
        if name == message.asked or message.wants(name, sure=False):
            _moment(message, name, slot)
    _dates(message)
    _times(message)


def days_of(message: MessageBeingRead, slot: Slot, *, asked: bool) -> list[Found[str]]:
    """Find the days of a message, for a slot that looks ahead or back."""
    speech, lean = message.speech, lean_of(slot, message)
    found = [
        Found(f.value.isoformat(), f.start, f.end)
        for f in find_dates(message.text, speech.today, speech.language, lean)
        if message.free(f.start, f.end)
    ]
    plain = flat(message.text)
    found = [f for f in found if not _VAGUE.search(plain[max(0, f.start - 20) : f.start])]
    if asked and lean != "past":
        found += _bare_days(message, found, lean)
    return sorted(found, key=lambda each: each.start)


def _bare_days(
    message: MessageBeingRead, known: Sequence[Found[str]], lean: Lean | None
) -> list[Found[str]]:
    """Take "28" of "dia 27, não, 28", and of an answer that is nothing else."""
    written = in_digits(message.text, message.speech.language)
    found: list[Found[str]] = []
    for match in _BARE_DAY.finditer(written.text):
        start, end = written.place(*match.span("d"))
        clear = all(end <= f.start or start >= f.end for f in known)
        alone = bool(known) or not re.search(r"[a-z]{4}", written.text)
        if clear and alone and message.free(start, end):
            day = find_dates(f"dia {match['d']}", message.speech.today, "pt", lean)
            found += [Found(each.value.isoformat(), start, end) for each in day]
    return found


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


def _dates(message: MessageBeingRead) -> None:
    """Take the day that was asked for, then those that are named for other slots, or free."""
    if asked := message.asked_of("date"):
        answer_with(message, *asked, days_of(message, asked[1], asked=True))
    slots = [(name, slot) for name, slot in message.of("date") if name != message.asked]
    for found in days_of(message, slots[0][1], asked=False) if slots else ():
        cued = [n for n, s in slots if message.cued(n, s, found.start, found.end)]
        for name in cued or message.meant([n for n, _ in slots]):
            if message.free(found.start, found.end) and message.wants(name, sure=name in cued):
                message.take(name, found.value, found.start, found.end)


def _times(message: MessageBeingRead) -> None:
    slots = list(message.of("time"))
    for name, slot in slots:
        found = times_of(message, slot)
        if name == message.asked:
            answer_with(message, name, slot, found)
        elif len(found) == 1 and message.free(found[0].start, found[0].end):
            only = found[0]
            cued = message.cued(name, slot, only.start, only.end)
            if message.wants(name, sure=cued) and (cued or len(slots) == 1):
                message.take(name, only.value, only.start, only.end)


def times_of(message: MessageBeingRead, slot: Slot) -> list[Found[str]]:
    """Find the times of a message, each in the one reading that the slot leaves."""
    speech = message.speech
    found: list[Found[str]] = []
    for each in find_times(message.text, speech.now, speech.language):
        if message.free(each.start, each.end):
            found += [
                Found(value, each.start, each.end) for value in _readings(message, slot, each)
            ]
    return found


def _readings(message: MessageBeingRead, slot: Slot, found: FoundTime) -> list[str]:
    """Return what a time may mean here: one value, or both where nothing decides."""
    if found.either is None:
        return [found.value]
    both = [found.value, found.either]
    now = message.speech.now
    if slot.type == "time":
        low, high = slot.bound("min", now), slot.bound("max", now)
        open_ = [
            v for v in both if (low is None or v >= str(low)) and (high is None or v <= str(high))
        ]
        if len(open_) == 1:
            return open_
    hour, part = int(found.value[:2]), part_of_day(question_of(slot))
    if hour == _NOON:
        return [found.value]
    if part is not None:
        return [found.value] if part == "morning" else [found.either]
    if message.speech.language == "pt" and hour >= _EARLY:
        return [found.value]
    return both


def _moment(message: MessageBeingRead, name: str, slot: Slot) -> None:
    days = days_of(message, slot, asked=False)
    times = times_of(message, slot)
    if not (days and times):
        if name == message.asked and (days or times) and not message.open_ended:
            message.refuse(name, ValueProblem("time" if days else "day"))
        return
    if name == message.asked:
        day, clock = one_of(message, name, slot, days), one_of(message, name, slot, times)
    else:
        day = days[0] if len(days) == 1 else None
        clock = times[0] if len(times) == 1 else None
    if day and clock:
        start, end = min(day.start, clock.start), max(day.end, clock.end)
        message.take(name, f"{day.value}T{clock.value}", start, end, name == message.asked)

"""Reads days, times of day, and both together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from contracts.json import JsonObject
from language.answers import settled
from language.clock_times import FoundTime, find_times, part_of_day
from language.date_spans import names_span
from language.flat import flat
from language.found import Found
from language.head_counts import is_one_of_two
from language.moved import is_moved
from language.spelled import in_digits
from workflows.file.slots import Slot
from workflows.machine.slots.answering import answer_with, one_of
from workflows.machine.slots.clock_sense import (
    concluded,
    deny_all_but,
    replaces_clock,
    take_clocks,
    tells_hour,
)
from workflows.machine.slots.days_beside_moments import is_told, times_of_its_own
from workflows.machine.slots.days_told import days_of, looks_ahead
from workflows.machine.slots.labelled_numbers import labelled_numbers
from workflows.machine.slots.measured import counts_on, means_clock, puts_clock_right
from workflows.machine.slots.message import MessageBeingRead, question_of
from workflows.machine.slots.read_days import read_days
from workflows.machine.slots.read_lengths import in_stretch, is_end, is_length, take_lengths
from workflows.machine.slots.read_ranges import read_ranges
from workflows.machine.slots.values import ValueProblem

_BARE_NUMBER = re.compile(r"\W*\d*\W*")
_BOUNDS = (
    r"\b(?:depois d[aeo]s?|apos(?: as)?|antes d[aeo]s?|ate(?: as| a)?|after|before|until|till|by|"
    r"no later than)"
)
_BOUND, _BOUND_BEFORE = re.compile(rf"{_BOUNDS} "), re.compile(rf"{_BOUNDS}(?: the)? $")
_BUT_BEFORE = re.compile(r"\b(?:but|mas|so que|only)\s*$")
_EARLY, _NOON = 7, 12


def read_moments(message: MessageBeingRead) -> None:
    """Take dates and times for the slots that they are named for, or asked for."""
    for name, slot in message.of("datetime"):
        if name == message.asked or message.wants(name, sure=is_told(message, name)):
            _moment(message, name, slot)
    read_ranges(message)
    read_days(message)
    _times(message)
    take_lengths(message)


def _times(message: MessageBeingRead) -> None:
    slots = list(message.of("time"))
    for name, slot in slots:
        found = times_of(message, slot)
        if message.revising and name != message.asked:
            found = nearest_time(found, message.known.get(name))
        if name == message.asked:
            answer_with(message, name, slot, concluded(message.text, found))
        elif _BARE_NUMBER.fullmatch(in_digits(message.text, message.speech.language).text):
            return  # "19" to another question is no time of day
        elif len(kept := settled(message.text, found)) == 1:
            only = kept[0]
            if _counts_two(message, only):
                continue
            cued = message.cued(name, slot, only.start, only.end) or _is_but(message, only.start)
            known = message.meant([other for other, _ in slots])
            cued = cued or (len(slots) == 1 and tells_hour(message, only))
            cued = cued or _is_instead(message, name, found, kept)
            if message.wants(name, sure=cued) and (cued or len(slots) == 1 or known == [name]):
                message.take(name, only.value, only.start, only.end)
        if name != message.asked and not settled(message.text, found):
            _make_void(message, name, found)
        if name in message.reading.values:
            deny_all_but(message, found, settled(message.text, found))
    if slots or any(message.of("datetime")):
        take_clocks(message)


def _is_instead(
    message: MessageBeingRead, name: str, found: Sequence[Found[str]], kept: Sequence[Found[str]]
) -> bool:
    """Tell "9am, not 4pm" where four is what was noted: it is put right, whatever is asked."""
    known = message.known.get(name)
    return any(each.value == known for each in found if each not in kept)


def _make_void(message: MessageBeingRead, name: str, found: Sequence[Found[str]]) -> None:
    """Empty the hour that was noted where it is denied alone: "not 4pm, I said morning"."""
    denied = [each for each in found if each.value == message.known.get(name)]
    if denied and not message.reading.question:
        message.reading.void.append(name)
        deny_all_but(message, denied, ())


def _counts_two(message: MessageBeingRead, found: Found[str]) -> bool:
    """Tell "3 ou 4 horas", asked how many, from an hour."""
    if message.asked_of("integer", "number") is None:
        return False
    return is_one_of_two(message.text, found.start, found.end, message.speech.language)


def _is_but(message: MessageBeingRead, start: int) -> bool:
    """Tell "6, but at 9" from an hour that is told in passing."""
    first, _ = message.segment(start, start + 1)
    return _BUT_BEFORE.search(flat(message.text[:first])) is not None


def times_of(message: MessageBeingRead, slot: Slot) -> list[Found[str]]:
    """Find the times of a message, each in the one reading that the slot leaves."""
    found: list[Found[str]] = []
    plain, asked = flat(message.text), question_of(slot)
    named = _labelled_times(message, slot)
    told = [*named, *_told_times(message, named)]
    for each in told:
        before, said = plain[max(0, each.start - 20) : each.start], plain[each.start : each.end]
        bound = _BOUND.match(said) or _BOUND_BEFORE.search(before)
        if bound and not _BOUND.search(asked):
            continue  # "after three" says no hour
        if is_moved(plain, asked, each.start, each.end):
            continue
        hour = int(each.value[:2]) % _NOON or _NOON
        known = not each.bare or in_stretch(message, each) or puts_clock_right(message, each)
        known = known or replaces_clock(plain, told, each)
        if not known and (counts_on(message, each.start) or not means_clock(message, hour)):
            continue
        if is_end(message, each) or is_length(message, each):
            continue
        if message.free(each.start, each.end):
            found += [
                Found(value, each.start, each.end) for value in _readings(message, slot, each)
            ]
    return found


def _labelled_times(message: MessageBeingRead, slot: Slot) -> list[FoundTime]:
    """Find the bare numbers that the name of the slot calls hours: "move the start to 9"."""
    name = next((n for n, s in message.slots.items() if s is slot), "")
    now = message.speech.now
    return [
        replace(each, start=start, end=end)
        for number, start, end in labelled_numbers(message, name, slot)
        for each in find_times(f"às {number}", now, "pt")
    ]


def _told_times(message: MessageBeingRead, named: Sequence[FoundTime]) -> list[FoundTime]:
    """Find the times that are told as such, beside those that a name makes one."""
    speech = message.speech
    found = find_times(message.text, speech.now, speech.language)
    return [f for f in found if all(f.end <= n.start or f.start >= n.end for n in named)]


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
    heard = cast("JsonObject", message.heard.get(message.asked or "", {}))
    if message.slots.get(message.asked or "") is slot and ("low" in heard or "high" in heard):
        wished = [v for v in both if heard.get("low", v) <= v <= heard.get("high", v)]
        if len(wished) == 1:
            return wished  # "at 3", behind "in the afternoon"
    hour, part = int(found.value[:2]), part_of_day(question_of(slot))
    if hour == _NOON:
        return [found.value]
    if part is not None:
        return [found.value] if part == "morning" else [found.either]
    if message.speech.language == "pt" and hour >= _EARLY and not _puts_right(message, slot):
        return [found.value]
    return both


def _puts_right(message: MessageBeingRead, slot: Slot) -> bool:
    """Tell whether a time corrects a known one: "às 9" is in the evening where that was 20:00."""
    name = next((n for n, s in message.slots.items() if s is slot), None)
    return message.revising and name != message.asked and message.known.get(name or "") is not None


def _moment(message: MessageBeingRead, name: str, slot: Slot) -> None:
    days = days_of(message, slot, asked=False)
    times = times_of_its_own(message, name, times_of(message, slot))
    if any(looks_ahead(message, slot, day.end) for day in days) and name != message.asked:
        return
    if not (days or times) and name == message.asked and names_span(message.text):
        message.refuse(name, ValueProblem("span"))
    if not (days and times):
        if (days or times) and not message.open_ended:
            _half(message, name, slot, days, times)
        return
    if name == message.asked or _is_lone(message, name):
        day, clock = one_of(message, name, slot, days), one_of(message, name, slot, times)
        message.reading.heard[name] = _told(day, clock)
    else:
        times = nearest_time(times, _parts(message.known.get(name)).get("clock"))
        day = days[0] if len(days) == 1 else None
        clock = times[0] if len(times) == 1 else None
    if day and clock:
        start, end = min(day.start, clock.start), max(day.end, clock.end)
        message.take(name, f"{day.value}T{clock.value}", start, end, name == message.asked)


def _is_lone(message: MessageBeingRead, name: str) -> bool:
    """Tell whether a first message can tell of no other day or time than that of a slot."""
    others = [n for n, _ in message.of("date", "time", "datetime") if n != name]
    return message.asked is None and name not in message.filled and not others


def _half(
    message: MessageBeingRead,
    name: str,
    slot: Slot,
    days: Sequence[Found[str]],
    times: Sequence[Found[str]],
) -> None:
    """Put half of a moment to the other half: the one that was told before, or is known."""
    asked = name == message.asked
    anew = asked or message.revising or is_told(message, name)
    known = _parts(message.known.get(name)) if anew else {}
    other = known | cast("JsonObject", message.heard.get(name, {}))
    if not (asked or other or _is_lone(message, name)):
        return
    clocks = nearest_time(times, known.get("clock"))
    found = one_of(message, name, slot, days or clocks)
    if found is None:
        return
    told = other | _told(found if days else None, None if days else found)
    if "day" in told and "clock" in told:
        message.take(name, f"{told['day']}T{told['clock']}", found.start, found.end)
    else:
        message.reading.heard[name] = told
        message.taken.append((found.start, found.end))
    if asked and name not in message.reading.values:
        message.refuse(name, ValueProblem("time" if days else "day"))


def _told(day: Found[str] | None, clock: Found[str] | None) -> JsonObject:
    """Return the halves of a moment that are known, by their names."""
    halves = {"day": day, "clock": clock}
    return {half: found.value for half, found in halves.items() if found is not None}


def _parts(value: object) -> JsonObject:
    day, _, clock = value.partition("T") if isinstance(value, str) else ("", "", "")
    return {"day": day, "clock": clock} if clock else {}


def nearest_time(times: Sequence[Found[str]], known: object) -> list[Found[str]]:
    """Leave of the two readings of a time the one that is nearer to what it corrects."""
    if not isinstance(known, str) or len({(t.start, t.end) for t in times}) != 1:
        return list(times)
    return [min(times, key=lambda t: abs(_minutes(t.value) - _minutes(known)))]


def _minutes(clock: str) -> int:
    return int(clock[:2]) * 60 + int(clock[3:5])

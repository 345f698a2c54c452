"""Reads a day that is told by steps from another: "the 12th, and the pick-up the day before".

The other day is told in the same message, or is the one that the form has of another slot.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from language.answers import denied, offers_several
from language.dates import FoundDate, mentioned_dates
from language.flat import flat
from language.found import Found
from language.steps_from_days import DaySteps, day_steps, stepped
from workflows.machine.slots.day_pairs import ahead, day_and_moment
from workflows.machine.slots.message import MessageBeingRead
from workflows.machine.slots.which_day import day_spoken_of, slot_called

_NEAR, _LEAD = 30, 6  # characters behind the steps in which the day stands that they are from


def read_counted_days(message: MessageBeingRead) -> None:
    """Take the day that steps lead to, and the one that they are counted from."""
    if not ahead(message) or message.open_ended:
        return
    if message.reading.question and not message.wish:
        return
    for steps in day_steps(message.text, message.speech.language):
        if not message.free(steps.start, steps.end) or is_left_open(message, steps):
            continue
        if not _is_of_a_day(message, steps):
            continue
        if told := _told_with(message, steps):
            _count_from_told(message, steps, told)
        else:
            _count_from_known(message, steps)


def _is_of_a_day(message: MessageBeingRead, steps: DaySteps) -> bool:
    """Tell "move the party a week later" where the steps may lead to a day with its hour."""
    both = day_and_moment(message)
    if both is None:
        return True
    return steps.own and day_spoken_of(message, steps.start, steps.end) == both[0]


def is_left_open(message: MessageBeingRead, steps: DaySteps) -> bool:
    """Tell "not the day before", "the day before or so", and "the day before Christmas"."""
    plain, place = flat(message.text), Found("", steps.start, steps.end)
    behind = _days_in(message, steps.end, min(len(message.text), steps.end + _NEAR))
    if any(each.start - steps.end <= _LEAD for each in behind):
        return True
    return denied(plain, steps.start, steps.end) or offers_several(message.text, [place])


def _told_with(message: MessageBeingRead, steps: DaySteps) -> FoundDate | None:
    """Return the day that a message tells before the steps, or behind what they are counted from.

    "The eve of the party, which is on the 12th" tells it behind.
    """
    if before := _days_in(message, 0, steps.start):
        return before[-1]
    base = _base(message, steps)
    if base is None or message.known.get(base) is not None:
        return None
    behind = _days_in(message, steps.behind[1], len(message.text))
    return behind[0] if behind else None


def _days_in(message: MessageBeingRead, start: int, end: int) -> list[FoundDate]:
    """Find the days of a part of a message that are free, placed in the whole of it."""
    speech = message.speech
    order = next((speech.day_first(slot) for slot in ahead(message).values()), None)
    found = mentioned_dates(
        message.text[start:end], speech.today, speech.language, "future", order, events=True
    )
    found = [replace(f, start=f.start + start, end=f.end + start) for f in found]
    return [f for f in found if f.either is None and message.free(f.start, f.end)]


def _goal(message: MessageBeingRead, steps: DaySteps, base: str | None) -> str | None:
    """Return the slot that the steps lead to where the words around them say so."""
    goal = day_spoken_of(message, steps.start, steps.behind[1])
    return goal if goal != base else None


def _base(message: MessageBeingRead, steps: DaySteps) -> str | None:
    """Return the slot that the words behind the steps name: "before the party"."""
    return slot_called(message, message.text[slice(*steps.behind)])


def _count_from_told(message: MessageBeingRead, steps: DaySteps, told: FoundDate) -> None:
    """Take both days of "the party's on the 12th, and the fitting a week before"."""
    slots, base = ahead(message), _base(message, steps)
    goal = _goal(message, steps, base)
    spoken = base or day_spoken_of(message, told.start, told.end)
    if spoken is None:
        spoken = message.asked if message.asked in slots else None
        spoken = spoken or next((n for n in slots if n not in (*message.filled, goal)), None)
    others = [name for name in slots if name != spoken]
    goal = goal or (others[0] if len(others) == 1 else None)
    if spoken is None or goal is None or goal == spoken:
        return
    held = message.known.get(spoken)
    if held == str(told.value) or message.wants(spoken, sure=base is None):
        day = stepped(told.value, steps)
        if held != str(told.value):
            message.take(spoken, str(told.value), told.start, told.end)
        _take(message, goal, day, steps)


def _count_from_known(message: MessageBeingRead, steps: DaySteps) -> None:
    """Take "a week before", counted from the one day that the form has already."""
    slots, base = ahead(message), _base(message, steps)
    cued = _goal(message, steps, base)
    goal = cued or (message.asked if message.asked in slots and message.asked != base else None)
    if goal is None and message.revising and len(slots) == 1:
        goal = next(iter(slots))
    if goal is None or not message.wants(goal, sure=cued is not None):
        return
    own = _known(message, goal)
    others = [day for n in slots if n != goal and base in (None, n) and (day := _known(message, n))]
    if own is not None and steps.weekday is not None:
        return  # "the Friday before" puts right the day that is known, as any weekday does
    if own is not None and not (steps.other or base):
        if not steps.own and any(stepped(day, steps) != own for day in others):
            return  # "I'll pick it up a day later": than what?
        others = [own]
    if len(others) == 1:
        _take(message, goal, stepped(others[0], steps), steps)


def _known(message: MessageBeingRead, name: str) -> date | None:
    held = message.known.get(name)
    return date.fromisoformat(held[:10]) if isinstance(held, str) else None


def _take(message: MessageBeingRead, goal: str, day: date | None, steps: DaySteps) -> None:
    if day is not None:
        message.take(goal, str(day), steps.start, steps.behind[1])

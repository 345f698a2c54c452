"""Reads a day that is told by steps from another: "the 12th, and the pick-up the day before".

The other day is told in the same message, or is the one that the form has of another slot.
"""

from __future__ import annotations

from datetime import date, timedelta

from language.answers import denied, offers_several
from language.dates import FoundDate, mentioned_dates
from language.flat import flat
from language.found import Found
from language.steps_from_days import DaySteps, day_steps
from workflows.machine.slots.day_pairs import ahead
from workflows.machine.slots.message import MessageBeingRead
from workflows.machine.slots.which_day import day_spoken_of, slot_called


def read_counted_days(message: MessageBeingRead) -> None:
    """Take the day that steps lead to, and the one that they are counted from."""
    if not ahead(message) or (message.reading.question and not message.wish):
        return
    for steps in day_steps(message.text, message.speech.language):
        if not message.free(steps.start, steps.end) or _is_left_open(message, steps):
            continue
        if told := _told_before(message, steps):
            _count_from_told(message, steps, told)
        else:
            _count_from_known(message, steps)


def _is_left_open(message: MessageBeingRead, steps: DaySteps) -> bool:
    """Tell "not the day before", and "the day before or so"."""
    plain, place = flat(message.text), Found("", steps.start, steps.end)
    return denied(plain, steps.start, steps.end) or offers_several(message.text, [place])


def _told_before(message: MessageBeingRead, steps: DaySteps) -> FoundDate | None:
    """Return the last day that a message tells before the steps."""
    before, speech = message.text[: steps.start], message.speech
    order = next((speech.day_first(slot) for slot in ahead(message).values()), None)
    found = mentioned_dates(before, speech.today, speech.language, "future", order)
    found = [f for f in found if f.either is None and message.free(f.start, f.end)]
    return found[-1] if found else None


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
        day = _on(told.value, steps)
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
    if steps.own and own is not None:
        others = [own]
    elif own is not None and (not others or _on(others[0], steps) == own):
        others = [own]  # "make the pick-up the day before", where it is that already
    if len(others) == 1:
        _take(message, goal, _on(others[0], steps), steps)


def _known(message: MessageBeingRead, name: str) -> date | None:
    held = message.known.get(name)
    return date.fromisoformat(held[:10]) if isinstance(held, str) else None


def _on(day: date, steps: DaySteps) -> date | None:
    try:
        return day + timedelta(days=steps.days)
    except OverflowError:  # in the first or the last weeks of all calendars
        return None


def _take(message: MessageBeingRead, goal: str, day: date | None, steps: DaySteps) -> None:
    if day is not None:
        message.take(goal, str(day), steps.start, steps.behind[1])

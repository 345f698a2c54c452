"""Whose a day or an hour is, where a form has a day and another day with its hour.

"The party's on the 13th, and deliver it on the 12th at 3pm": the words around a day say it, then
the hour that stands beside it. The one may be told from the other: "the same day at 4pm".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import lru_cache

from language.clock_times import find_times
from language.date_words import WEEKDAYS
from language.dates import LONE_DAY
from language.detect import Language
from language.flat import flat
from language.found import Found
from language.steps_from_days import DaySteps, day_steps, stepped
from workflows.file.slots import Slot
from workflows.machine.slots.day_pairs import day_and_moment
from workflows.machine.slots.message import MessageBeingRead
from workflows.machine.slots.read_counted_days import is_left_open
from workflows.machine.slots.which_day import day_spoken_of, is_made_ready, slot_called

_BETWEEN = re.compile(  # a day and its hour: "on the 12th, at around 3pm", "11h do dia 12"
    r"\W{0,9}(?:\b(?:at|on|in|by|around|about|from|the|as|a|o|ao|no|na|do|da|de|dia|pelas?|la"
    r"|umas|por volta|feira|mesmo|please|vai ser|is|e)\b\W{0,9}){0,4}"
)
_WEEKDAY = re.compile(rf"(?:{'|'.join(WEEKDAYS)})(?:[ -]feira)?")
_WEEK = 7
_READ, _MOST, _AT_HAND = 500, 12, 8  # characters, hours, and texts that readers look at again


def days_of_its_own(
    message: MessageBeingRead, slot: Slot, found: Sequence[Found[str]]
) -> list[Found[str]]:
    """Leave of the days of a message those that are not the other slot's, with the counted ones."""
    both, name = day_and_moment(message), _name_of(message, slot)
    if both is None or name not in both or len(found) > _MOST:
        return list(found)
    own = [each for each in found if _owner(message, each, found) == name]
    others = [each.value for each in found if _owner(message, each, found) not in (name, None)]
    base = _day_known(message, both[1 - both.index(name)], others)
    if name == both[1] and base is not None:
        own = [_near(message, name, each, base) for each in own]
    counted = list(_counted(message, name, base))
    own = [each for each in own if all(_apart(each, other) for other in counted)]
    return sorted([*own, *counted], key=lambda each: each.start)


def times_of_its_own(
    message: MessageBeingRead, name: str, found: Sequence[Found[str]]
) -> list[Found[str]]:
    """Leave out the hour at which the other day's thing begins: "the party starts at 7pm"."""
    both = day_and_moment(message)
    if both is None or name not in both:
        return list(found)
    return [each for each in found if not _is_of_the_day(message, both[0], each)]


def is_told(message: MessageBeingRead, name: str) -> bool:
    """Tell whether the words around a day or an hour of a message say that it is this slot's."""
    both = day_and_moment(message)
    if both is None or message.reading.question:
        return False
    steps = (each for each in _steps(message) if _is_goal(message, each, name))
    return any(steps) or any(
        day_spoken_of(message, start, end) == name for start, end in _clocks(message)
    )


def _name_of(message: MessageBeingRead, slot: Slot) -> str:
    return next((name for name, each in message.slots.items() if each is slot), "")


def _is_of_the_day(message: MessageBeingRead, day: str, clock: Found[str]) -> bool:
    for steps in _steps(message):
        if _beside(message, (steps.start, steps.behind[1]), (clock.start, clock.end)):
            return _is_goal(message, steps, day)
    return day_spoken_of(message, clock.start, clock.end) == day


def _owner(message: MessageBeingRead, day: Found[str], all_: Sequence[Found[str]]) -> str | None:
    """Return the slot that a day is of, None where nothing tells."""
    both = day_and_moment(message)
    if both is None:
        return None
    spoken = day_spoken_of(message, day.start, day.end)
    if spoken is not None:
        return spoken
    timed = any(_beside(message, (day.start, day.end), clock) for clock in _clocks(message))
    lone = len({each.start for each in all_}) == 1
    if message.asked in both and (lone or not timed):
        return message.asked
    if timed:
        return both[1]
    known = [name for name in both if name in message.filled]
    if message.revising and len(known) == 1:
        return known[0]  # "actually, on Friday the 27th" puts right the one that there is
    return next((name for name in both if name not in known), None)


def _clocks(message: MessageBeingRead) -> tuple[tuple[int, int], ...]:
    return _clocks_in(message.text[:_READ], message.speech.now, message.speech.language)


@lru_cache(_AT_HAND)
def _clocks_in(text: str, now: datetime, language: Language) -> tuple[tuple[int, int], ...]:
    return tuple((each.start, each.end) for each in find_times(text, now, language)[:_MOST])


def _beside(message: MessageBeingRead, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Tell whether nothing but what joins them stands between a day and an hour."""
    first, last = sorted((one, other))
    return _BETWEEN.fullmatch(flat(message.text[first[1] : last[0]])) is not None


def _apart(one: Found[str], other: Found[str]) -> bool:
    return one.end <= other.start or one.start >= other.end


def _day_known(message: MessageBeingRead, name: str, told: Sequence[str]) -> date | None:
    """Return the day of the other slot: the one that is told beside, or that the form has."""
    held = message.reading.values.get(name) or message.known.get(name)
    days = {*told} or ({held[:10]} if isinstance(held, str) else set[str]())
    return date.fromisoformat(days.pop()) if len(days) == 1 else None


def _near(message: MessageBeingRead, name: str, day: Found[str], base: date) -> Found[str]:
    """Take "Saturday" for the one before a party on a Sunday, for which something is brought."""
    said, value = flat(message.text[day.start : day.end]), date.fromisoformat(day.value)
    if message.known.get(name) is not None or not is_made_ready(message, name):
        return day
    week = [base - timedelta(days=back) for back in range(_WEEK)]
    near = [each for each in week if each.weekday() == value.weekday()]
    if LONE_DAY.fullmatch(said):
        near = [each for each in week if each.day == value.day]
    elif not _WEEKDAY.fullmatch(said):
        return day
    return replace(day, value=str(near[0])) if near and near[0] > value else day


def _steps(message: MessageBeingRead) -> Iterator[DaySteps]:
    for steps in day_steps(message.text, message.speech.language):
        if message.free(steps.start, steps.end) and not is_left_open(message, steps):
            yield steps


def _counted(message: MessageBeingRead, name: str, base: date | None) -> Iterator[Found[str]]:
    """Find the days to which steps lead from the day of the other slot."""
    for steps in _steps(message):
        if not _is_goal(message, steps, name):
            continue
        held = message.known.get(name)
        start = date.fromisoformat(held[:10]) if steps.own and isinstance(held, str) else base
        day = stepped(start, steps) if start else None
        if day is not None:
            yield Found(str(day), steps.start, steps.behind[1])


def _is_goal(message: MessageBeingRead, steps: DaySteps, name: str) -> bool:
    """Tell whether steps lead to a slot: they are of the one that they are not counted from."""
    both = day_and_moment(message)
    if both is None:
        return False
    base = slot_called(message, message.text[slice(*steps.behind)])
    if base in both:
        return base != name
    spoken = day_spoken_of(message, steps.start, steps.end)
    if spoken is not None:
        return spoken == name
    place = steps.start, steps.behind[1]
    timed = any(_beside(message, place, clock) for clock in _clocks(message))
    if timed or message.asked not in both:
        return name == both[1]
    return name == message.asked

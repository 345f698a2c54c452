"""Reads days: for the slot that was asked for or is named, else for the one that they fit."""

from __future__ import annotations

import re
from collections.abc import Sequence

from language.answers import denial_end, denied, offers_several, settled
from language.date_spans import names_span
from language.days_led import has_happened, only_leads
from language.flat import flat
from language.found import Found
from workflows.file.slots import Slot
from workflows.machine.slots.answering import answer_with
from workflows.machine.slots.clock_sense import concluded
from workflows.machine.slots.day_pairs import end_told, lean_of
from workflows.machine.slots.days_told import BORN, MAKES, days_of, fits, looks_ahead
from workflows.machine.slots.message import MessageBeingRead, question_of
from workflows.machine.slots.read_choices import by_place
from workflows.machine.slots.values import ValueProblem
from workflows.machine.slots.which_day import day_spoken_of, is_of_return

_LEAD = 30  # characters before a day that may tell what it is the day of
_BEGAN = re.compile(
    r"\b(?:comecou|comecaram|iniciou|apareceu|surgiu|desde|began|begun|started|since|showed up"
    r"|appeared)(?: so| only| just| de novo| again| mesmo)?(?: na| no| em| on| last| the)? ?$"
)


def read_days(message: MessageBeingRead) -> None:
    """Take the day that was asked for, then those that are named for other slots, or free."""
    slots = [(name, slot) for name, slot in message.of("date") if name != message.asked]
    asked, choice = message.asked_of("date"), message.asked_of("choice")
    if choice and by_place(message, choice[1]):
        return  # "the first one" is no first of a month
    if asked and asked[0] not in message.reading.refused:  # nor what was offered answers it
        days = concluded(message.text, days_of(message, asked[1], asked=True))
        days = [day for day in days if not _of_another(message, asked, day, slots)]
        answer_with(message, *asked, days)
        missed = asked[0] not in message.reading.values
        if missed and len({d.value for d in days}) == 1:
            message.reading.heard[asked[0]] = {"spoken": days[0].value}  # "not Thursday the 3rd"
        if missed and not days and not message.open_ended and names_span(message.text):
            message.refuse(asked[0], ValueProblem("span"))
    read = {name: _settled_days(message, name, slot) for name, slot in slots}
    places = sorted({(f.start, f.end) for days in read.values() for f in days})
    for start, end in places:
        if _tells_beginning(message, start) or is_of_return(message, start):
            continue
        told = {n: [f.value for f in days if f.start == start] for n, days in read.items()}
        cued = [n for n, slot in slots if _named(message, n, slot, start, end)]
        cued = _of_the_past(message, start) or cued
        alone = not (cued or asked) and len(places) == 1
        far = day_spoken_of(message, start, end, far=True) if alone else None
        open_to = [far] if far else message.meant(_open_to(message, told, end))
        for name in cued or open_to:
            sure = name in cued or _is_all_told(message, start, end)
            if told[name] and message.free(start, end) and message.wants(name, sure=sure):
                _take(message, name, [Found(day, start, end) for day in told[name]])
    for name, slot in slots:
        _take_denied(message, name, slot)


def _take(message: MessageBeingRead, name: str, days: Sequence[Found[str]]) -> None:
    """Take a day; "could we taste on the 26th instead?" tells the one that its verb is of."""
    only = days[0]
    asks = message.reading.question and len(days) == 1
    if asks and day_spoken_of(message, only.start, only.end) == name:
        message.take(name, only.value, only.start, only.end)
    else:
        answer_with(message, name, message.slots[name], days)


def _take_denied(message: MessageBeingRead, name: str, slot: Slot) -> None:
    """Let nobody miss the day beside the one that was read: "Saturday, Friday is no good"."""
    if name not in message.reading.values or not message.revising:
        return
    plain = flat(message.text)
    for day in days_of(message, slot, asked=False):
        if denied(plain, day.start, day.end):
            span = day.start, denial_end(plain, day.end)
            message.taken.append(span)
            message.denied.append(span)


def _is_all_told(message: MessageBeingRead, start: int, end: int) -> bool:
    """Tell "então pode ser na segunda", to another question: it can only be of the known day.

    What others have read may stand beside it, and anything beside "and make it Friday".
    """
    if len(_coming(message)) != 1 or message.open_ended or message.reading.question:
        return False
    if message.asked_of("date", "datetime", "time") or message.asked is None:
        return False
    first, last = message.segment(start, end)
    around = message.text[first:start] + " " + message.text[end:last]
    if MAKES.search(flat(around)) and only_leads(around):
        return True
    if message.asked_of("text"):
        return False
    free = message.blanked()
    return only_leads(free[:start] + " " + free[end:])


def _coming(message: MessageBeingRead) -> list[str]:
    """Name the slots for days that are not past."""
    return [name for name, slot in message.of("date") if lean_of(slot, message) != "past"]


def _of_the_past(message: MessageBeingRead, start: int) -> list[str]:
    """Return the slot that looks back, for a day behind what has happened: "foi pintada em"."""
    past = [name for name, slot in message.of("date") if lean_of(slot, message) == "past"]
    if len(past) != 1 or message.reading.question:
        return []
    first, _ = message.segment(start, start)
    return past if has_happened(message.text[first:start]) else []


def _tells_beginning(message: MessageBeingRead, start: int) -> bool:
    """Tell "the noise only began yesterday", told of what is known, from the day of a service."""
    if not message.filled or not _BEGAN.search(flat(message.text[:start])[-_LEAD:]):
        return False
    return not any(_BEGAN.search(question_of(slot)) for _, slot in message.of("date"))


def _settled_days(message: MessageBeingRead, name: str, slot: Slot) -> list[Found[str]]:
    """Find the days that count: "monday, sorry, tuesday" is tuesday, "terça ou quarta" is asked."""
    found = days_of(message, slot, asked=False)
    kept = settled(message.text, found)
    open_ = name not in message.filled or message.revising
    lone = open_ and _coming(message) in ([name], [])
    if lone and len({f.start for f in kept}) > 1 and offers_several(message.text, kept):
        message.refuse(name, ValueProblem("several", [f.value for f in kept]))
        message.taken += [(f.start, f.end) for f in found]
        return []
    return kept


def _of_another(
    message: MessageBeingRead,
    asked: tuple[str, Slot],
    day: Found[str],
    others: Sequence[tuple[str, Slot]],
) -> bool:
    """Tell a day that another slot is named for: "change the day to monday", asked for a birth."""
    if _named(message, *asked, day.start, day.end):
        return False
    if (past := _of_the_past(message, day.start)) and asked[0] not in past:
        return True
    wrong = not fits(message, asked[1], day.value) or looks_ahead(message, asked[1], day.end)
    named = any(_named(message, name, slot, day.start, day.end) for name, slot in others)
    spoken = day_spoken_of(message, day.start, day.end)
    return named and (wrong or message.reading.correcting or spoken is not None)


def _open_to(message: MessageBeingRead, told: dict[str, list[str]], end: int) -> list[str]:
    """Return the slots that a day may be for which none is named for: those that it fits first.

    Nobody means a day of the past by "monday" unless they were asked for one.
    """
    today = message.speech.today.isoformat()
    names = [
        name
        for name, days in told.items()
        if days
        and (
            _is_put_right(message, name, told) or not looks_ahead(message, message.slots[name], end)
        )
        and not (lean_of(message.slots[name], message) == "past" and days[0] > today)
    ]
    fitting = [n for n in names if any(fits(message, message.slots[n], day) for day in told[n])]
    return fitting or names


def _is_put_right(message: MessageBeingRead, name: str, told: dict[str, list[str]]) -> bool:
    """Tell whether a day can only be meant for the one that is known: "it was the 8th"."""
    others = [other for other, days in told.items() if days and other != name]
    return message.revising and name in message.filled and not others


def _named(message: MessageBeingRead, name: str, slot: Slot, start: int, end: int) -> bool:
    """Tell whether a message says which slot a day is for: "nasci" is a birth's."""
    told = end_told(message, start) or day_spoken_of(message, start, end)
    if told is not None or message.cued(name, slot, start, end):
        return told in (None, name)
    first, last = message.segment(start, end)
    around = flat(message.text[first:last])
    return bool(BORN.search(around) and BORN.search(f"{flat(name)} {question_of(slot)}"))

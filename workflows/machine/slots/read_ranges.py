"""Reads stretches of days into the two slots that hold their ends; one alone takes no other end."""

from __future__ import annotations

from datetime import date, timedelta

from language.answers import denied
from language.date_ranges import DateRange, find_range, names_month, on_or_after
from language.flat import flat
from language.moved import is_moved
from workflows.machine.slots.day_pairs import DayPair, ahead, asks_start, end_told, pair_of
from workflows.machine.slots.message import MessageBeingRead, question_of
from workflows.machine.slots.values import ValueProblem


def read_ranges(message: MessageBeingRead) -> None:
    """Take "friday til sunday" for arrival and departure, each end for its own."""
    slots = ahead(message)
    if not slots or message.asked_of("text") or message.asked_of("datetime"):
        return
    pair = pair_of(slots)
    ours = pair or tuple(slots)
    bare = message.asked in ours or (message.revising and bool(pair or not _counts(message)))
    speech = message.speech
    order = speech.day_first(next(iter(slots.values())))
    found = find_range(message.text, speech.today, speech.language, order, bare=bare)
    if found is None or not _is_meant(message, found):
        return
    if found.by_verb and end_told(message, found.end):
        return  # the form's own verb says which end it is, and `read_days` hears it
    if pair:
        _take_both(message, pair, found)
    elif found.first and found.last and found.nights is None and message.asked in slots:
        _take_one(message, str(message.asked), found)


def _counts(message: MessageBeingRead) -> bool:
    """Tell whether bare numbers may be something else than days."""
    return any(message.of("integer", "number", "money", "time"))


def _is_meant(message: MessageBeingRead, found: DateRange) -> bool:
    plain = flat(message.text)
    if message.open_ended and not message.confirming:
        return False
    if not message.free(found.start, found.end) or denied(plain, found.start, found.end):
        return False
    return not is_moved(plain, "", found.start, found.end)


def _take_both(message: MessageBeingRead, pair: DayPair, found: DateRange) -> None:
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
    first, last = _from_what_is_known(message, pair, found, first, last)
    told = {n: day for n, day in zip(pair, (first, last), strict=True) if day}
    sure = len(told) > 1 or (found.by_verb and not message.reading.question)
    told = {n: day for n, day in told.items() if message.wants(n, sure=sure)}
    for name, day in told.items():
        message.take(name, day.isoformat(), *place)


def _from_what_is_known(
    message: MessageBeingRead,
    pair: DayPair,
    found: DateRange,
    first: date | None,
    last: date | None,
) -> tuple[date | None, date | None]:
    """Take "until the 21st" behind 18 December for one of December, and "4 to 8" as well."""
    known = message.known.get(pair[0])
    if not isinstance(known, str) or names_month(message.text[found.start : found.end]):
        return first, last
    begins, days = date.fromisoformat(known[:10]), last - first if first and last else None
    if first is None:
        return None, last and on_or_after(last, begins)
    if message.revising and pair[0] in message.filled:
        first = on_or_after(first, begins.replace(day=1))
    return first, first + days if days is not None else last


def _after(message: MessageBeingRead, pair: DayPair, nights: int) -> date | None:
    """Return the last day of so many nights, counted from the first one where that is known."""
    known = message.known.get(pair[0])
    if not isinstance(known, str) or not (message.asked == pair[1] or message.revising):
        return None
    return date.fromisoformat(known) + timedelta(nights)


def _take_one(message: MessageBeingRead, name: str, found: DateRange) -> None:
    """Take the first day where a question asks for a beginning; else ask for one of the days."""
    asked = question_of(message.slots[name])
    if found.either is None and asks_start(asked) and found.first:
        message.take(name, found.first.isoformat(), found.start, found.end)
        return
    if not found.days:  # else they are offered
        message.refuse(name, ValueProblem("span"))
        message.taken.append((found.start, found.end))

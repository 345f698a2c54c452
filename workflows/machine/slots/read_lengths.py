"""Reads how long something takes from when it begins and ends, for the slot that asks for that.

"From six till nine" is six, and three hours; and "2 horas" is no hour of the clock where a form
asks for how many hours, unless it asks for the clock just now or the words say so.
"""

from __future__ import annotations

import re

from language.clock_ranges import ClockRange, find_ranges
from language.clock_times import FoundTime, find_times
from language.dates import find_dates
from language.flat import flat
from language.spelled import in_digits
from workflows.machine.slots.measured import counting, fitting
from workflows.machine.slots.message import MessageBeingRead

_IN_HOURS = re.compile(r"\W*(?P<n>\d{1,2}) ?(?:h|hs|hrs|horas?|hours?)\b\W*")
_AT = re.compile(r"(?:^| )(?:as|at|das|pelas|pras|ate as|until|till|a partir das) ?$")
_LASTS = re.compile(
    r"\b(?:por|durante|for|total de|duracao de|dura|mais|so|apenas)"
    r"(?: (?:so|umas?|uns|cerca de|about|around))? $"
)
_OF_WORK = re.compile(r"^ de (?!manha|tarde|noite|madrugada|amanha|hoje|[a-z]+-feira)[a-z]{3,}")


def is_end(message: MessageBeingRead, found: FoundTime) -> bool:
    """Tell the end of a stretch whose length a slot keeps, or one that another answer has."""
    ranges = _lasting(message)
    return any(r.last.start <= found.start < r.last.end for r in ranges)


def in_stretch(message: MessageBeingRead, found: FoundTime) -> bool:
    """Tell a time that begins or ends a stretch whose length a slot keeps."""
    return any(r.start <= found.start < r.end for r in _lasting(message))


def is_length(message: MessageBeingRead, found: FoundTime) -> bool:
    """Tell "2 horas" of the game from two o'clock."""
    name = counting(message, "hours")
    hours = _hours(message, found)
    if name is None or hours is None or not fitting(message, [name], hours):
        return False
    plain = flat(message.text)
    before = plain[max(0, found.start - 20) : found.start]
    if in_stretch(message, found):
        return False
    if _AT.search(before) or _is_of_day(message, found):
        return False
    if _LASTS.search(before) or _OF_WORK.match(plain[found.end :]):
        return True
    return not message.asked_of("time", "datetime") or _tells_another(message, found)


def _is_of_day(message: MessageBeingRead, found: FoundTime) -> bool:
    """Tell "sexta 8h", which is when, where the hour is still open; "sexta, 8h" may be how long."""
    if all(name in message.filled for name, _ in message.of("time", "datetime")):
        return False
    speech = message.speech
    days = find_dates(message.text[: found.start], speech.today, speech.language)
    return any(not message.text[day.end : found.start].strip() for day in days)


def _tells_another(message: MessageBeingRead, found: FoundTime) -> bool:
    """Tell whether another time is one of the clock beyond doubt: "às 10, 2 horas"."""
    speech = message.speech
    others = [t for t in find_times(message.text, speech.now, speech.language) if t != found]
    plain = flat(message.text)
    return any(
        not t.bare and (t.start < found.start or not _IN_HOURS.fullmatch(plain[t.start : t.end]))
        for t in others
    )


def take_lengths(message: MessageBeingRead) -> None:
    """Take how long a stretch is that begins with the time that was taken."""
    for each in _lasting(message):
        if not message.free(each.start, each.end) or _begins_as_known(message, each):
            for unit, value in (("hours", each.minutes / 60), ("minutes", each.minutes)):
                name = counting(message, unit)
                if name is not None and message.wants(name, sure=True):
                    message.take(name, value, each.start, each.end, sure=False)
            message.taken.append((each.start, each.end))
    _take_hours(message)


def _take_hours(message: MessageBeingRead) -> None:
    """Take "por 5h" beside "às 20h": what is no time of the clock is how long."""
    name, speech = counting(message, "hours"), message.speech
    if name is None or name == message.asked or message.asked_of("text"):
        return
    told = find_times(message.text, speech.now, speech.language)
    told = [t for t in told if message.free(t.start, t.end) and is_length(message, t)]
    hours = {_hours(message, each) for each in told}
    if len(hours) == 1 and any(message.of("time", "datetime")) and message.wants(name, sure=True):
        message.take(name, hours.pop(), told[-1].start, told[-1].end, sure=False)


def _hours(message: MessageBeingRead, found: FoundTime) -> int | None:
    """Return how many hours "3h" and "três horas" say."""
    said = in_digits(message.text[found.start : found.end], message.speech.language).text
    hours = _IN_HOURS.fullmatch(said)
    return int(hours["n"]) if hours else None


def _begins_as_known(message: MessageBeingRead, told: ClockRange) -> bool:
    """Tell whether an answer to how long begins when it is known to: "from six till nine"."""
    asked = message.asked_of("integer", "number")
    clocks = [str(message.known.get(n, ""))[-5:] for n, _ in message.of("time", "datetime")]
    return asked is not None and clocks in ([told.first.value], [told.first.either])


def _lasting(message: MessageBeingRead) -> list[ClockRange]:
    """Return the stretches of a message of which a slot keeps how long they are."""
    if not any(counting(message, unit) for unit in ("hours", "minutes")):
        return []
    clock = message.revising or message.asked_of("time", "datetime") is not None
    ranges = find_ranges(message.text, message.speech.language)
    return [r for r in ranges if r.whole and (r.sure or clock)]

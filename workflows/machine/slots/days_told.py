"""Finds the days that a message tells, as a slot that looks ahead or back would read them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import cast

from contracts.json import JsonObject
from language.answers import denied
from language.date_matches import Lean
from language.date_ranges import DateRange, find_range, on_or_after
from language.dates import LONE_DAY, FoundDate, find_dates, mentioned_dates
from language.dates_near import near_known
from language.flat import flat
from language.found import Found
from language.moved import is_moved
from language.other_weeks import the_other
from language.spelled import in_digits
from workflows.file.slots import Slot
from workflows.machine.slots.day_pairs import (
    ahead,
    day_and_moment,
    lean_of,
    pair_of,
    start_of,
)
from workflows.machine.slots.days_beside_moments import days_of_its_own
from workflows.machine.slots.labelled_numbers import labelled_numbers
from workflows.machine.slots.message import MessageBeingRead, question_of

_VAGUE = re.compile(
    r"\b(?:ate|antes d[eoa]|depois d[eoa]|before|after|by|until|till|apos|around the|"
    r"no later than|a week or so)(?: (?:o|a|the|dia|de))?\s*$"
)
_ASKS_LIMIT = re.compile(
    r"\b(?:by (?:when|what|which)|deadline|due|prazo|ate (?:quando|que dia))\b"
)
_LIMIT = re.compile(
    r"\b(?<!not )(?<!nao )(?:ate|antes d[eoa]|before|by|until|till|no later than|for|pra|para)"
    r"(?: (?:o|a|the|dia|de)){0,3}\s{0,3}$"
)
_BARE_DAY = re.compile(
    r"(?:^|[,;.!]|\b(?:o|no|the|on|poe|ponha|bota|coloca|marca|fica|put|foi|was|nao|no wait|digo"
    r"|sorry|and|e|ou|or)\b)\s*(?P<d>[1-9]|[12]\d|"
    r"3[01])(?=\s*(?:$|[,;.!]|\b(?:e|and|ou|or|mesmo|nao|no|please|pfv?|por favor)\b))"
)
_PUT = re.compile(r"\b(?:poe|ponha|bota|bote|coloca|coloque|marca|marque|fica|put|make it|book)\b")
MAKES = re.compile(
    r"\b(?:make (?:it|that)|put (?:it|me) (?:on|for)|let'?s (?:do|make it)"
    r"|(?:can|could) we (?:do|make it)|move (?:it|that) to|(?:muda|mude|poe|ponha|bota|bote|coloca"
    r"|coloque|marca|marque|passa|passe)(?: (?:isso|ai))?(?: (?:pra|para|pro|na|no|em))?"
    r"|pode ser)\b"
)
BORN = re.compile(r"nasci|\bborn\b|\bbirth")
_LEANS: Sequence[Lean] = ("past", "future")


def days_of(message: MessageBeingRead, slot: Slot, *, asked: bool) -> list[Found[str]]:
    """Find the days of a message, for a slot that looks ahead or back: both of what may be two."""
    lean, plain = lean_of(slot, message), flat(message.text)
    mentions = _mentions(message, slot, lean)
    limit = _ASKS_LIMIT.search(question_of(slot)) is not None
    if limit:  # "the wedding is on the 14th, I need it by the 1st"
        mentions = [f for f in mentions if _led_to(plain, f)] or mentions
    ranges = _ranges(message, slot)
    found = [
        Found(str(day), each.start, each.end)
        for each in ranges
        for day in each.days
        if message.free(each.start, each.end) and fits(message, slot, str(day))
    ]
    found += [
        Found(day, _start(plain, f.start), f.end)
        for f in mentions
        if all(f.end <= each.start or f.start >= each.end for each in ranges)
        for day in _meant_days(message, slot, f)
        if message.free(f.start, f.end)
        and (
            (limit and _led_to(plain, f))
            or not _VAGUE.search(plain[max(0, f.start - 20) : f.start])
        )
        and not is_moved(plain, question_of(slot), f.start, f.end)
    ]
    if lean != "past" or (asked and not BORN.search(question_of(slot))):
        found += _labelled_days(message, slot, found, lean)
        if asked or _denies_one(plain, mentions):
            first = 0 if asked else mentions[0].end  # "dia 30 não, é o 29"
            found += [day for day in _bare_days(message, found, lean) if day.start >= first]
    return days_of_its_own(message, slot, sorted(found, key=lambda each: each.start))


def looks_ahead(message: MessageBeingRead, slot: Slot, end: int) -> bool:
    """Tell whether a day is of the past only because the slot looks back."""
    if lean_of(slot, message) != "past":
        return False
    read = [{f.value for f in _mentions(message, slot, lean) if f.end == end} for lean in _LEANS]
    return read[0] != read[1]


def fits(message: MessageBeingRead, slot: Slot, day: str) -> bool:
    low, high = (slot.bound(which, message.speech.now) for which in ("min", "max"))
    return (low is None or day >= str(low)[:10]) and (high is None or day <= str(high)[:10])


def _led_to(plain: str, found: FoundDate) -> bool:
    """Tell whether a day is called the latest one."""
    return _LIMIT.search(plain[max(0, found.start - 20) : found.start]) is not None


def _ranges(message: MessageBeingRead, slot: Slot) -> list[DateRange]:
    """Find the stretch of days of which one is to be chosen: two slots have one end each."""
    if len(list(message.of("date", "datetime"))) > 1 or lean_of(slot, message) == "past":
        return []
    speech = message.speech
    bare = message.asked is not None and message.slots.get(message.asked) is slot
    found = find_range(
        message.text, speech.today, speech.language, speech.day_first(slot), bare=bare
    )
    return [found] if found and found.nights is None and found.days else []


def _mentions(message: MessageBeingRead, slot: Slot, lean: Lean | None) -> list[FoundDate]:
    speech = message.speech
    order = speech.day_first(slot)
    days = ahead(message)
    several = day_and_moment(message) is not None or (len(days) > 1 and pair_of(days) is None)
    found = mentioned_dates(
        message.text, speech.today, speech.language, lean, order, events=several
    )
    since = None if lean == "past" else _since(message, slot)
    found = [_in_its_month(each, since) for each in found] if since else found
    found = [the_other(each, message.text) for each in found] if lean != "past" else found
    known = _put_right(message, slot) if lean != "past" else None
    return (
        [near_known(each, message.text, known, speech.today) for each in found] if known else found
    )


def _put_right(message: MessageBeingRead, slot: Slot) -> date | None:
    """Return the day that a correction is of, or that was spoken of before and not taken."""
    name = next((n for n, s in message.slots.items() if s is slot), "")
    known = message.known.get(name)
    told_anew = message.revising or (
        name != message.asked and MAKES.search(flat(message.text)) is not None
    )
    if told_anew and isinstance(known, str):
        return date.fromisoformat(known[:10])
    told = cast("JsonObject", message.heard.get(name, {})) if name == message.asked else {}
    spoken = told.get("day") or told.get("spoken")
    return date.fromisoformat(spoken) if isinstance(spoken, str) else None


def _since(message: MessageBeingRead, slot: Slot) -> date | None:
    """Return the day from which a bare day of the month counts: of what it puts right, or ends."""
    name = next((n for n, s in message.slots.items() if s is slot), "")
    known = message.known.get(name)
    begins = message.known.get(start_of(message, name) or "")
    if isinstance(begins, str):
        return date.fromisoformat(begins[:10])
    return date.fromisoformat(known[:10]).replace(day=1) if isinstance(known, str) else None


def _in_its_month(found: FoundDate, since: date) -> FoundDate:
    """Take "dia 21" behind 18 December for one of December."""
    if found.value >= since or not LONE_DAY.fullmatch(flat(found.text)):
        return found
    return replace(found, value=on_or_after(found.value, since), either=None)


def _start(plain: str, start: int) -> int:
    """Return where a date starts with its "dia": the word names no slot there."""
    before = re.search(r"\b(?:dia|day) $", plain[:start])
    return before.start() if before and plain[start : start + 1].isdigit() else start


def _meant_days(message: MessageBeingRead, slot: Slot, found: FoundDate) -> list[str]:
    """Return the day that words mean here: those of two that the slot can take."""
    days = sorted({found.value, found.either or found.value})
    fitting = [day for day in map(str, days) if fits(message, slot, day)]
    return fitting or [str(found.value)]


def _labelled_days(
    message: MessageBeingRead, slot: Slot, known: Sequence[Found[str]], lean: Lean | None
) -> list[Found[str]]:
    """Find "29 é o dia" and "the day is 29"."""
    name = next((n for n, s in message.slots.items() if s is slot), "")
    past = lean == "past"
    since = None if past else _since(message, slot)
    found: list[Found[str]] = []
    for number, start, end in labelled_numbers(message, name, slot):
        clear = all(end <= f.start or start >= f.end for f in known)
        for day in find_dates(
            f"dia {number}", message.speech.today, "pt", "past" if past else "future"
        ):
            day = _in_its_month(day, since) if since else day
            found += [Found(str(day.value), start, end)] if clear else []
    return [each for each in found if message.free(each.start, each.end)]


def _denies_one(plain: str, mentions: Sequence[FoundDate]) -> bool:
    """Tell "dia 30 não, é o 29", where a bare number is a day as well."""
    lone = (f for f in mentions if LONE_DAY.fullmatch(flat(f.text)))
    return any(denied(plain, f.start, f.end) for f in lone)


def _bare_days(
    message: MessageBeingRead, known: Sequence[Found[str]], lean: Lean | None
) -> list[Found[str]]:
    """Take "28" of "dia 27, não, 28", and of an answer that is nothing else."""
    written = in_digits(message.text, message.speech.language)
    found: list[Found[str]] = []
    for match in _BARE_DAY.finditer(written.text):
        start, end = written.place(*match.span("d"))
        clear = all(end <= f.start or start >= f.end for f in known)
        alone = bool(known) or not re.search(r"[a-z]{4}", _PUT.sub("", flat(message.told)))
        if clear and alone and message.free(start, end):
            day = find_dates(f"dia {match['d']}", message.speech.today, "pt", lean)
            found += [Found(each.value.isoformat(), start, end) for each in day]
    return found

"""What a message puts right of what was collected, told against what it was, or as a conclusion.

"5 instead of 4 o'clock", "Granny instead of Grandma", "a friend comes too, so 8 then": which datum
is meant follows from what is known, and not from the words for it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta

from contracts.json import JsonMapping, JsonObject
from language.flat import flat
from language.matching import fold
from workflows.file.slots import Slot
from workflows.machine.slots.read import read
from workflows.machine.slots.speech import SpeechContext
from workflows.machine.slots.values import accept_all

_INSTEAD = re.compile(
    r"\s(?:instead of|rather than|em vez d[aeo]|no lugar d[aeo]|e n[aã]o)\s", re.I
)
_HOUR = re.compile(
    r"(?P<new>\d{1,2}(?::\d\d)?(?: ?(?:h|am|pm))?) (?:instead of|rather than|not|and not|e nao"
    r"|em vez d[aeo]s?|no lugar d[aeo]s?) (?:as |at )?\d{1,2}(?::\d\d)?"
    r" ?(?:o ?'?clock|am\b|pm\b|h\b|hrs\b|horas?\b)"
)
_TO_BARE = re.compile(r"\b(?:to|for|at|para|pra|pras|as|por) (?P<new>\d{1,2})\W*$")
_CONCLUDES = re.compile(
    r"(?:^|[\s,;.])(?:so|entao|dai|makes?|that'?s)(?: (?:it'?s|we'?re|we are|makes?|somos|seremos"
    r"|ficamos|vai ser|sao))? (?P<number>\w+)(?: (?:then|now|of us|in all|entao|agora|no total))?"
    r"\W*$"
)
_MORE = re.compile(
    r"\b(?:more|extra|another|fewer|less|mais|menos|outr[oa])(?: \w+)? (?:of us|persons?|people"
    r"|players?|guests?|friends?|kids?|child(?:ren)?|adults?|pessoas?|gente|amig[oa]s?|criancas?"
    r"|convidad[oa]s?|adult[oa]s?)\b"
)
_BARE_WEEKDAY = re.compile(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|segunda|terca|quarta|quinta|sexta|sabado"
    r"|domingo)\b"
)
# What tells which of several such days is meant.
_OF_WHICH_WEEK = re.compile(
    r"\d|\b(?:this|next|coming|following|last|week|weeks|today|tomorrow|est[ae]|ess[ae]|dest[ae]"
    r"|dess[ae]|proxim[ao]|que vem|seguinte|semanas?|hoje|amanha|passad[ao])\b"
)
_WEEK = timedelta(days=7)
_MOST_WORDS = 4  # of what is replaced in a text
_TEXTS = ("text", "name")
_TIMES = ("time", "datetime")
_LATER = {"am": 0, "pm": 12}  # hours


def told_otherwise(
    slots: Mapping[str, Slot],
    known: JsonMapping,
    message: str,
    speech: SpeechContext,
    *,
    changes: bool,
) -> JsonObject:
    """Return the values that a message tells against what they were, or concludes with."""
    plain = flat(message)
    if moved := _HOUR.search(plain) or (_TO_BARE.search(plain) if changes else None):
        return _of_the_hour(slots, known, moved["new"], speech)
    if concluded := _CONCLUDES.search(plain):
        return _of_the_one(slots, ("integer",), concluded["number"], speech)
    return _in_a_text(slots, known, message)


def more_people(slots: Mapping[str, Slot], message: str) -> list[str]:
    """Return the one number that "can we bring one more person?" is about."""
    counted = [name for name, slot in slots.items() if slot.type == "integer"]
    return counted if len(counted) == 1 and _MORE.search(flat(message)) else []


def near_what_was(
    slots: Mapping[str, Slot], known: JsonMapping, values: JsonObject, message: str,
    speech: SpeechContext,
) -> JsonObject:  # fmt: skip
    """Take a bare weekday for the one next to the day that it takes the place of."""
    plain = flat(message)
    if not _BARE_WEEKDAY.search(plain) or _OF_WHICH_WEEK.search(plain):
        return values
    dates = {n: slots[n] for n in values if slots[n].type == "date" and known.get(n)}
    moved = {n: _nearest(str(values[n]), str(known[n])) for n in dates}
    return values | accept_all(dates, moved, speech)


def _nearest(told: str, held: str) -> str:
    """Return the day of the same weekday, no earlier than the one told, nearest to another."""
    day = date.fromisoformat(told)
    weeks = (date.fromisoformat(held) - day) / _WEEK
    return (day + max(0, round(weeks)) * _WEEK).isoformat()


def _of_the_hour(
    slots: Mapping[str, Slot], known: JsonMapping, said: str, speech: SpeechContext
) -> JsonObject:
    """Read an hour as the one that is known, as near to it as may be where it may be either."""
    told = _of_the_one(slots, _TIMES, said, speech)
    held = next((str(known[n]) for n, s in slots.items() if s.type in _TIMES and known.get(n)), "")
    if told or not held or not said.isdigit():
        return told
    before = int(held[-5:-3])
    half = min(("am", "pm"), key=lambda half: abs(int(said) % 12 + _LATER[half] - before))
    return _of_the_one(slots, _TIMES, f"{said} {half}", speech)


def _of_the_one(
    slots: Mapping[str, Slot], kinds: tuple[str, ...], said: str, speech: SpeechContext
) -> JsonObject:
    """Read what is said as the one datum of a kind; of several it may be any."""
    names = [name for name, slot in slots.items() if slot.type in kinds]
    if len(names) != 1:
        return JsonObject()
    return read({names[0]: slots[names[0]]}, said, speech=speech, asked=names[0]).values


def _in_a_text(slots: Mapping[str, Slot], known: JsonMapping, message: str) -> JsonObject:
    """Put other words into the one text that holds what is to be replaced."""
    found = _INSTEAD.search(message)
    if found is None:
        return JsonObject()
    before, behind = message[: found.start()].split(), message[found.end() :].split()
    for size in range(min(_MOST_WORDS, len(before), len(behind)), 0, -1):
        old = " ".join(behind[:size]).strip(" ,.;!?")
        holding = [n for n, s in slots.items() if s.type in _TEXTS and _holds(known.get(n), old)]
        if len(holding) == 1:
            new, held = " ".join(before[-size:]), str(known[holding[0]])
            start = fold(held).index(fold(old))
            changed = held[:start] + new + held[start + len(old) :]
            return JsonObject({holding[0]: changed})
    return JsonObject()


def _holds(value: object, said: str) -> bool:
    """Tell whether a text holds some words, letter for letter where it is cut."""
    if not isinstance(value, str) or len(fold(value)) != len(value) or len(fold(said)) != len(said):
        return False
    return re.search(rf"\b{re.escape(fold(said))}\b", fold(value)) is not None if said else False

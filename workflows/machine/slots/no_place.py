"""Tells what answers the question for a place, and is none: an hour, a message, who somebody is."""

from __future__ import annotations

import re

from language.clock_times import find_times
from language.common_words import is_common, is_given_name
from language.flat import flat
from language.hesitant import only_guesses
from language.idle_words import telling_words
from language.matching import fold
from language.names import capitalised
from language.passed_on import is_passed_on
from language.place_parts import names_place
from language.postcodes import has_postcode
from language.put_off import points_back, puts_off
from language.told_names import told_name
from workflows.machine.slots.message import MessageBeingRead

_HOURLY = re.compile(
    r"\d ?(?:[ap]\.? ?m\b|hs?\b|:\d\d|ish\b|o ?'? ?clock)"
    r"|\b(?:morning|afternoon|manha|tarde|or so|around|about|umas|pelas)\b"
)
_MOST_NAMES = 3  # words of who somebody is


def is_no_place(message: MessageBeingRead, said: str) -> bool:
    """Tell "te mando a localização", "half past two" and "same as last time" from an address."""
    if _is_hour(message, said) or (is_passed_on(said) and not has_postcode(flat(said))):
        return True
    if re.search(r"\d", said):
        return False
    return message.open_ended or puts_off(said) or points_back(said)


def _is_hour(message: MessageBeingRead, said: str) -> bool:
    """Tell "probably around 2pm" from an address: an hour, and nothing that names a place."""
    speech = message.speech
    clocks = find_times(said, speech.now, speech.language)
    if not clocks:
        return False
    if _HOURLY.search(flat(said)) and only_guesses(said):
        return True
    hour = said[clocks[0].start : clocks[0].end]
    rest = said[: clocks[0].start] + said[clocks[0].end :]
    worded = not re.search(r"\d", hour) or _HOURLY.search(flat(hour))
    return bool(worded) and not telling_words(rest, 1) and not re.search(r"\d", rest)


def read_contact(message: MessageBeingRead) -> bool:
    """Take who answers with a name and how to reach them, and tell whether that is all."""
    values = message.reading.values
    contacts = [n for n, _ in message.of("phone", "email") if n in values]
    if not contacts or len(contacts) < len(values):
        return False
    spans = sorted(message.places[name] for name in contacts)
    rest = message.text[: spans[0][0]].strip(" ,.;:-")
    if message.text[spans[-1][1] :].strip(" ,.;!") or not _is_somebody(rest):
        return False
    names = [name for name, _ in message.of("name")]
    told = told_name(rest)
    if len(names) == 1 and names[0] not in message.filled and told and _is_known(told):
        message.take(names[0], told, 0, spans[0][0])
    return True


def _is_somebody(said: str) -> bool:
    """Tell "Al Moss" from "Village Hall" and "the old mill"."""
    words = said.split()
    if not 0 < len(words) <= _MOST_NAMES or re.search(r"\d", said) or names_place(said):
        return False
    return capitalised(said) and not any(is_common(fold(word)) for word in words)


def _is_known(name: str) -> bool:
    return is_given_name(fold(name.split()[0]))

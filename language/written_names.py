"""Reads the name that stands at a place of a text: "Ana de Souza", "mr ned kelly", "Rui's"."""

from __future__ import annotations

import re

from language.common_words import is_common, is_given_name, is_state
from language.date_words import MONTHS, WEEKDAYS
from language.matching import fold
from language.names import NO_NAMES, PARTICLES

_MOST_WORDS = 6
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_TITLED = frozenset("sr sra dr dra seu dona mr mrs ms miss prof".split())
_FILLERS = frozenset("uh um uhm er erm hm hmm hum tipo ne entao like aham".split())
_POSSESSED = re.compile(r"['’]s$")


def name_at(
    text: str, start: int, *, lower: bool = False, full: bool = False
) -> tuple[str, int] | None:
    """Read the name that begins at a place, and return it with its end.

    `lower` takes one without capitals, `full` does so where it is of two words at least.
    """
    found: list[re.Match[str]] = []
    end = start
    for match in _WORD.finditer(text, start):
        gap = text[end : match.start()]
        if gap.strip(" .\"'“") if not found else gap != " ":
            break
        end = match.end()
        if not found and fold(match[0]) in _TITLED:
            continue
        if len(found) >= _MOST_WORDS or not _goes_on(found, match, text, lower=lower or full):
            break
        found.append(match)
    while found and fold(found[-1][0]) in PARTICLES:
        found.pop()
    if not found or not _is_name(found, lower=lower, full=full):
        return None
    return " ".join(map(_written, found)), found[0].end() if len(found) == 1 else found[-1].end()


def _goes_on(found: list[re.Match[str]], match: re.Match[str], text: str, *, lower: bool) -> bool:
    word = fold(match[0])
    if word in PARTICLES:
        return bool(found)
    capital = match[0][0].isupper()
    if found and found[0][0][0].isupper():
        return capital
    return capital or (lower and _may_name(word))


def _may_name(word: str) -> bool:
    """Tell whether a folded word without a capital may be one of a name."""
    if word in NO_NAMES or word in WEEKDAYS or word in MONTHS or word in _FILLERS:
        return False
    return is_given_name(word) or not (is_common(word) or is_state(word))


def _is_name(found: list[re.Match[str]], *, lower: bool, full: bool) -> bool:
    words = [fold(_POSSESSED.sub("", match[0])) for match in found]
    if any(len(word) > 40 for word in words):
        return False
    if not found[0][0][0].isupper():
        return lower or (full and len(words) > 1)
    first = words[0]
    if len(words) > 1:
        return first not in WEEKDAYS and not all(is_common(word) for word in words)
    return (
        first not in NO_NAMES
        and first not in WEEKDAYS
        and first not in MONTHS
        and (is_given_name(first) or not is_common(first))
    )


def _written(match: re.Match[str]) -> str:
    word = _POSSESSED.sub("", match[0])
    if fold(word) in PARTICLES:
        return word.lower()
    return word.capitalize() if word.islower() else word

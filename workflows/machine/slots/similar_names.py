"""Finds options that are misspelt, shortened, made smaller, or written in one word or in two."""

from __future__ import annotations

import re
from collections.abc import Iterator

from language.common_words import is_common
from language.found import Found
from language.matching import fold, slips
from workflows.file.slots import Slot
from workflows.machine.slots.message import MessageBeingRead, question_of
from workflows.machine.slots.values import option_names

_WORD = re.compile(r"[^\W_]+")
_SHORTEST = 4  # letters of a word that may hold a slip
_DIMINISHED = re.compile(r"(?P<base>\w{3,}?)(?:z?inh[oa]s?|zit[oa]s?|z?a?o|ona)$")
_LONG_ENOUGH = 8  # letters of a word that may be written as two
_INITIALS = re.compile(r"\b[A-Za-z]{1,2}(?:\.[A-Za-z]{1,5}){1,4}\b\.?")
_SHORTENED = 3  # letters of "uni"
_SHORTENED_TO = 6


def similar_names(message: MessageBeingRead, slot: Slot) -> Iterator[Found[str]]:
    """Find options that are misspelt, shortened, or written in one word."""
    pieces = [(fold(m[0]), m.start(), m.end()) for m in _WORD.finditer(message.text)]
    own = _own_words(slot)
    for word, start, end in pieces:
        if word in own and message.free(start, end):
            yield Found(own[word], start, end)
    yield from _initials(message, slot)
    yield from _shortened(message, slot, pieces)
    for option, called in option_names(slot):
        wanted = _WORD.findall(fold(called))
        joined = "".join(wanted)
        for size in {1, 2, len(wanted)}:
            for at in range(len(pieces) - size + 1 if size else 0):
                run = pieces[at : at + size]
                said = "".join(word for word, _, _ in run)
                if message.free(run[0][1], run[-1][2]) and _sounds_like(
                    said, joined, size, len(wanted)
                ):
                    yield Found(option, run[0][1], run[-1][2])


def _initials(message: MessageBeingRead, slot: Slot) -> Iterator[Found[str]]:
    """Find "Ph.D." of "PhD": dots between letters are a way of writing."""
    names = {"".join(_WORD.findall(fold(called))): option for option, called in option_names(slot)}
    for match in _INITIALS.finditer(message.text):
        option = names.get(fold(match[0].replace(".", "")))
        if option and message.free(*match.span()):
            yield Found(option, *match.span())


def _shortened(
    message: MessageBeingRead, slot: Slot, pieces: list[tuple[str, int, int]]
) -> Iterator[Found[str]]:
    """Find "uni" of "university": what begins the words of one option alone, and is no word."""
    if len(pieces) > _SHORTEST:
        return
    words = [
        (w, option) for option, called in option_names(slot) for w in _WORD.findall(fold(called))
    ]
    for said, start, end in pieces:
        meant = {
            o for w, o in words if len(w) >= _SHORTENED_TO and w.startswith(said) and w != said
        }
        clear = len(said) >= _SHORTENED and len(meant) == 1 and not is_common(said)
        if clear and message.free(start, end):
            yield Found(meant.pop(), start, end)


def _own_words(slot: Slot) -> dict[str, str]:
    """Return the words that stand in one option's names alone: "the cheese one".

    What the question itself calls all of them by, "which walk", names none.
    """
    found: dict[str, set[str]] = {}
    names = [(option, fold(called)) for option, called in option_names(slot)]
    question = question_of(slot)
    for _, called in sorted(names, key=lambda pair: -len(pair[1])):
        question = question.replace(called, " ")
    of_all = set(_WORD.findall(question))
    for option, called in names:
        for word in set(_WORD.findall(called)) - of_all:
            found.setdefault(word, set()).add(option)
    return {w: next(iter(o)) for w, o in found.items() if len(o) == 1 and len(w) >= _SHORTEST}


def _sounds_like(said: str, name: str, size: int, wanted: int) -> bool:
    if said == name:
        return wanted > 1
    if size == 2 and wanted == 1:
        return len(name) >= _LONG_ENOUGH and slips(said, name) <= 1
    smaller = _DIMINISHED.fullmatch(said) if size == 1 else None
    if smaller and smaller["base"] in (name, name[:-1]):
        return True
    if re.sub(r"(.)\1+", r"\1", said) == re.sub(r"(.)\1+", r"\1", name):
        return len(said) > 2
    if (
        size == 1
        and 2 < len(said) < len(name)
        and said == name[0] + re.sub(r"[aeiou]", "", name[1:])
    ):
        return True
    if (
        min(len(said), len(name)) < _SHORTEST
        or (size == 1 and is_common(said))
        or abs(len(said) - len(name)) > 2
    ):
        return False
    return slips(said, name) <= (1 if len(name) < 7 else 2) and said[0] == name[0]

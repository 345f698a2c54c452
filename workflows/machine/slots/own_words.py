"""The clauses of a message, and the words by which they name one slot and no other."""

from __future__ import annotations

import re

from language.idle_words import IDLE_WORDS
from language.matching import stem, words
from workflows.machine.slots.message import MessageBeingRead, cues

_CLAUSE = re.compile(
    r"[,;.!?\n]+(?=\s|$)|\s(?:e|and|mas|but|tamb[eé]m|also|plus|ou|or|nem|nor)\s", re.I
)

# What tells one of several apart, or a moment: "a primeira não, a segunda" says nothing of first
# times.
_OF_ANYTHING = IDLE_WORDS | frozenset(
    "first primeira primeiro second segunda time vez your".split()
)


def clauses_told(text: str) -> list[tuple[int, int]]:
    """Return where the clauses of a text stand, between its stops and conjunctions."""
    found, start = list[tuple[int, int]](), 0
    for stop in _CLAUSE.finditer(text):
        found.append((start, stop.start()))
        start = stop.end()
    return [*found, (start, len(text))]


def own_words(message: MessageBeingRead, name: str, shortest: int) -> set[str]:
    """Return the words that name one slot; one that several are called by names none of them."""
    others = (cue for n, s in message.slots.items() if n != name for cue in cues(n, s))
    taken = {stem(word) for cue in others for word in words(cue)}
    mine = {stem(word) for cue in cues(name, message.slots[name]) for word in words(cue)}
    return {word for word in mine - taken - _OF_ANYTHING if len(word) >= shortest}


def is_of_anything(word: str) -> bool:
    """Tell whether a word alone names no slot."""
    return word in _OF_ANYTHING

"""The clauses of a message, and the words by which they name one slot and no other."""

from __future__ import annotations

import re
from collections.abc import Mapping

from language.idle_words import IDLE_WORDS
from language.matching import stem, words
from workflows.file.schema import Workflow
from workflows.file.slots import Slot
from workflows.machine.slots.message import cues

_SHORTEST = 3  # letters of a word that names a slot
_CLAUSE = re.compile(
    r"(?<![,;.!?\n])[,;.!?\n]+(?=\s|$)|\s(?:e|and|mas|but|tamb[eé]m|also|plus|ou|or|nem|nor)\s",
    re.I,
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


def may_miss(slot: Slot) -> bool:
    """Tell whether a slot may be left out."""
    return (slot.skip or slot.optional) and slot.type != "boolean"


def own_words(slots: Mapping[str, Slot], name: str, shortest: int = _SHORTEST) -> set[str]:
    """Return the words that name one slot; one that several are called by names none of them."""
    others = (cue for n, s in slots.items() if n != name for cue in cues(n, s))
    taken = {stem(word) for cue in others for word in words(cue)}
    mine = {stem(word) for cue in cues(name, slots[name]) for word in words(cue)}
    return {word for word in mine - taken - _OF_ANYTHING if len(word) >= shortest}


def words_to_miss(workflow: Workflow) -> frozenset[str]:
    """Return the words that name what a workflow can do without, or that it asks a yes or no of.

    None of them is a word of its title: "drop the tour" leaves a tour.
    """
    slots, title = workflow.slots, workflow.title
    titles = [title] if isinstance(title, str) else list((title or {}).values())
    whole = {stem(word)[:_SHORTEST] for said in titles for word in words(said)}
    optional = {word for n, s in slots.items() if may_miss(s) for word in own_words(slots, n)}
    asked = {
        word
        for name, slot in slots.items()
        if slot.type == "boolean"
        for word in own_words(slots, name, _SHORTEST + 1)
    }
    return frozenset(optional | {word for word in asked if word[:_SHORTEST] not in whole})


def is_of_anything(word: str) -> bool:
    """Tell whether a word alone names no slot."""
    return word in _OF_ANYTHING

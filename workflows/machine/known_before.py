"""What an answer means that points at what is known: "same phone", "o de sempre".

It is looked for where the person has told it: beside the question, in what has just ended or
waits, and in their profile. Where nothing of the kind is known that is said, and it is asked again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from language.matching import fold
from language.put_off import refers_to_known
from workflows.file.slots import Slot
from workflows.machine.asking import ask_again, go_on_asking
from workflows.machine.cursor import Frame
from workflows.machine.listening import keep, note
from workflows.machine.moves import WalkPart
from workflows.machine.slots.message import Reading, cues, kind_of, question_of
from workflows.machine.slots.subject import KIND_WORDS
from workflows.machine.slots.values import accept
from workflows.machine.walk import Walk, open_slot
from workflows.machine.wording import say

_ANY_WORDS = ("text", "boolean")  # whatever is said to such a question answers it
_SHORTEST = 3  # letters of a word that names what was asked


def refers_back(walk: Walk, said: str) -> bool:
    """Tell whether an answer only points at what is known of the slot that was asked for."""
    slot = open_slot(walk)
    return (
        slot is not None
        and slot.type not in _ANY_WORDS
        and refers_to_known(said, _named(str(walk.frame.asking), slot))
    )


def take_known(walk: Walk) -> WalkPart:
    """Take the one value that is meant, and name it; ask again where there is none."""
    name, slot = str(walk.frame.asking), open_slot(walk)
    walk.frame.tries = 0
    meant = {} if slot is None else dict.fromkeys(_known(walk, name, slot))
    if len(meant) != 1:
        yield say(walk, "not_known")
        return (yield from ask_again(walk))
    walk.frame.asking = None
    value = next(iter(meant))
    yield from keep(walk, Reading(values={name: value}))
    yield say(walk, "noted", names=note(walk, name, value))
    return (yield from go_on_asking(walk))


def _named(name: str, slot: Slot) -> set[str]:
    """Return the words that call what was asked for."""
    kind = kind_of(name, slot)
    told = [word for cue in cues(name, slot) for word in cue.split()]
    asked = [word for word in question_of(slot).split() if len(word) >= _SHORTEST]
    return {*told, *(word.strip("?.,!") for word in asked), *KIND_WORDS.get(kind, ())}


def _known(walk: Walk, name: str, slot: Slot) -> Iterator[Any]:
    """Yield what has been told of such a slot: the values that it can take."""
    told = [*_told_here(walk, name, slot), *_told_before(walk, name), *_kept(walk, name, slot)]
    for value in told:
        taken, problem = accept(slot, value, walk.given.speech)
        if problem is None and isinstance(taken, str | int | float):
            yield taken


def _told_here(walk: Walk, name: str, slot: Slot) -> Iterator[Any]:
    """Yield what slots of the same kind hold: one telephone may serve for two of them."""
    kind = kind_of(name, slot)
    if kind not in KIND_WORDS or kind in ("time", "date", "datetime", "money"):
        return
    for other, held in walk.workflow.slots.items():
        if other != name and kind_of(other, held) == kind and walk.slots.get(other) is not None:
            yield walk.slots[other]


def _told_before(walk: Walk, name: str) -> Iterator[Any]:
    """Yield what was told to the same question of what has ended lately, or waits."""
    cursor = walk.cursor
    frames: list[Frame | None] = [cursor.ended, cursor.aside, *cursor.waiting]
    for frame in frames:
        if frame is not None and frame.slots.get(name) is not None:
            yield frame.slots[name]


def _kept(walk: Walk, name: str, slot: Slot) -> Iterator[Any]:
    """Yield what the person's profile has under one of the slot's names."""
    called = {fold(name), *cues(name, slot), kind_of(name, slot)}
    for field, value in walk.profile.items():
        if fold(field.replace("_", " ")) in called:
            yield value

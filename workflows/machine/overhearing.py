"""What a text would tell the question that is open: heard without being kept.

Whoever decides where a message goes asks this first: what gives a value to a slot of the form, or
names one, is said to the form, whatever other workflow it may be like.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from workflows.file.schema import Workflow
from workflows.file.slots import Slot
from workflows.machine.cursor import Cursor
from workflows.machine.open_question import open_question
from workflows.machine.slots.confirming import is_confirmation
from workflows.machine.slots.message import kind_of
from workflows.machine.slots.read import read
from workflows.machine.slots.subject import CHANGE, spoken_of
from workflows.machine.steps import Given
from workflows.machine.walk import Walk, outer, slots_now
from workflows.machine.world import World

_LOOSE = frozenset({"text", "name", "city", "address", "boolean", "list"})
_OPEN = frozenset({"several", "only_one"})  # it answers, and is asked about
_REMEMBERED = 32  # parts of one message


class Overheard(NamedTuple):
    """What a text would tell the form: which slots a new value, and which of them it speaks of."""

    gives: frozenset[str] = frozenset()
    typed: frozenset[str] = frozenset()  # of these, what no words at random could give
    names: str | None = None


@dataclass(frozen=True, slots=True)
class OpenForm:
    """The form that a question is open in: whether it asks for a last yes, and how to hear it."""

    confirming: bool
    hear: Callable[[str], Overheard]


def open_form(world: Mapping[str, Workflow], cursor: Cursor, given: Given) -> OpenForm | None:
    """Return the form that waits for an answer; None where nothing is asked."""
    known = World.of(world)
    if open_question(known, cursor) is None:
        return None
    walk = Walk.of(known, cursor, given)
    asked = None if walk.frame.asking == CHANGE else walk.frame.asking
    own = slots_now(walk)
    confirming = is_confirmation(walk.workflow, asked, own)
    slots = own | {name: slot for name, (_, slot) in outer(walk).items()}

    @lru_cache(_REMEMBERED)
    def hear(text: str) -> Overheard:
        return _overheard(walk, slots, text, asked, confirming=confirming)

    return OpenForm(confirming, hear)


def _overheard(
    walk: Walk, slots: Mapping[str, Slot], text: str, asked: str | None, *, confirming: bool
) -> Overheard:
    held = [name for name in slots if walk.slots.get(name) is not None]
    known = {n: slot for n, slot in slots.items() if n in held or n == asked}
    reading = read(
        slots,
        text,
        speech=walk.given.speech,
        asked=asked,
        filled=[*held, *(name for name in slots if name not in walk.workflow.slots)],
        known=walk.slots,
        heard=walk.frame.heard,
        correcting=walk.frame.asking == CHANGE,
        confirming=confirming,
    )
    new = {n for n, value in reading.values.items() if walk.slots.get(n) != value}
    open_ = {n for n, problem in reading.refused.items() if problem.kind in _OPEN}
    told = frozenset(n for n in new | open_ if n in slots)
    kinds = {name: kind_of(name, slots[name]) for name in told}
    free = {n for n in told if n == asked and kinds[n] in ("text", "boolean")}
    return Overheard(
        told - free,
        frozenset(name for name in told if kinds[name] not in _LOOSE),
        spoken_of(known, text),
    )

"""What a text would tell the question that is open: heard without being kept.

Whoever decides where a message goes asks this first: what gives a value to a slot of the form, or
names one, is said to the form, whatever other workflow it may be like.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from language.idle_words import telling_words
from workflows.file.schema import Workflow
from workflows.file.slots import Slot
from workflows.file.words import LANGUAGES, in_language
from workflows.machine.cursor import Cursor
from workflows.machine.form_things import form_things
from workflows.machine.open_question import open_question
from workflows.machine.slots.confirming import is_confirmation, weigh_confirmation
from workflows.machine.slots.message import Reading, cues, kind_of, question_of
from workflows.machine.slots.read import read
from workflows.machine.slots.subject import CHANGE, spoken_of
from workflows.machine.steps import Given
from workflows.machine.walk import Walk, outer, slots_now
from workflows.machine.world import World

_LOOSE = frozenset({"text", "name", "city", "address", "boolean", "list"})
_OPEN = frozenset({"several", "only_one"})  # it answers, and is asked about
_HOLES = re.compile(r"\{[^{}]{1,60}\}")  # of a question, where values go: "{day:long}"
_REMEMBERED = 32  # parts of one message
_MOST_WORDS = 200  # that a form is about


class Overheard(NamedTuple):
    """What a text would tell the form: which slots a new value, and which of them it speaks of."""

    gives: frozenset[str] = frozenset()
    typed: frozenset[str] = frozenset()  # of these, what no words at random could give
    same: frozenset[str] = frozenset()  # such as are told again as they were
    names: str | None = None


class FormWords(NamedTuple):
    """The stems of what a form is about: what was chosen and its title, and how it asks."""

    told: frozenset[str] = frozenset()
    asked: frozenset[str] = frozenset()
    data: frozenset[str] = frozenset()  # what its data are called, and not how it asks for them


@dataclass(frozen=True, slots=True)
class OpenForm:
    """The form that a question is open in: whether it asks for a last yes, and how to hear it."""

    confirming: bool
    hear: Callable[[str], Overheard]
    agrees: Callable[[str], bool]
    about: FormWords


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

    @lru_cache(_REMEMBERED)
    def agrees(text: str) -> bool:
        return confirming and _agrees(walk, slots, text, str(asked))

    about = _about(walk, own, asked) if confirming else FormWords()
    return OpenForm(confirming, hear, agrees, about)


def _about(walk: Walk, slots: Mapping[str, Slot], asked: str | None) -> FormWords:
    """Return the words of what was chosen and of the title, and those that ask for the data."""
    chosen = form_things(walk.workflow, walk.slots).chosen
    titles = (in_language(walk.workflow.title, language) for language in LANGUAGES)
    asking = [each for name in slots for each in cues(name, slots[name]) if name != asked]
    last = question_of(slots[asked]) if asked and asked in slots else ""
    return FormWords(
        frozenset(telling_words(" ".join([*chosen, *titles]), _MOST_WORDS)),
        frozenset(telling_words(_HOLES.sub(" ", " ".join([*asking, last])), _MOST_WORDS)),
        frozenset(telling_words(" ".join(asking), _MOST_WORDS)),
    )


def _agrees(walk: Walk, slots: Mapping[str, Slot], text: str, asked: str) -> bool:
    """Tell whether a text is a yes that the form would take, and tells nothing else."""
    reading = _read(walk, slots, text, asked, confirming=True)
    weigh_confirmation(reading, asked, slots, text, walk.slots)
    return reading.values == {asked: True} and not reading.left_out


def _overheard(
    walk: Walk, slots: Mapping[str, Slot], text: str, asked: str | None, *, confirming: bool
) -> Overheard:
    known = {n: s for n, s in slots.items() if walk.slots.get(n) is not None or n == asked}
    reading = _read(walk, slots, text, asked, confirming=confirming)
    new = {n for n, value in reading.values.items() if walk.slots.get(n) != value}
    open_ = {n for n, problem in reading.refused.items() if problem.kind in _OPEN}
    told = frozenset(n for n in new | open_ if n in slots)
    kinds = {n: kind_of(n, slots[n]) for n in [*reading.values, *told] if n in slots}
    held = reading.values.keys() & kinds.keys() - new
    free = {n for n in told if n == asked and kinds[n] in ("text", "boolean")}
    return Overheard(
        told - free,
        frozenset(name for name in told if kinds[name] not in _LOOSE),
        frozenset(name for name in held if kinds[name] not in _LOOSE),
        spoken_of(known, text),
    )


def _read(
    walk: Walk, slots: Mapping[str, Slot], text: str, asked: str | None, *, confirming: bool
) -> Reading:
    held = [name for name in slots if walk.slots.get(name) is not None]
    return read(
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

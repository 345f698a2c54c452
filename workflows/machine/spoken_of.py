"""The option that was spoken of just before, where a message wants what it does not name.

"How much is the slide?", "I'd like to book that": the slide. Of a form that begins so it is said to
be noted, so that it can be put right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from language.hesitant import requested
from language.pointing import points, with_thing
from language.speech_acts.classify import clause_reading
from workflows.file.schema import Workflow
from workflows.file.slots import Slot
from workflows.machine.listening import titled
from workflows.machine.moves import Steps
from workflows.machine.slots.options import called
from workflows.machine.slots.read import read
from workflows.machine.slots.speech import SpeechContext
from workflows.machine.walk import Walk
from workflows.machine.wording import say

_LONGEST = 300  # characters of what was said, and said before
_WANTS = 0.4


def take_spoken_of(walk: Walk) -> Steps:
    """Fill the choices of a form that begins with what the person had just asked about."""
    said, before, speech = walk.given.message, walk.given.spoken_of, walk.given.speech
    if not _may_point(said, before):
        return
    heard: list[str] = []
    for name, slot in walk.workflow.slots.items():
        if walk.slots.get(name) is not None:
            continue
        meant = _option_in(name, slot, before, speech)
        if meant and not _names_any(name, slot, said, speech):
            walk.slots[name] = meant
            heard.append(titled(walk, name, slot, meant))
    if heard:
        yield say(walk, "noted", names=", ".join(heard))


class NamedWish(NamedTuple):
    """A message with the name of the thing that it points at, and the workflow that has it."""

    text: str
    workflow: str


def naming_what_it_wants(
    message: str, before: str, workflows: Iterable[Workflow], speech: SpeechContext
) -> NamedWish | None:
    """Name the thing that a message wants and only points at; None where several may be meant."""
    if not _may_point(message, before):
        return None
    does = clause_reading(message)
    wants = does.of("wants", "yes")
    if requested(message) is None and (wants < _WANTS or wants <= does.of("asks")):
        return None
    things = {(w.workflow, thing) for w in workflows for thing in _things_in(w, before, speech)}
    if len(things) != 1:
        return None
    [(workflow, thing)] = things
    return NamedWish(with_thing(message, thing), workflow)


def _may_point(message: str, before: str) -> bool:
    brief = len(message) <= _LONGEST and 0 < len(before) <= _LONGEST
    return brief and points(message)


def _things_in(workflow: Workflow, text: str, speech: SpeechContext) -> Iterator[str]:
    for name, slot in workflow.slots.items():
        if option := _option_in(name, slot, text, speech):
            yield called(slot, option, speech.language)


def _option_in(name: str, slot: Slot, text: str, speech: SpeechContext) -> str | None:
    """Return the one option of a choice that a text names."""
    if slot.type != "choice" or not slot.options:
        return None
    return read({name: slot}, text, speech=speech).values.get(name)


def _names_any(name: str, slot: Slot, text: str, speech: SpeechContext) -> bool:
    told = read({name: slot}, text, speech=speech)
    return name in told.values or name in told.refused

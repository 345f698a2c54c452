"""What was told to one form and is known to another: the data that both have.

Who is asked for a bicycle to buy and came for a repair has said the day already. It is said to be
noted, so that it can be put right.
"""

from __future__ import annotations

from contracts.json import JsonObject
from workflows.file.schema import Workflow
from workflows.file.slots import Slot
from workflows.machine.cursor import Frame
from workflows.machine.listening import forbidden_data, titled
from workflows.machine.moves import Steps
from workflows.machine.slots.message import kind_of
from workflows.machine.slots.read import read
from workflows.machine.slots.values import accept_all
from workflows.machine.walk import Walk
from workflows.machine.wording import say

_LOOSE = frozenset({"text", "city", "boolean", "list"})  # which any words may fill
_LONGEST = 500  # characters of what began a form


def shared_slots(one: Workflow, other: Workflow) -> dict[str, Slot]:
    """Return the slots of another workflow that hold the same: of one name and one type."""
    return {
        name: slot
        for name, slot in other.slots.items()
        if name in one.slots and one.slots[name].type == slot.type and slot.source is None
    }


def note_beginning(walk: Walk) -> None:
    """Remember what a form began with, in case that it was begun by mistake."""
    walk.frame.begun = (walk.message[:_LONGEST] or None) if walk.workflow.slots else None


def carry_over(walk: Walk, left: Frame) -> Steps:
    """Fill the form that begins with what was told to the one that was begun by mistake."""
    if walk.frame.state is not None or left.workflow not in walk.world:
        return
    shared = shared_slots(walk.world.at(left), walk.workflow)
    known = {name: left.slots[name] for name in shared if left.slots.get(name) is not None}
    told = _told(walk, left.begun) | accept_all(
        {name: shared[name] for name in known}, known, walk.given.speech
    )
    now = _heard(walk, walk.message)
    told = {n: v for n, v in told.items() if v is not None and n not in now}
    walk.slots.update(told)
    if told:
        slots = walk.workflow.slots
        heard = (titled(walk, name, slots[name], value) for name, value in told.items())
        yield say(walk, "noted", names=", ".join(heard))


def _told(walk: Walk, begun: str | None) -> JsonObject:
    """Read what began the other form, but for what any words may fill."""
    slots = walk.workflow.slots
    found = _heard(walk, begun) if begun else {}
    return {n: v for n, v in found.items() if n in slots and kind_of(n, slots[n]) not in _LOOSE}


def _heard(walk: Walk, text: str) -> JsonObject:
    slots, never = walk.workflow.slots, forbidden_data(walk)
    return read(slots, text, speech=walk.given.speech, never=never).values

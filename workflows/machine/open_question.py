"""The question that a conversation has left open: what its next message most likely answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from workflows.file.schema import Workflow
from workflows.file.slots import Slot
from workflows.machine.cursor import Cursor
from workflows.machine.slots.own_words import words_to_miss
from workflows.machine.slots.subject import CHANGE, change_question
from workflows.machine.steps import Given
from workflows.machine.walk import Walk, open_slot
from workflows.machine.world import World


class OpenQuestion(NamedTuple):
    """A slot that was asked for, by its name."""

    name: str
    slot: Slot
    may_miss: frozenset[str] = frozenset()  # words that name what the workflow can do without
    again: bool = False  # it holds a value, and is asked for once more


def open_question(world: Mapping[str, Workflow], cursor: Cursor) -> OpenQuestion | None:
    """Return what the conversation has just asked for."""
    known = World.of(world)
    frame = cursor.active
    if frame is None or frame.asking is None or frame.workflow not in known:
        return None
    workflow = known.at(frame)
    if frame.state not in workflow.states:
        return None
    if frame.asking == CHANGE:
        missed = words_to_miss(workflow)
        return OpenQuestion(CHANGE, change_question(workflow.slots), missed)
    slot = open_slot(Walk.of(known, cursor, Given()))
    again = frame.asking in workflow.slots and frame.slots.get(frame.asking) is not None
    return OpenQuestion(frame.asking, slot, words_to_miss(workflow), again) if slot else None

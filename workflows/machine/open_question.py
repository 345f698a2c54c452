"""The question that a conversation has left open: what its next message most likely answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from workflows.file.schema import Slot, Workflow
from workflows.machine.cursor import Cursor
from workflows.machine.slots.subject import CHANGE, change_question
from workflows.machine.steps import Given
from workflows.machine.walk import Walk, open_slot
from workflows.machine.world import World


class OpenQuestion(NamedTuple):
    """A slot that was asked for, by its name."""

    name: str
    slot: Slot


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
        return OpenQuestion(CHANGE, change_question(workflow.slots))
    slot = open_slot(Walk.of(known, cursor, Given()))
    return OpenQuestion(frame.asking, slot) if slot else None

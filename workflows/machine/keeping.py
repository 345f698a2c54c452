"""An answer that stands beside something else: it is kept, and the rest goes its way."""

from __future__ import annotations

from workflows.machine.listening import keep, read_message
from workflows.machine.moves import Steps
from workflows.machine.slots.confirming import is_confirmation
from workflows.machine.slots.subject import CHANGE
from workflows.machine.walk import Walk, slots_now


def keep_answer(walk: Walk, answer: str) -> Steps:
    """Take the part of the message that answers what is asked here; the rest is for another."""
    rest, walk.message = walk.message, answer
    asking = walk.frame.asking
    reading = yield from read_message(walk, None if asking == CHANGE else asking)
    if is_confirmation(walk.workflow, asking, slots_now(walk)):
        reading.values.pop(str(asking), None)  # a last yes stands alone: it is asked for again
    yield from keep(walk, reading)
    if asking in reading.values:
        walk.frame.asking, walk.frame.tries = None, 0
    walk.message, walk.changed = rest, False

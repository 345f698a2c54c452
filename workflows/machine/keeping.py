"""What was heard beside what was asked for or wanted: it is kept, and said to be."""

from __future__ import annotations

from contracts.json import JsonObject
from workflows.machine.listening import keep, note, read_message
from workflows.machine.moves import Steps
from workflows.machine.slots.confirming import is_confirmation
from workflows.machine.slots.message import Reading
from workflows.machine.slots.subject import CHANGE
from workflows.machine.walk import Walk, slots_now
from workflows.machine.wording import say


def keep_answer(walk: Walk, answer: str) -> Steps:
    """Take the part of the message that answers what is asked here; the rest is for another."""
    rest, walk.message = walk.message, answer
    before = dict(walk.slots)
    asking = walk.frame.asking
    reading = yield from read_message(walk, None if asking == CHANGE else asking)
    if is_confirmation(walk.workflow, asking, slots_now(walk)):
        reading.values.pop(str(asking), None)  # a last yes stands alone: it is asked for again
    yield from keep(walk, reading)
    yield from acknowledge(walk, reading, before)
    if asking in reading.values:
        walk.frame.asking, walk.frame.tries = None, 0
    walk.message, walk.changed = rest, False


def acknowledge(walk: Walk, reading: Reading, before: JsonObject) -> Steps:
    """Say what else was heard than what was asked for, where no question tells it soon anyway."""
    asking = walk.frame.asking
    if asking == CHANGE or asking not in walk.workflow.slots:
        return
    others = [n for n in reading.values if n != asking or n in reading.chosen]
    names = [n for n in others if n in walk.workflow.slots]
    heard = [note(walk, n, walk.slots[n]) for n in names if before.get(n) != walk.slots[n]]
    if heard:
        yield say(walk, "noted", names=", ".join(heard))

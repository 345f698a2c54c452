"""Which content of its workflow a conversation goes on with."""

from __future__ import annotations

from workflows.file.schema import Workflow
from workflows.file.states import is_open
from workflows.machine.slots.values import accept_all
from workflows.machine.walk import Walk, wanted
from workflows.machine.world import Edition


def pin(walk: Walk) -> None:
    """Note which content of the workflow the conversation goes on with from here."""
    served = walk.world.edition(walk.frame.workflow)
    walk.frame.version = served.workflow.version
    walk.frame.hash = served.hash or None


def upgrade(walk: Walk) -> None:
    """Take up the version that is served, unless the conversation is to keep its own."""
    served, name = walk.world.edition(walk.frame.workflow), walk.place
    if served.fits(walk.frame) and name in served.workflow.states:
        pin(walk)
        return
    held = walk.world.held(walk.frame)
    if held and name in held.workflow.states and not _covers(walk, served, held):
        return
    _move(walk, served.workflow, name)


def _covers(walk: Walk, served: Edition, held: Edition) -> bool:
    """Tell whether a conversation of the held version has its place in the served one.

    An open conversation has no end that it could wait for, and nothing that it could lose.
    """
    name, declared = walk.place, served.workflow.upgrade
    if walk.frame.pending is not None:  # a person decides on what this version asked
        return False
    if is_open(held.workflow.states[name]):
        return True
    if declared is None:
        return False
    older = declared.from_ <= held.workflow.version < served.workflow.version
    return older and (name in declared.map or name in served.workflow.states)


def _move(walk: Walk, workflow: Workflow, name: str) -> None:
    """Bring the conversation to a state that the served version has."""
    mapped = workflow.upgrade.map.get(name) if workflow.upgrade else None
    walk.frame.state = mapped or (name if name in workflow.states else workflow.start)
    pin(walk)
    if walk.frame.state != name:
        walk.frame.pending = None
        if walk.frame.asking not in wanted(walk):  # else this message answers it
            walk.frame.asking = None
    kept = {n: walk.slots[n] for n in walk.slots if workflow.slot(n)}
    found = {n: s for n in kept if (s := workflow.slot(n))}
    walk.frame.slots = accept_all(found, kept, walk.given.speech)

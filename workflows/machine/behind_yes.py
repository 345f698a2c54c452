"""What follows upon a last yes that was said with something beside it, once that is done."""

from __future__ import annotations

from dataclasses import replace

from workflows.machine.answering import ROOT, saying_of
from workflows.machine.cursor import Frame
from workflows.machine.moves import Move, Stay, Steps
from workflows.machine.setting_out import begin
from workflows.machine.steps import Later, Said
from workflows.machine.texts import words
from workflows.machine.walk import Walk


def begin_behind(walk: Walk, behind: Later) -> Move:
    """Begin what stood beside the yes, with all that it tells; what waits goes on behind it."""
    walk.behind = None
    begun = Frame(behind.workflow)
    if not walk.admits(begun) or (walk.given.standing and behind.workflow == ROOT):
        return Stay()  # whether it is done is told by its doing
    walk.message, walk.changed, walk.declined = behind.message, False, False
    found = walk.given.frequent
    if walk.given.also and found and not found.sure:  # nobody is asked and offered in one breath
        walk.given = replace(walk.given, frequent=None)
    walk.cursor.frames = [f for f in walk.cursor.frames if f.workflow != behind.workflow]
    walk.cursor.frames.append(begun)
    return begin(walk)


def left_behind(walk: Walk) -> Steps:
    """Answer what stood beside a yes that leads on to another question; keep a wish for later."""
    behind, walk.behind = walk.behind, None
    if behind is None or walk.with_people or ROOT not in walk.world:
        return
    if behind.workflow != ROOT:
        walk.cursor.later = {"workflow": behind.workflow, "message": behind.message}
        return
    root, found = walk.world[ROOT], walk.given.frequent
    for name in found.names[:1] if found and found.sure else ():
        yield Said(saying_of(root, name, walk.language), answer=name)
        return
    yield Said(words("no_answer", walk.language))

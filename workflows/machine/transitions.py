"""The state machine, pure: a cursor and what a turn brings become steps and the next cursor.

`conduct` is a generator: it yields steps, is sent how those that run something ended, and returns
the cursor to be kept. It knows no clock, no chance and no network; the same cursor, the same turn
and the same outcomes give the same steps, so that a turn can be taken up by another worker, and a
test can drive it by itself.

Every part of the machine answers with a move, which is carried out here and leads to the next one.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import assert_never

from workflows.file.project_root import ROOT
from workflows.file.schema import Workflow
from workflows.file.states import Ending
from workflows.machine.afterwards import note_ended
from workflows.machine.answering import answer_beside
from workflows.machine.basis import note_basis, slots_decided_by
from workflows.machine.behind_yes import begin_behind, left_behind
from workflows.machine.cursor import Cursor, Frame
from workflows.machine.kinds import hear, perform, perform_again
from workflows.machine.later import offered, take_up
from workflows.machine.moves import (
    CallWorkflow,
    Enter,
    Finish,
    Follow,
    GiveBack,
    Hear,
    Move,
    PassOn,
    Perform,
    Repaired,
    Stay,
    Steps,
    WalkPart,
)
from workflows.machine.repairing import answer_repair, ask_for_person
from workflows.machine.setting_out import MAX_WAITING, begin, set_out
from workflows.machine.steps import Given, Outcome, Step, Withdrawn
from workflows.machine.upgrading import upgrade
from workflows.machine.walk import (
    Walk,
    callers,
    climbed,
    ended_step,
    missing,
    waiting,
    wanted,
    way_on,
)
from workflows.machine.wording import say, title
from workflows.machine.working import forbidden, refused, unavailable

MAX_VISITS = 50
MAX_RETURNS = 3  # so often what comes first by itself is taken up again without an answer
_DECIDING = ("ask", "branch")  # what decides and does nothing can be gone through again

Conducted = Generator[Step, Outcome | None, Cursor]


class _BrokenOff(Exception):
    """A step of the walk was broken off."""


def conduct(world: Mapping[str, Workflow], cursor: Cursor, given: Given) -> Conducted:
    """Take one turn: yield what to do, return where the conversation stands afterwards."""
    walk = Walk.of(world, cursor, given)
    with suppress(_BrokenOff):
        walk.returned = take_up(walk.cursor, given)
        yield from answer_beside(walk)
        move = yield from set_out(walk)
        while not isinstance(move, Stay):
            move = yield from _carried_out(walk, move)
        yield from left_behind(walk)
        if walk.wants_person and not walk.with_people:
            yield from ask_for_person(walk)
        yield from _withdrawn(cursor, walk.cursor)
        if not walk.with_people:
            yield from offered(walk)
    return replace(walk.cursor, language=given.language)


def _withdrawn(before: Cursor, after: Cursor) -> Steps:
    """Take back what waited for a person's approval, where nothing waits for it any more."""
    waiting_still = {frame.pending for frame in after.frames}
    for frame in before.frames:
        if frame.pending and frame.pending not in waiting_still:
            yield Withdrawn(frame.pending)


def broken_off(conducted: Conducted) -> Cursor:
    """End a walk at the step under way; return where it stands, for that step to be done anew."""
    try:
        conducted.throw(_BrokenOff())
    except StopIteration as ended:
        return ended.value
    raise RuntimeError("a walk that is broken off does nothing more")


def _carried_out(walk: Walk, move: Move) -> WalkPart:
    """Make one move; return the next."""
    match move:
        case Stay():
            return move
        case Perform():
            return (yield from perform(walk))
        case Hear():
            return (yield from hear(walk))
        case Follow():
            return _followed(walk)
        case Enter():
            return (yield from _enter(walk, move.state))
        case CallWorkflow():
            return (yield from _call(walk, move.workflow))
        case Finish():
            return (yield from _finish(walk, move.how))
        case GiveBack():
            return (yield from _give_back(walk))
        case PassOn():
            return _passed_on(walk, move.message)
        case Repaired():
            return (yield from answer_repair(walk, move.repair))
        case _:
            assert_never(move)


# --- from state to state ------------------------------------------------------------------------


def _enter(walk: Walk, name: str) -> WalkPart:
    """Enter a state, unless a rule forbids it."""
    walk.visits += 1
    if walk.visits > MAX_VISITS:
        yield say(walk, "too_long")
        return Finish("cancelled")
    if walk.frame.state != name:
        walk.frame.tries = 0
    walk.frame.state = name
    walk.frame.asking = None
    for asked in walk.state.ask or {}:
        if asked not in walk.workflow.slots:  # a question is asked anew at each visit
            walk.slots.pop(asked, None)
    lacking = forbidden(walk, name)
    return (yield from refused(walk, lacking)) if lacking else Perform()


def _followed(walk: Walk) -> Move:
    """Take the first way whose condition holds; end where there is none."""
    if not walk.state.ways:
        return Finish(walk.state.end or "completed")
    if walk.state.kind in _DECIDING and (used := slots_decided_by(walk)):
        note_basis(walk, used)
    way = way_on(walk)
    return Enter(way) if way else Stay()


# --- from workflow to workflow ------------------------------------------------------------------


def _call(walk: Walk, name: str) -> WalkPart:
    """Begin another workflow that comes back to this state when it ends."""
    called = Frame(name)
    if not walk.admits(called) or len(walk.cursor.waiting) >= MAX_WAITING:
        return (yield from unavailable(walk, name))
    walk.frame.calling = True
    walk.cursor.frames.append(called)
    return begin(walk)


def _finish(walk: Walk, how: Ending) -> WalkPart:
    """End the workflow and go back to what it interrupted."""
    offer = tuple(walk.state.offer) if walk.frame.state else ()
    frames, ended = waiting(walk), walk.frame
    yield ended_step(walk, how, () if frames else offer)
    if not (frames and frames[-1].calling):
        note_ended(walk, how, ended)
    if ended.handed:  # a person goes on: nothing is taken up over their head
        while climbed(walk):
            yield ended_step(walk, "escalated")
        frames = []
    walk.cursor.frames = frames
    if walk.behind and not ended.handed and not (frames and frames[-1].calling):
        return begin_behind(walk, walk.behind)
    if not frames:
        return Stay()
    if walk.frame.state and walk.frame.state not in walk.workflow.states:
        upgrade(walk)
    if not walk.frame.calling:
        return (yield from _return(walk))
    walk.frame.calling = False
    walk.keep_result({"end": how, **ended.slots})
    return Follow()


def _return(walk: Walk) -> WalkPart:
    """Take up an interrupted workflow: say where we are and ask again.

    One that came by itself, and is passed over time and again, is let go.
    """
    walk.message = ""
    if walk.frame.state is None:
        return begin(walk)
    if walk.workflow.route.first and walk.frame.returns >= MAX_RETURNS:
        return Finish("cancelled")
    walk.frame.returns += 1
    yield say(walk, "back", title=title(walk))
    if walk.frame.asking is None and wanted(walk) and not missing(walk):
        return Follow()  # its question was answered in passing
    return (yield from perform_again(walk))


def _passed_on(walk: Walk, message: str) -> Move:
    """Begin the assistant with a message that was no answer; it gives back what is waiting."""
    walk.message = message
    walk.cursor.frames = [*waiting(walk)[-(MAX_WAITING - 1) :], walk.frame, Frame(ROOT)]
    return begin(walk)


def _give_back(walk: Walk) -> WalkPart:
    """Let what was interrupted go on; what calls an open workflow takes it for done."""
    if callers(walk):
        return Finish("completed")
    return (yield from _return(walk)) if climbed(walk) else Stay()

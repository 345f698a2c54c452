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

from language.goodbyes import says_goodbye
from language.repairs import Repair, repair_in
from workflows.file.project_root import ROOT
from workflows.file.schema import Workflow
from workflows.file.states import Ending, State, is_open
from workflows.file.words import in_language
from workflows.machine.afterwards import Amendment, amended, hand_over, note_ended, tell_done
from workflows.machine.answering import answer_beside
from workflows.machine.asking import ask_before
from workflows.machine.basis import note_basis, slots_decided_by
from workflows.machine.cursor import Cursor, Frame
from workflows.machine.kinds import hear, perform, perform_again
from workflows.machine.later import offered, put_aside, take_up
from workflows.machine.listening import keep, read_message, recall
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
from workflows.machine.slots.confirming import is_confirmation
from workflows.machine.slots.subject import CHANGE
from workflows.machine.standing import stands, tell_standing
from workflows.machine.steps import Ended, Given, HandedOff, Outcome, Said, Step, Withdrawn
from workflows.machine.texts import words
from workflows.machine.upgrading import pin, upgrade
from workflows.machine.walk import (
    Walk,
    callers,
    missing,
    open_slot,
    slots_now,
    waiting,
    wanted,
    way_on,
)
from workflows.machine.wording import say, title
from workflows.machine.working import forbidden, refused, unavailable

MAX_VISITS = 50
MAX_WAITING = 5
MAX_RETURNS = 3  # so often what comes first by itself is taken up again without an answer
_DECIDING = ("ask", "branch")  # what decides and does nothing can be gone through again
_BARE_LEAVE = 3  # words: a message that leaves and says no more

Conducted = Generator[Step, Outcome | None, Cursor]


class _BrokenOff(Exception):
    """A step of the walk was broken off."""


def conduct(world: Mapping[str, Workflow], cursor: Cursor, given: Given) -> Conducted:
    """Take one turn: yield what to do, return where the conversation stands afterwards."""
    walk = Walk.of(world, cursor, given)
    with suppress(_BrokenOff):
        walk.returned = take_up(walk.cursor, given)
        yield from answer_beside(walk)
        move = yield from _set_out(walk)
        while not isinstance(move, Stay):
            move = yield from _carried_out(walk, move)
        if walk.wants_person and not walk.with_people:
            yield from _ask_for_person(walk)
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
            return (yield from _repair(walk, move.repair))
        case _:
            assert_never(move)


# --- where a turn begins ------------------------------------------------------------------------


def _set_out(walk: Walk) -> WalkPart:
    """Find the workflow, go on where it stands, or begin it."""
    cursor, target = walk.cursor, walk.given.target
    amendment = _amendment(walk)
    if amendment and target == amendment.workflow:
        return (yield from tell_done(walk, amendment))
    if walk.given.standing and stands(walk):
        return (yield from tell_standing(walk, walk.given.standing))
    if cursor.workflow not in walk.world:  # it is not served any more
        if cursor.frames:
            yield Said(words("not_offered", walk.language))
        cursor.frames = waiting(walk)
    if target and target != cursor.workflow and not _called_by(walk, target):
        if walk.given.leave or walk.given.drops:
            put_aside(walk)
        if _only_leaves(walk):
            return Repaired("cancel")
        if walk.given.answer and walk.cursor.state:
            yield from _keep_answer(walk, walk.given.answer)
        _divert(walk, target)
        if amendment:
            hand_over(walk, amendment)
    if not cursor.frames:
        return Stay()
    _line_up(walk)
    if walk.frame.state is None:
        return _begin(walk)
    upgrade(walk)
    walk.frame.returns = 0
    return Hear()


def _amendment(walk: Walk) -> Amendment | None:
    """Return what the message puts right of what has ended, where it was routed as that."""
    given, ended = walk.given, walk.cursor.ended
    if not given.amends or ended is None:
        return None
    told = amended(walk.world, walk.cursor, walk.message, given.speech)
    return told or Amendment(ended.workflow)


def _keep_answer(walk: Walk, answer: str) -> Steps:
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


def _line_up(walk: Walk) -> None:
    """Let what comes first for this person wait for the end of what they have asked for."""
    then = walk.given.then
    if then in walk.world and not walk.cursor.frame_of(str(then)):
        walk.cursor.frames.insert(0, Frame(str(then)))


def _begin(walk: Walk) -> Move:
    """Begin the workflow with what is known of the person."""
    pin(walk)
    walk.changed = walk.changed or bool(walk.slots)  # it was given answers: they lead on
    recall(walk)
    return Enter(walk.workflow.start)


def _called_by(walk: Walk, target: str) -> bool:
    """Tell whether the message is for what called this workflow: that is heard here too."""
    return not walk.given.leave and any(f.workflow == target for f in callers(walk))


def _only_leaves(walk: Walk) -> bool:
    """Tell whether the message leaves what is going on, and says no more than that."""
    if not (walk.given.leave and walk.cursor.state):
        return False
    if not walk.given.certain:
        return True
    leaves = repair_in(walk.message) == "cancel" or says_goodbye(walk.message)
    return leaves or len(walk.message.split()) <= _BARE_LEAVE


def _divert(walk: Walk, target: str) -> None:
    """Begin another workflow, or go back to one that waits; what it interrupts waits then."""
    cursor, calling = walk.cursor, callers(walk)
    frames = list(cursor.waiting)
    if walk.given.leave or walk.given.drops:  # who leaves what was called leaves its callers
        frames = frames[: len(frames) - len(calling)]
    elif cursor.frames and (calling or _worth_returning(walk)):
        frames.append(walk.frame)
    frames, found = _taken_up(frames, target)
    walk.returned = found is not None
    if walk.given.leave and not found:
        frames = []
    cursor.frames = [*frames[-MAX_WAITING:], found or Frame(target)]


def _worth_returning(walk: Walk) -> bool:
    known = walk.workflow.states.get(walk.frame.state or "")
    return known is not None and not is_open(known)


def _taken_up(frames: list[Frame], target: str) -> tuple[list[Frame], Frame | None]:
    """Take a waiting workflow out of the frames; what it calls goes on in its place.

    Those that wait for the one that goes on stay right below it: it comes back to them.
    """
    places = [at for at, frame in enumerate(frames) if frame.workflow == target]
    if not places:
        return frames, None
    first = last = places[-1]
    while frames[last].calling and last + 1 < len(frames):
        last += 1
    while first and frames[first - 1].calling:
        first -= 1
    return frames[:first] + frames[last + 1 :] + frames[first:last], frames[last]


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
    return _begin(walk)


def _finish(walk: Walk, how: Ending) -> WalkPart:
    """End the workflow and go back to what it interrupted."""
    offer = tuple(walk.state.offer) if walk.frame.state else ()
    frames, ended = waiting(walk), walk.frame
    yield _ended(walk, how, () if frames else offer)
    if not (frames and frames[-1].calling):
        note_ended(walk, how, ended)
    if ended.handed:  # a person goes on: nothing is taken up over their head
        while _climbed(walk):
            yield _ended(walk, "escalated")
        frames = []
    walk.cursor.frames = frames
    if not frames:
        return Stay()
    if walk.frame.state and walk.frame.state not in walk.workflow.states:
        upgrade(walk)
    if not walk.frame.calling:
        return (yield from _return(walk))
    walk.frame.calling = False
    walk.keep_result({"end": how, **ended.slots})
    return Follow()


def _ended(walk: Walk, how: Ending, offer: tuple[str, ...] = ()) -> Ended:
    return Ended(walk.workflow.workflow, how, offer, dict(walk.slots))


def _climbed(walk: Walk) -> bool:
    """Stand in what waits for this workflow, without taking it up."""
    frames = waiting(walk)
    if frames:
        walk.cursor.frames = frames
        walk.frame.calling = False
    return bool(frames)


def _return(walk: Walk) -> WalkPart:
    """Take up an interrupted workflow: say where we are and ask again.

    One that came by itself, and is passed over time and again, is let go.
    """
    walk.message = ""
    if walk.frame.state is None:
        return _begin(walk)
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
    return _begin(walk)


def _give_back(walk: Walk) -> WalkPart:
    """Let what was interrupted go on; what calls an open workflow takes it for done."""
    if callers(walk):
        return Finish("completed")
    return (yield from _return(walk)) if _climbed(walk) else Stay()


# --- what the engine itself is asked ------------------------------------------------------------


def _repair(walk: Walk, repair: Repair) -> WalkPart:
    match repair:
        case "cancel":
            yield from _parting(walk)
            return Finish("cancelled")
        case "human":
            return (yield from _to_person(walk))
        case "help" | "why":
            slot = open_slot(walk)
            if slot and slot.help:
                yield Said(in_language(slot.help, walk.language))
            else:
                yield say(walk, "help", title=title(walk))
            return (yield from perform_again(walk))
        case "back":
            return (yield from ask_before(walk))
        case "on":
            return (yield from perform_again(walk))
        case _:
            assert_never(repair)


def _parting(walk: Walk) -> Steps:
    """Say what was stopped, and answer a goodbye; where nothing is asked, only that."""
    state = walk.workflow.states.get(walk.frame.state or "")
    goodbye = says_goodbye(walk.given.message)
    last = state is not None and is_confirmation(walk.workflow, walk.frame.asking, slots_now(walk))
    if not goodbye or state is None or not is_open(state):
        yield say(walk, "not_done" if goodbye and last else "cancelled")
    if goodbye:
        yield say(walk, "goodbye")


def _ask_for_person(walk: Walk) -> WalkPart:
    """Let the team that was named take over for a while, or whichever answers; then ask again."""
    outcome = yield HandedOff(walk.given.team)
    if outcome is not None and outcome.status == "waiting":
        walk.with_people = True
        return Stay()
    if outcome is None:
        yield say(walk, "no_handoff")
    return (yield from perform_again(walk)) if walk.cursor.frames else Stay()


def _is_wanted(walk: Walk, state: State) -> bool:
    """Tell whether a state hands over to the people that are wanted."""
    return state.handoff is not None and walk.given.team in (None, state.handoff)


def _to_person(walk: Walk) -> WalkPart:
    """Let people take over: where this workflow has nobody, those of what called it."""
    line = [walk.workflow, *map(walk.world.at, callers(walk))]
    teams = [next((n for n, s in w.states.items() if _is_wanted(walk, s)), None) for w in line]
    level = next((at for at, team in enumerate(teams) if team), None)
    if level is None:
        return (yield from _ask_for_person(walk))
    for _ in range(level):
        yield _ended(walk, "escalated")
        _climbed(walk)
    return Enter(str(teams[level]))

"""Where a turn begins: which workflow it is for, and what becomes of the one under way."""

from __future__ import annotations

from language.goodbyes import says_goodbye
from language.repairs import repair_in
from workflows.file.states import is_open
from workflows.machine.afterwards import Amendment, amended, hand_over, tell_done
from workflows.machine.carrying import carry_over, note_beginning
from workflows.machine.cursor import Frame
from workflows.machine.keeping import keep_answer
from workflows.machine.later import put_aside
from workflows.machine.listening import recall
from workflows.machine.moves import (
    Enter,
    Hear,
    Move,
    Repaired,
    Stay,
    WalkPart,
)
from workflows.machine.standing import stands, tell_standing
from workflows.machine.steps import Later, Said
from workflows.machine.texts import words
from workflows.machine.upgrading import pin, upgrade
from workflows.machine.walk import (
    Walk,
    callers,
    waiting,
)

MAX_WAITING = 5
_BARE_LEAVE = 3  # words: a message that leaves and says no more


def set_out(walk: Walk) -> WalkPart:
    """Find the workflow, go on where it stands, or begin it."""
    cursor, target = walk.cursor, walk.given.target
    amendment = _amendment(walk)
    if amendment and target == amendment.workflow:
        return (yield from tell_done(walk, amendment))
    if walk.given.standing and not _does_first(walk) and stands(walk):
        return (yield from tell_standing(walk, walk.given.standing))
    if cursor.workflow not in walk.world:  # it is not served any more
        if cursor.frames:
            yield Said(words("not_offered", walk.language))
        cursor.frames = waiting(walk)
    if target and target == cursor.workflow and walk.given.agreed and walk.given.answer:
        return _agree_first(walk, target)  # and it is begun once more
    if target and target != cursor.workflow and not _called_by(walk, target):
        if walk.given.leave or walk.given.drops:
            put_aside(walk)
        if _only_leaves(walk):
            return Repaired("cancel")
        if walk.given.agreed and walk.cursor.state:
            return _agree_first(walk, target)
        if walk.given.answer and walk.cursor.state:
            yield from keep_answer(walk, walk.given.answer)
        left = walk.frame if walk.given.mistaken and cursor.frames else None
        _divert(walk, target)
        if left is not None:
            yield from carry_over(walk, left)
        if amendment:
            hand_over(walk, amendment)
    if not cursor.frames:
        return Stay()
    _line_up(walk)
    if walk.frame.state is None:
        note_beginning(walk)
        return begin(walk)
    upgrade(walk)
    walk.frame.returns = 0
    return Hear()


def _does_first(walk: Walk) -> bool:
    """Tell whether something is left or agreed to before it is told how things stand."""
    return walk.given.leave or walk.given.agreed


def _amendment(walk: Walk) -> Amendment | None:
    """Return what the message puts right of what has ended, where it was routed as that."""
    given, ended = walk.given, walk.cursor.ended
    if not given.amends or ended is None:
        return None
    told = amended(walk.world, walk.cursor, walk.message, given.speech)
    return told or Amendment(ended.workflow)


def _agree_first(walk: Walk, target: str) -> Move:
    """Let the last yes be done, and what stands beside it follow."""
    walk.behind = Later(target, walk.message)
    walk.message = walk.given.answer or ""
    upgrade(walk)
    walk.frame.returns = 0
    return Hear()


def _line_up(walk: Walk) -> None:
    """Let what comes first for this person wait for the end of what they have asked for."""
    then = walk.given.then
    if then in walk.world and not walk.cursor.frame_of(str(then)):
        walk.cursor.frames.insert(0, Frame(str(then)))


def begin(walk: Walk) -> Move:
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

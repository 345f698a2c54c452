"""How things stand: what is noted so far, what was done last, and that a form is not finished."""

from __future__ import annotations

from language.idle_words import telling_words
from language.requests import asks, cuts, is_filler
from language.standing import StandingQuestion, asks_standing
from workflows.file.project_root import ROOT
from workflows.file.states import is_open
from workflows.file.words import in_language
from workflows.machine.asking import present
from workflows.machine.cursor import Frame
from workflows.machine.keeping import keep_answer
from workflows.machine.moves import Follow, Stay, Steps, WalkPart
from workflows.machine.overhearing import open_form
from workflows.machine.slots.confirming import is_confirmation
from workflows.machine.slots.shown import shown
from workflows.machine.steps import Said
from workflows.machine.texts import title_of, words
from workflows.machine.walk import Walk, missing, open_slot, slots_now, wanted
from workflows.machine.wording import say

_MOST_TELLING = 20  # words
_MOST_OFFERED = 6


def stands(walk: Walk) -> bool:
    """Tell whether the message asks how things stand, and there is something to tell."""
    if walk.given.standing == "offered":
        return bool(_offers(walk))
    return walk.given.standing is not None and _under_way(walk) | (walk.cursor.ended is not None)


def tell_standing(walk: Walk, asked: StandingQuestion) -> WalkPart:
    """Tell how what is asked about stands, and ask on where a form is under way.

    An answer that stands before the question is kept first: "Ann Roe. Did you note the refund?"
    """
    if answer := _answer_before(walk):
        yield from keep_answer(walk, answer)
    named = _named(walk, walk.message)
    walk.message = ""
    if asked == "offered":
        yield say(walk, "offered_here", titles=", ".join(f"“{each}”" for each in _offers(walk)))
    elif not _under_way(walk):
        yield from tell_ended(walk)
    else:
        yield from _tell_stand(walk, named, asked)
    if not _asks(walk):
        return Stay()
    if walk.frame.asking is None and wanted(walk) and not missing(walk):
        return Follow()  # the answer before it was the last that lacked
    return (yield from present(walk))


def _tell_stand(walk: Walk, named: str | None, asked: StandingQuestion) -> Steps:
    """Tell of what was done last and of what is under way, where both may be meant."""
    ended = walk.cursor.ended
    if asked == "done" and ended is not None and named in (None, ended.workflow):
        yield from tell_ended(walk)
    if ended is None or named != ended.workflow or named == walk.frame.workflow:
        waiting = walk.cursor.frame_of(named) if named else None
        yield Said(_open(walk, waiting or walk.frame, asked))


def tell_ended(walk: Walk) -> Steps:
    """Tell what was done last."""
    ended = walk.cursor.ended
    if ended is None or ended.workflow not in walk.world:
        return
    title = in_language(walk.world[ended.workflow].title, walk.language)
    key = "stands_done" if (data := _data(walk, ended)) else "stands_ended"
    yield Said(words(key, walk.language, title=title, names=data))
    if ended.twice:
        yield Said(words("stands_twice", walk.language))


def _named(walk: Walk, message: str) -> str | None:
    """Return which one, under way or done last, a message calls by words of its title."""
    ended = [walk.cursor.ended] if walk.cursor.ended else []
    frames = [frame for frame in [*walk.cursor.frames, *ended] if frame.workflow in walk.world]
    said = set(telling_words(message, _MOST_TELLING))
    shared = {
        frame.workflow: len(said & set(telling_words(_titles(walk, frame), _MOST_TELLING)))
        for frame in frames
        if frame.state or frame in ended
    }
    most = max(shared.values(), default=0)
    best = [name for name, count in shared.items() if most and count == most]
    return best[0] if len(best) == 1 else None


def _titles(walk: Walk, frame: Frame) -> str:
    title = walk.world[frame.workflow].title
    texts = " ".join([title] if isinstance(title, str) else title.values())
    return f"{texts} {frame.workflow.replace('_', ' ')}"


def _answer_before(walk: Walk) -> str:
    """Return what of a message answers the open question, before it asks how things stand."""
    form = open_form(walk.world, walk.cursor, walk.given) if _under_way(walk) else None
    slot = open_slot(walk) if form else None
    free = slot is not None and slot.type == "text"
    for head, tail in cuts(walk.message) if form else ():
        told = form and (form.hear(head).gives or (free and not (asks(head) or is_filler(head))))
        if told and asks_standing(tail):
            return head
    return ""


def _offers(walk: Walk) -> list[str]:
    """List what may be asked for here, by its titles."""
    known = {n: walk.world[n] for n in walk.world if n != ROOT and walk.admits(Frame(n))}
    titled = (w.title for w in known.values() if w.route.first is None)
    return [in_language(title, walk.language) for title in titled][:_MOST_OFFERED]


def _asks(walk: Walk) -> bool:
    return _under_way(walk) and bool(walk.state.fill or walk.state.ask)


def _under_way(walk: Walk) -> bool:
    frame = walk.cursor.active
    if frame is None or frame.state is None or not walk.admits(frame):
        return False
    state = walk.workflow.states.get(frame.state)
    return state is not None and not is_open(state)


def _open(walk: Walk, frame: Frame, asked: StandingQuestion) -> str:
    title = in_language(walk.world[frame.workflow].title, walk.language)
    data = _data(walk, frame)
    noted = words("stands_noted" if data else "stands_empty", walk.language, names=data)
    if asked == "noted":
        return noted
    told = words("stands_open", walk.language, title=title)
    last = frame is walk.frame and is_confirmation(walk.workflow, frame.asking, slots_now(walk))
    return told if last else f"{told} {noted}"  # a last question tells all of it itself


def _data(walk: Walk, frame: Frame) -> str:
    """List what is known, as people read it, in the order of the workflow's slots."""
    slots = walk.world.at(frame).slots if frame.state else walk.world[frame.workflow].slots
    return "; ".join(
        f"{title_of(n, s, walk.language)}: {shown(s, frame.slots[n], walk.given.speech, 'long')}"
        for n, s in slots.items()
        if frame.slots.get(n) is not None
    )

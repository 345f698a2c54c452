"""How things stand: what is noted so far, what was done last, and that a form is not finished."""

from __future__ import annotations

from language.going_on import shared
from language.requests import cuts
from language.standing import StandingQuestion, asks_standing
from workflows.file.project_root import ROOT
from workflows.file.states import is_open
from workflows.file.words import in_language
from workflows.machine.asking import present
from workflows.machine.cursor import Frame
from workflows.machine.keeping import keep_answer
from workflows.machine.moves import Stay, WalkPart
from workflows.machine.overhearing import open_form
from workflows.machine.slots.shown import shown
from workflows.machine.steps import Said
from workflows.machine.texts import title_of, words
from workflows.machine.walk import Walk
from workflows.machine.wording import say

_MOST_OFFERED = 6


def stands(walk: Walk) -> bool:
    """Tell whether the message asks how things stand, and there is something to tell."""
    if walk.given.standing == "offered":
        return bool(_offers(walk))
    return walk.given.standing is not None and _under_way(walk) | (walk.cursor.ended is not None)


def tell_standing(walk: Walk, asked: StandingQuestion) -> WalkPart:
    """Tell what is noted of the form under way and ask on; else what was done last.

    An answer that stands before the question is kept first: "Ann Roe. Did you note the refund?"
    """
    if answer := _answer_before(walk):
        yield from keep_answer(walk, answer)
    walk.message = ""
    if asked == "offered":
        yield say(walk, "offered_here", titles=", ".join(f"“{each}”" for each in _offers(walk)))
        return (yield from present(walk)) if _asks(walk) else Stay()
    if _under_way(walk):
        yield Said(_open(walk, _meant(walk), asked))
        return (yield from present(walk)) if _asks(walk) else Stay()
    ended = walk.cursor.ended
    if ended is not None and ended.workflow in walk.world:
        title = in_language(walk.world[ended.workflow].title, walk.language)
        key = "stands_done" if (data := _data(walk, ended)) else "stands_ended"
        yield Said(words(key, walk.language, title=title, names=data))
    return Stay()


def _answer_before(walk: Walk) -> str:
    """Return what of a message answers the open question, before it asks how things stand."""
    form = open_form(walk.world, walk.cursor, walk.given) if _under_way(walk) else None
    for head, tail in cuts(walk.message) if form else ():
        if form and asks_standing(tail) and form.hear(head).gives:
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


def _meant(walk: Walk) -> Frame:
    """Return what is under way, or what waits behind it and is asked about by its name."""
    waiting = [each for each in reversed(walk.cursor.waiting) if each.workflow in walk.world]

    def named(frame: Frame) -> int:
        titles = walk.world[frame.workflow].title
        texts = [titles] if isinstance(titles, str) else titles.values()
        return shared(walk.given.message, " ".join(texts))

    return max([walk.frame, *waiting], key=named)


def _open(walk: Walk, frame: Frame, asked: StandingQuestion) -> str:
    workflow = walk.world[frame.workflow]
    data, title = _data(walk, frame), in_language(workflow.title, walk.language)
    noted = words("stands_noted" if data else "stands_empty", walk.language, names=data)
    if asked == "noted":
        return noted
    return f"{words('stands_open', walk.language, title=title)} {noted}"


def _data(walk: Walk, frame: Frame) -> str:
    """List what is known, as people read it, in the order of the workflow's slots."""
    slots = walk.world.at(frame).slots if frame.state else walk.world[frame.workflow].slots
    return "; ".join(
        f"{title_of(n, s, walk.language)}: {shown(s, frame.slots[n], walk.given.speech, 'long')}"
        for n, s in slots.items()
        if frame.slots.get(n) is not None
    )

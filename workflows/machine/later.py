"""What waits beside the workflows: a second request, and what was left and may be wanted back."""

from __future__ import annotations

import copy

from contracts.json import JsonObject
from language.detect import Language
from workflows.file.states import is_open
from workflows.file.words import in_language
from workflows.machine.afterwards import MOST_TURNS, grow_old
from workflows.machine.cursor import Cursor
from workflows.machine.moves import Steps
from workflows.machine.slots.confirming import is_confirmation
from workflows.machine.steps import Given, Offered
from workflows.machine.texts import words
from workflows.machine.walk import Walk, slots_now

OFFERED = "offered"  # the mark of a second request that has been offered: it is not, again


def put_aside(walk: Walk) -> None:
    """Keep what is left where it is not certain that it was meant to be, for a few turns."""
    back = any(frame.workflow == walk.given.target for frame in walk.cursor.waiting)
    nothing = back and not walk.frame.slots  # who goes back has lost nothing here
    if walk.cursor.frames and not walk.given.certain and not nothing:
        walk.cursor.aside = copy.deepcopy(walk.frame)
        walk.cursor.aside.calling, walk.cursor.aside.returns = False, 0


def take_up(cursor: Cursor, given: Given) -> bool:
    """Note a second request, drop one that was passed over, and tell whether what was left is
    taken back."""
    _begin_again(cursor, given)
    grow_old(cursor)
    known = {frame.workflow for frame in cursor.frames}
    back = _take_back(cursor, given, known)
    if cursor.later.get(OFFERED) or cursor.later.get("workflow") == given.target:
        cursor.later = JsonObject()
    if given.also and given.also.workflow not in known:  # what is under way is not wished for
        cursor.later = {"workflow": given.also.workflow, "message": given.also.message}
    return back


def _take_back(cursor: Cursor, given: Given, known: set[str]) -> bool:
    """Go on with what was left, where somebody comes back to it within a few turns."""
    aside = cursor.aside
    if aside is None:
        return False
    aside.returns += 1
    meant = aside.workflow == given.target
    back = meant and aside.workflow not in known
    if back:
        aside.returns = 0
        cursor.frames.append(aside)
    if meant or aside.workflow in known or aside.returns > MOST_TURNS:
        cursor.aside = None
    return back


def _begin_again(cursor: Cursor, given: Given) -> None:
    """Begin what was done once more with what is known, where its button is pressed."""
    again = cursor.again
    if given.amends or again is None:
        return
    cursor.again = None
    if given.target == again.workflow and not given.message:
        cursor.frames = [again]


def offered(walk: Walk) -> Steps:
    """Offer what waits, once nothing else is being asked."""
    cursor, language = walk.cursor, walk.language
    aside = cursor.aside  # offered where it is left, and kept for a while
    if aside and not aside.returns and _awaits_last_yes(walk):
        aside.returns = -1  # offered when that is given: until then a yes would be for either
    elif aside and not aside.returns and aside.workflow in walk.world:
        name = _title(walk, aside.workflow, language)
        label = words("go_back", language, title=name)
        yield Offered("left", aside.workflow, words("left", language), label)
    name = str(cursor.later.get("workflow"))
    if name not in walk.world or cursor.later.get(OFFERED) or not _is_free(walk):
        return
    cursor.later[OFFERED] = "yes"
    title = _title(walk, name, language)
    yield Offered("later", name, words("later", language, title=title), title)


def _title(walk: Walk, name: str, language: Language) -> str:
    return in_language(walk.world[name].title, language)


def _awaits_last_yes(walk: Walk) -> bool:
    frame = walk.cursor.active
    if frame is None or frame.state is None or not walk.admits(frame):
        return False
    return is_confirmation(walk.workflow, frame.asking, slots_now(walk))


def _is_free(walk: Walk) -> bool:
    """Tell whether nothing is under way that waits for the person."""
    frame = walk.cursor.active
    if frame is None:
        return True
    state = walk.world.at(frame).states.get(frame.state or "")
    return len(walk.cursor.frames) == 1 and state is not None and is_open(state)

"""Collecting slots: asking for what is missing, hearing answers and corrections."""

from __future__ import annotations

from language.going_on import goes_on
from language.intents import plain_answer, wants_nothing
from language.repairs import repair_in
from workflows.machine.asking import ask_again, ask_change, complaints, go_on_asking, present
from workflows.machine.basis import outdated_state
from workflows.machine.disowned import disowned, take_out
from workflows.machine.keeping import acknowledge
from workflows.machine.known_before import refers_back, take_known
from workflows.machine.listening import keep, read_message
from workflows.machine.moves import Enter, Follow, Perform, Repaired, Steps, WalkPart
from workflows.machine.no_answer import not_understood, without_answer
from workflows.machine.opening import take_opening
from workflows.machine.remainder import take_remainder
from workflows.machine.said_to_form import (
    answers_yes_or_no,
    calls_it_by_name,
    comes_back,
    gives_none,
    is_option,
    keeps_it,
    leaves_out,
    only_goes_on_with_it,
    tells_a_value,
)
from workflows.machine.same_as_before import noted, take_same
from workflows.machine.slots.message import Reading
from workflows.machine.slots.subject import CHANGE
from workflows.machine.told_beside import add_told, add_told_first
from workflows.machine.walk import Walk, missing, wanted
from workflows.machine.wording import called, say, title


def fill_slots(walk: Walk) -> WalkPart:
    """Fill the state's slots: read what the message has of them, ask for what is missing."""
    if walk.message and walk.frame.asking is None and not walk.declined:
        yield from _hear_first(walk)
    if missing(walk):
        return (yield from present(walk))
    if not walk.changed and (walk.declined or walk.frame.failed):
        return (yield from ask_change(walk))
    return Follow()


def ask_question(walk: Walk) -> WalkPart:
    """Ask, unless what led here has said it all, or has changed what was said before."""
    if walk.message and walk.frame.asking is None:
        yield from _hear_first(walk)
    named = all(name in walk.workflow.slots for name in wanted(walk))
    if missing(walk) or not named or not (walk.changed or walk.declined):
        return (yield from present(walk))
    if walk.changed:
        return Follow()
    return (yield from ask_change(walk))


def _hear_first(walk: Walk) -> Steps:
    """Read what begins the form: all that it tells of it already."""
    said = walk.message
    reading = yield from read_message(walk, None)
    same = take_same(walk, reading, said)
    yield from keep(walk, reading)
    yield from take_opening(walk, reading)
    yield from add_told_first(walk, reading)
    yield from noted(walk, same)


def hear_message(walk: Walk) -> WalkPart:
    """Take the message as an answer, a correction, or a word to the engine itself."""
    meant = is_option(walk) or answers_yes_or_no(walk) or leaves_out(walk)
    repair = None if meant else repair_in(walk.message)
    if repair and not (repair == "cancel" and tells_a_value(walk)):
        return Repaired(repair)
    if keeps_it(walk):
        walk.frame.asking, walk.message = None, ""
        return (yield from go_on_asking(walk))
    if only_goes_on_with_it(walk):
        return (yield from ask_again(walk))
    if calls_it_by_name(walk):
        yield say(walk, "back", title=title(walk))
        return (yield from ask_again(walk))
    if not (walk.state.fill or walk.state.ask):
        return Perform()
    if gives_none(walk):
        return (yield from without_answer(walk))
    asking, said = walk.frame.asking, walk.message
    before = dict(walk.slots)
    reading = yield from read_message(
        walk, None if asking == CHANGE or comes_back(walk) else asking
    )
    if name := disowned(walk, reading, said):
        return (yield from take_out(walk, name, said))
    take_remainder(walk, reading, said)
    take_same(walk, reading, said)
    yield from keep(walk, reading)
    yield from acknowledge(walk, reading, before)
    if void := [name for name in reading.void if walk.slots.get(name) is not None]:
        return (yield from take_out(walk, void[0], said))
    yield from add_told(walk, reading)
    if walk.changed and (outdated := outdated_state(walk)):
        walk.frame.tries = 0
        yield from complaints(walk, reading)
        return Enter(outdated)
    if asking == CHANGE:
        return (yield from _changed(walk, reading, said))
    if asking is not None and (asking in reading.values or asking in reading.left_out):
        return (yield from _answered(walk, reading))
    if reading.values or reading.left_out:
        return (yield from _corrected(walk, reading))
    if walk.noted:
        walk.frame.tries = 0
        yield from complaints(walk, reading)
        return (yield from ask_again(walk))
    if refers_back(walk, said):
        return (yield from take_known(walk))
    if walk.returned or goes_on(said, called(walk)):
        return (yield from ask_again(walk))
    return (yield from not_understood(walk, reading, said))


def _answered(walk: Walk, reading: Reading) -> WalkPart:
    """Go on when all is there; ask for the rest otherwise."""
    walk.frame.tries = 0
    walk.declined = any(
        reading.values.get(name) is False
        for name, slot in (walk.state.ask or {}).items()
        if slot is None or slot.type == "boolean"
    )
    yield from complaints(walk, reading)
    return (yield from go_on_asking(walk))


def _corrected(walk: Walk, reading: Reading) -> WalkPart:
    """Something else was said than was asked for: keep it, and ask again for what is open."""
    walk.frame.tries = 0
    yield from complaints(walk, reading)
    if walk.state.fill and not missing(walk):
        return Follow()
    return (yield from present(walk))


def _changed(walk: Walk, reading: Reading, said: str) -> WalkPart:
    """Go on with what is to be different, or with all as it was."""
    agreed = plain_answer(said) is True  # all stays as it is, and is asked for again
    if reading.values or reading.left_out or walk.noted or wants_nothing(said) or agreed:
        walk.declined = False
        return Follow()
    return (yield from not_understood(walk, reading, said))

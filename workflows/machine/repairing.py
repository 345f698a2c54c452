"""What is said to the engine itself: stop, help, why, back, on, a person please."""

from __future__ import annotations

from typing import assert_never

from language.goodbyes import says_goodbye
from language.repairs import Repair
from workflows.file.states import State, is_open
from workflows.file.words import in_language
from workflows.machine.asking import ask_before
from workflows.machine.kinds import perform_again
from workflows.machine.moves import (
    Enter,
    Finish,
    Stay,
    Steps,
    WalkPart,
)
from workflows.machine.slots.confirming import is_confirmation
from workflows.machine.standing import tell_ended
from workflows.machine.steps import HandedOff, Said
from workflows.machine.walk import (
    Walk,
    callers,
    climbed,
    ended_step,
    open_slot,
    slots_now,
)
from workflows.machine.wording import say, title


def answer_repair(walk: Walk, repair: Repair) -> WalkPart:
    match repair:
        case "cancel":
            yield from _parting(walk)
            if walk.given.standing:  # "cancel that, the visit is booked, isn't it?"
                yield from tell_ended(walk)
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


def ask_for_person(walk: Walk) -> WalkPart:
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
        return (yield from ask_for_person(walk))
    for _ in range(level):
        yield ended_step(walk, "escalated")
        climbed(walk)
    return Enter(str(teams[level]))

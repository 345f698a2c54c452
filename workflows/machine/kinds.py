"""The kinds of states: what each does when it is entered, hears, and asks once more."""

from __future__ import annotations

from typing import assert_never

from workflows.file.states import is_open
from workflows.file.words import in_language
from workflows.machine.answering import give_answer
from workflows.machine.asking import present
from workflows.machine.collecting import ask_question, fill_slots, hear_message
from workflows.machine.moves import (
    CallWorkflow,
    Follow,
    GiveBack,
    Perform,
    Repaired,
    Stay,
    WalkPart,
)
from workflows.machine.pages import ask_page, hear_page
from workflows.machine.steps import Entered, HandedOff, Said
from workflows.machine.walk import Walk, frames_before
from workflows.machine.wording import say, title, told
from workflows.machine.working import hear_decision, run_agent, run_together, run_tool
from workflows.machine.yes_first import take_answer_first, take_leave_first, take_yes_first


def perform(walk: Walk) -> WalkPart:
    """Do what the state is for."""
    workflow, state = walk.workflow, walk.state
    yield Entered(workflow.workflow, workflow.version, walk.place, state.title)
    match state.kind:
        case "agent":
            found = walk.given.frequent
            if found and found.workflow == workflow.workflow and is_open(state) and walk.message:
                return (yield from give_answer(walk, found))
            return (yield from fill_slots(walk) if state.fill else run_agent(walk))
        case "ask":
            return (yield from ask_question(walk))
        case "say":
            yield Said(told(walk, in_language(state.say or "", walk.language)))
            return Follow()
        case "tool":
            return (yield from run_tool(walk))
        case "ui":
            return (yield from ask_page(walk))
        case "branch":
            return Follow()
        case "parallel":
            return (yield from run_together(walk))
        case "call":
            return CallWorkflow(str(state.call))
        case "handoff":
            return (yield from _hand_off(walk, str(state.handoff)))
        case _:
            assert_never(state.kind)


def _hand_off(walk: Walk, team: str) -> WalkPart:
    """Let people take over; what follows the state waits until they have let go.

    Where the workflow ends with it, the conversation is taken up where it stood before when people
    give it back, or when nobody can take it: nothing that was collected is lost.
    """
    outcome = yield HandedOff(team)
    walk.with_people = True
    if outcome is None:
        yield say(walk, "handoff", team=team)
    waits = outcome is not None and outcome.status == "waiting"
    walk.frame.handed = outcome is None or waits
    if walk.state.ways:
        return Stay() if waits else Follow()
    stood = frames_before(walk)
    if stood and outcome is not None and not waits:
        walk.cursor.frames = stood
        return (yield from perform_again(walk))
    walk.cursor.before_people = stood if waits else []
    return Follow()


def hear(walk: Walk) -> WalkPart:
    """Take the turn in the state that was waiting for it."""
    if walk.state.kind == "handoff":  # people have let go of the conversation
        walk.frame.handed = False
        return Follow()
    if walk.given.given_back and walk.frame.pending is not None:
        walk.frame.pending = None  # the question was taken back when people took over
        return Perform()
    if walk.given.given_back and is_open(walk.state):
        return GiveBack()  # nothing was being asked
    if walk.given.given_back:
        yield say(walk, "back", title=title(walk))
        return (yield from perform_again(walk))
    if walk.frame.pending is not None:
        return (yield from hear_decision(walk))
    if walk.given.person and take_leave_first(walk):
        return Repaired("cancel")
    if walk.given.person and not (take_yes_first(walk) or take_answer_first(walk)):
        return Repaired("human")
    if walk.state.kind == "ui":
        return (yield from hear_page(walk))
    if not walk.message or is_open(walk.state):
        return Perform()
    return (yield from hear_message(walk))


def perform_again(walk: Walk) -> WalkPart:
    """Ask once more what the state was asking."""
    if walk.state.kind == "ui":
        return (yield from ask_page(walk))
    if walk.state.fill or walk.state.ask:
        return (yield from present(walk))
    return Stay()

"""The state machine, pure: a cursor and what a turn brings become steps and the next cursor.

`conduct` is a generator: it yields steps, is sent how those that run something ended, and returns
the cursor to be kept. It knows no clock, no chance and no network; the same cursor, the same turn
and the same outcomes give the same steps, so that a turn can be taken up by another worker, and a
test can drive it by itself.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import suppress
from contextvars import ContextVar
from typing import Any

from workflows.file.check import is_open
from workflows.file.schema import State, Workflow, in_language
from workflows.machine.cursor import Cursor, Frame
from workflows.machine.position import Moves
from workflows.machine.repairs import Repair, repair_in
from workflows.machine.slots.values import accept_all
from workflows.machine.steps import (
    Ended,
    Given,
    HandedOff,
    Outcome,
    Said,
    Step,
)
from workflows.machine.working import Running
from workflows.machine.world import Edition

MAX_VISITS = 50
MAX_STACK = 5
_BARE_LEAVE = 3  # words: a message that leaves and says no more

Walk = Generator[Step, Outcome | None, Cursor]


class _BrokenOff(Exception):
    """A step of the walk was broken off."""


# A test of a whole turn looks on here: what has ended is in no event, and in no cursor any more.
endings: ContextVar[list[Ended] | None] = ContextVar("endings", default=None)


def conduct(world: Mapping[str, Workflow], cursor: Cursor, given: Given) -> Walk:
    """Take one turn: yield what to do, return where the conversation stands afterwards."""
    machine = _Machine(world, cursor, given)
    with suppress(_BrokenOff):
        yield from machine.turn()
    return machine.kept()


def broken_off(walk: Walk) -> Cursor:
    """End a walk at the step under way; return where it stands, for that step to be done anew."""
    try:
        walk.throw(_BrokenOff())
    except StopIteration as ended:
        return ended.value
    raise RuntimeError("a walk that is broken off does nothing more")


def public_slots(workflow: Workflow, slots: Mapping[str, Any]) -> dict[str, Any]:
    """Return the slots as logs and cards may show them: personal ones by their type only."""
    shown: dict[str, Any] = {}
    for name, value in slots.items():
        slot = workflow.slot(name)
        shown[name] = f"[{slot.type}]" if slot and slot.pii else value
    return shown


class _Machine(Running):
    """One turn's walk; every method that may do something is a generator of steps."""

    def turn(self) -> Moves:
        """Find the workflow, go on where it stands, or begin it."""
        if self.cursor.workflow not in self.world:  # it is not served any more
            self.cursor.frames = self._waiting()
        target = self.given.target
        if target and target != self.cursor.workflow and not self._called_by(target):
            left = self._left(target)
            if left is not None:
                yield from left
                return
            self._divert(target)
        if not self.cursor.frames:
            return
        if self.frame.state is None:
            self._pin()
            self._recall()
            yield from self._enter(self.workflow.start)
            return
        self._upgrade()
        yield from self._go_on()

    def _waiting(self) -> list[Frame]:
        """List the frames that can be taken up again: some are not served any more."""
        return [f for f in self.stack if f.workflow in self.world and self.admits(f.workflow)]

    def _called_by(self, target: str) -> bool:
        """Tell whether the message is for what called this workflow: that is heard here too."""
        return not self.given.leave and any(f.workflow == target for f in self.callers())

    def _left(self, target: str) -> Moves | None:
        """Tell the steps of leaving, where the message says no more than that."""
        if not (self.given.leave and self.cursor.state):
            return None
        if repair_in(self.message) != "cancel" and len(self.message.split()) > _BARE_LEAVE:
            return None
        return self._repaired("cancel")

    def _divert(self, target: str) -> None:
        """Begin another workflow, or go back to one that waits; what it interrupts waits then."""
        frames, callers = list(self.stack), self.callers()
        if self.given.leave:  # who leaves what was called leaves those that called it
            frames = frames[: len(frames) - len(callers)]
        elif self.cursor.frames and (callers or self._worth_returning()):
            frames.append(self.frame)
        frames, waiting = _taken_up(frames, target)
        if self.given.leave and not waiting:
            frames = []
        self.cursor.frames = [*frames[-MAX_STACK:], waiting or Frame(target)]

    def _worth_returning(self) -> bool:
        known = self.workflow.states.get(self.frame.state or "")
        return known is not None and not is_open(known)

    def _upgrade(self) -> None:
        """Take up the version that is served, unless the conversation is to keep its own."""
        served, name = self.world.edition(self.frame.workflow), self.place
        if served.fits(self.frame) and name in served.workflow.states:
            self._pin()
            return
        held = self.world.held(self.frame)
        if held and name in held.workflow.states and not self._covers(served, held):
            return
        self._move(served.workflow, name)

    def _covers(self, served: Edition, held: Edition) -> bool:
        """Tell whether a conversation of the held version has its place in the served one.

        An open conversation has no end that it could wait for, and nothing that it could lose.
        """
        name, upgrade = self.place, served.workflow.upgrade
        if self.frame.pending is not None:  # a person decides on what this version asked
            return False
        if is_open(held.workflow.states[name]):
            return True
        if upgrade is None:
            return False
        older = upgrade.from_ <= held.workflow.version < served.workflow.version
        return older and (name in upgrade.map or name in served.workflow.states)

    def _move(self, workflow: Workflow, name: str) -> None:
        """Bring the conversation to a state that the served version has."""
        mapped = workflow.upgrade.map.get(name) if workflow.upgrade else None
        there = name if name in workflow.states else workflow.start
        self.frame.state = mapped or there
        self._pin()
        if self.frame.state != name:
            self.frame.pending = None
            if self.frame.asking not in self._wanted():  # else this message answers it
                self.frame.asking = None
        kept = {n: self.slots[n] for n in self.slots if workflow.slot(n)}
        found = {n: s for n in kept if (s := workflow.slot(n))}
        self.frame.slots = accept_all(found, kept, self.given.today)

    def _go_on(self) -> Moves:
        """Take the turn in the state that was waiting for it."""
        state = self.state
        if self.frame.pending is not None:
            yield from self._decided()
        elif state.kind == "ui":
            yield from self._page_answered()
        elif not self.message or is_open(state):
            yield from self._perform()
        else:
            yield from self._hear()

    def _enter(self, name: str) -> Moves:
        """Enter a state and perform it."""
        self.visits += 1
        if self.visits > MAX_VISITS:
            yield self.say("too_long")
            yield from self._finish("cancelled")
            return
        if self.frame.state != name:
            self.frame.tries = 0
        self.frame.state = name
        self.frame.asking = None
        for asked in self.state.ask or {}:
            if asked not in self.workflow.slots:  # a question is asked anew at each visit
                self.slots.pop(asked, None)
        missing = self._forbidden(name)
        if missing:
            yield from self._refused(missing)
            return
        yield from self._perform()

    def _perform(self) -> Moves:
        """Do what the state is for."""
        yield self._announce()
        state = self.state
        match state.kind:
            case "agent" if state.fill:
                yield from self._collect()
            case "agent":
                yield from self._agent(state)
            case "ask":
                yield from self._question()
            case "say":
                yield Said(self._rendered(state.say))
                yield from self._follow()
            case "tool":
                yield from self._tool(state)
            case "ui":
                yield from self._ask_page()
            case "branch":
                yield from self._follow()
            case "parallel":
                yield from self._together(state)
            case "call":
                yield from self._call(state)
            case _:
                self.frame.handed = True
                yield HandedOff(str(state.handoff))
                yield self.say("handoff", team=str(state.handoff))
                yield from self._follow()

    def _follow(self) -> Moves:
        """Take the first way whose condition holds; end where there is none."""
        state = self.state
        if state.ways:
            way = self._way(state.ways)
            if way:
                yield from self._enter(way.to)
            return
        yield from self._finish(state.end or "completed")

    def _finish(self, how: str) -> Moves:
        """End the workflow and go back to what it interrupted."""
        offer = tuple(self.state.offer) if self.frame.state else ()
        frames = self._waiting()
        yield self._ended(how, () if frames else offer)
        ended = self.frame
        if ended.handed:  # a person goes on: nothing is taken up over their head
            while self._climb():
                yield self._ended("escalated")
            frames = []
        self.cursor.frames = frames
        if not frames:
            return
        if self.workflow.states.get(self.frame.state or "") is None:
            self._upgrade()
        if self.frame.calling:
            self.frame.calling = False
            self._keep_result({"end": how, **ended.slots})
            yield from self._follow()
        else:
            yield from self._return()

    def _ended(self, how: str, offer: tuple[str, ...] = ()) -> Ended:
        end = Ended(self.workflow.workflow, how, offer, dict(self.slots))
        if (noted := endings.get()) is not None:
            noted.append(end)
        return end

    def _climb(self) -> bool:
        """Stand in what waits for this workflow, without taking it up."""
        frames = self._waiting()
        if frames:
            self.cursor.frames = frames
            self.frame.calling = False
        return bool(frames)

    def _return(self) -> Moves:
        """Take up an interrupted workflow: say where we are and ask again."""
        self.message = ""
        yield self.say("back", title=self.title())
        yield from self._perform_again()

    def _perform_again(self) -> Moves:
        if self.state.kind == "ui":
            yield from self._ask_page()
        elif self.state.fill or self.state.ask:
            yield from self._present()

    def _repaired(self, repair: Repair) -> Moves:
        """Do what the person asks of the engine itself."""
        match repair:
            case "cancel":
                yield self.say("cancelled")
                yield from self._finish("cancelled")
            case "human":
                yield from self._to_person()
            case _:
                slot = self.open_slot()
                if slot and slot.help:
                    yield Said(in_language(slot.help, self.given.language))
                else:
                    yield self.say("help", title=self.title())
                yield from self._perform_again()

    def _to_person(self) -> Moves:
        """Let people take over: where this workflow has nobody, those of what called it."""
        line = [self.workflow, *map(self.world.at, self.callers())]
        teams = [next((n for n, s in w.states.items() if s.handoff), None) for w in line]
        level = next((at for at, team in enumerate(teams) if team), None)
        if level is None:
            yield self.say("no_handoff")
            yield from self._perform_again()
            return
        for _ in range(level):
            yield self._ended("escalated")
            self._climb()
        yield from self._enter(str(teams[level]))

    def _end_of_digression(self) -> Moves:
        """A workflow that has no end of its own gives the word back to the one it interrupted."""
        if self.callers():
            yield from self._finish("completed")
        elif self._climb():
            yield from self._return()

    def _call(self, state: State) -> Moves:
        """Begin another workflow that comes back to this state when it ends."""
        target = self.world.get(str(state.call))
        allowed = target is not None and self.admits(target.workflow)
        if target is None or not allowed or len(self.stack) >= MAX_STACK:
            yield from self._failed(Outcome("error", f"'{state.call}' is not available"), said=True)
            return
        self.frame.calling = True
        self.cursor.frames.append(Frame(target.workflow))
        self._pin()
        self._recall()
        yield from self._enter(target.start)


def _taken_up(frames: list[Frame], target: str) -> tuple[list[Frame], Frame | None]:
    """Take a waiting workflow out of the frames; what it calls goes on in its place.

    Those that wait for the one that goes on stay right below it: it comes back to them.
    """
    found = next((at for at, f in reversed(list(enumerate(frames))) if f.workflow == target), None)
    if found is None:
        return frames, None
    last = found
    while frames[last].calling and last + 1 < len(frames):
        last += 1
    first = found
    while first and frames[first - 1].calling:
        first -= 1
    return frames[:first] + frames[last + 1 :] + frames[first:last], frames[last]

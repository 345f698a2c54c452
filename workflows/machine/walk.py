"""A conversation under way in one turn, and what can be known of it without moving."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from contracts.json import JsonObject
from language.detect import Language
from workflows.file.conditions import compile_condition
from workflows.file.schema import Workflow
from workflows.file.slots import Slot
from workflows.file.states import Ending, State
from workflows.machine.cursor import Cursor, Frame
from workflows.machine.slots.options import with_options
from workflows.machine.steps import Ended, Given, Later
from workflows.machine.world import World

Outer = dict[str, tuple[Frame, Slot]]  # slots of callers: in which frame, and what they are


@dataclass(slots=True)
class Walk:
    """What the parts of the machine share while a turn lasts."""

    world: World
    cursor: Cursor
    given: Given
    before: Cursor  # where it stood before this turn
    profile: JsonObject
    message: str  # what is still to be read of it: a message is read once
    visits: int = 0
    runs: int = 0
    changed: bool = False  # slots of the workflow, in this turn
    declined: bool = False  # the person said no to what was asked
    subject: str | None = None  # the slot that the message is about, and says nothing for
    returned: bool = False  # the message led back to what waited, and need not answer it
    noted: list[str] = field(default_factory=list[str])  # what it told those that call this one
    wants_person: bool = False  # a yes came with the wish for people: they follow upon it
    behind: Later | None = None  # what follows upon the last yes, once that is done
    with_people: bool = False  # people were called in this turn, and nothing more is asked
    done: set[str] = field(default_factory=set[str])  # workflows that had an effect in this turn

    @classmethod
    def of(cls, world: Mapping[str, Workflow], cursor: Cursor, given: Given) -> Walk:
        """Set out from where the conversation stands; the cursor itself is left alone."""
        position, profile = copy.deepcopy(cursor), dict(given.profile)
        return cls(World.of(world), position, given, cursor, profile, given.message)

    @property
    def language(self) -> Language:
        return self.given.language

    @property
    def frame(self) -> Frame:
        """The frame at work; there must be one."""
        return self.cursor.frames[-1]

    @property
    def workflow(self) -> Workflow:
        return self.world.at(self.frame)

    @property
    def place(self) -> str:
        """The name of the state that it is in."""
        return str(self.frame.state)

    @property
    def state(self) -> State:
        return self.workflow.states[self.place]

    @property
    def slots(self) -> JsonObject:
        return self.frame.slots

    def admits(self, frame: Frame) -> bool:
        """Tell whether a frame can be taken up: workflows and roles can be lost on the way."""
        if frame.workflow not in self.world:
            return False
        access, roles = self.world[frame.workflow].access, self.given.roles
        return roles is None or not access or bool(roles & set(access))

    def number(self) -> int:
        """Number what runs in this turn: with the turn's id it names the work for ever."""
        self.runs += 1
        return self.runs

    def keep_result(self, value: Any) -> None:
        """Keep what the state's work has brought."""
        if value is not None:
            self.frame.results[self.place] = value


def waiting(walk: Walk) -> list[Frame]:
    """List the frames that can be taken up again, the latest last."""
    return [frame for frame in walk.cursor.waiting if walk.admits(frame)]


def callers(walk: Walk) -> list[Frame]:
    """List the frames that wait for this workflow because they call it, the nearest first."""
    found: list[Frame] = []
    for frame in reversed(walk.cursor.waiting):
        if not (frame.calling and walk.admits(frame)):
            break
        found.append(frame)
    return found


def outer(walk: Walk) -> Outer:
    """List the slots of those that call this workflow, where it has none of the same name."""
    found: Outer = {}
    for frame in callers(walk):
        for name, slot in walk.world.at(frame).slots.items():
            if walk.workflow.slot(name) is None:
                found.setdefault(name, (frame, slot))
    return found


def wanted(walk: Walk) -> dict[str, Slot]:
    """Return the slots that the state collects, with the options that there are now."""
    return {n: _with_options(walk, s) for n, s in walk.workflow.asks(walk.state).items()}


def slot_now(walk: Walk, name: str) -> Slot | None:
    """Return a slot of the workflow or of its questions, with the options that there are now."""
    slot = walk.workflow.slot(name)
    return _with_options(walk, slot) if slot else None


def slots_now(walk: Walk) -> dict[str, Slot]:
    """Return all that the message may tell: the workflow's slots, and those of the question."""
    own = {name: _with_options(walk, slot) for name, slot in walk.workflow.slots.items()}
    return {**own, **wanted(walk)}


def _with_options(walk: Walk, slot: Slot) -> Slot:
    if slot.source is None:
        return slot
    return with_options(slot, {"results": walk.frame.results, "profile": walk.profile})


def missing(walk: Walk) -> list[str]:
    """Name the slots that the state still needs."""
    given, left_out = walk.slots, walk.frame.skipped
    return [
        name
        for name, slot in wanted(walk).items()
        if not slot.optional and name not in left_out and not _given(walk, name, given.get(name))
    ]


def _given(walk: Walk, name: str, value: Any) -> bool:
    """Tell whether a slot holds a value; one that a tool no longer offers is none."""
    slot = walk.workflow.slot(name)
    brought = slot is not None and slot.source is not None
    return value is not None and (not brought or value in wanted(walk)[name].options)


def open_slot(walk: Walk) -> Slot | None:
    """Return the slot that was asked for: one of the state, or one that is to be changed."""
    asking = walk.frame.asking or ""
    mine = slots_now(walk).get(asking)
    if mine:
        return mine
    theirs = outer(walk).get(asking)
    return theirs[1] if theirs else None


def way_on(walk: Walk, mentioning: str | None = None) -> str | None:
    """Return where the first way leads whose condition holds, and mentions a name."""
    values = values_of(walk)
    for way in walk.state.ways:
        condition = compile_condition(way.condition) if way.condition else None
        if mentioning and (condition is None or mentioning not in condition.names):
            continue
        if condition is None or condition.holds(values):
            return way.to
    return None


def values_of(walk: Walk) -> JsonObject:
    """Return what conditions may speak of."""
    return {
        **walk.slots,
        "tries": walk.frame.tries,
        "filled": not missing(walk),
        "failed": walk.frame.failed,
        "profile": walk.profile,
        "results": walk.frame.results,
        "slots": walk.slots,
    }


def _agreed_to(walk: Walk, before: Frame) -> bool:
    """Tell whether the last yes that a frame waited for was given in this turn."""
    now, asked = walk.cursor.frame_of(before.workflow), before.asking
    if now is None or asked is None or now.failed:
        return False
    return asked not in walk.world.at(before).slots and now.slots.get(asked) is True


def frames_before(walk: Walk) -> list[Frame]:
    """Return the frames as they stood before this turn, with what it has collected for them.

    What has been done meanwhile is not gone back to: it would be done again. Nor is a last yes that
    led to people and to nothing that failed: they were what was agreed to.
    """
    over = walk.done | {f.workflow for f in walk.before.frames if _agreed_to(walk, f)}
    before = (f for f in walk.before.frames if f.state and f.workflow not in over)
    frames = [copy.deepcopy(f) for f in before if walk.admits(f)]
    for frame in frames:
        now, state = walk.cursor.frame_of(frame.workflow), str(frame.state)
        workflow = walk.world.at(frame)
        if now is not None and state in workflow.states:
            asked = workflow.states[state].ask or {}
            own = [name for name in asked if name not in workflow.slots]
            frame.slots = {n: v for n, v in now.slots.items() if n not in own}
            frame.results, frame.basis = dict(now.results), dict(now.basis)
        frame.tries, frame.pending, frame.handed = 0, None, False
    return frames


def ended_step(walk: Walk, how: Ending, offer: tuple[str, ...] = ()) -> Ended:
    """Tell that the workflow at work has come to its end, with what it has collected."""
    return Ended(walk.workflow.workflow, how, offer, dict(walk.slots))


def climbed(walk: Walk) -> bool:
    """Stand in what waits for this workflow, without taking it up."""
    frames = waiting(walk)
    if frames:
        walk.cursor.frames = frames
        walk.frame.calling = False
    return bool(frames)

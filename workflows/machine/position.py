"""Where a conversation stands: the cursor, read with the workflow it belongs to."""

from __future__ import annotations

import copy
from collections.abc import Generator, Mapping
from dataclasses import replace
from typing import Any, cast

from workflows.file.conditions import compile_condition
from workflows.file.schema import Go, Slot, State, Workflow, in_language
from workflows.machine.cursor import Cursor, Frame
from workflows.machine.steps import Entered, Given, Outcome, Said, Step
from workflows.machine.texts import called, fill_in, words
from workflows.machine.world import World

Outer = dict[str, tuple[Frame, Slot]]  # slots of callers: in which frame, and what they are
Moves = Generator[Step, Outcome | None, None]


class Position:
    """A cursor under way in one turn, and what can be known of it without moving."""

    def __init__(self, world: Mapping[str, Workflow], cursor: Cursor, given: Given) -> None:
        self.world = World.of(world)
        self.cursor = copy.deepcopy(cursor)
        self.given = given
        self.profile = dict(given.profile)
        self.message = given.message
        self.visits = 0
        self.changed = False
        self.declined = False
        self.subject: str | None = None  # the slot that the message is about, and says nothing for
        self.runs = 0
        self.noted: list[str] = []  # what the message told those that call this workflow

    @property
    def frame(self) -> Frame:
        """Return the frame at work; there must be one."""
        return self.cursor.frames[-1]

    @property
    def workflow(self) -> Workflow:
        """Return the workflow that is going on."""
        return self.world.at(self.frame)

    @property
    def place(self) -> str:
        """Return the name of the state that it is in."""
        return str(self.frame.state)

    @property
    def state(self) -> State:
        """Return the state that it is in."""
        return self.workflow.states[self.place]

    @property
    def slots(self) -> dict[str, Any]:
        """Return what was collected."""
        return self.frame.slots

    @property
    def stack(self) -> list[Frame]:
        """Return the interrupted workflows, the latest last."""
        return self.cursor.waiting

    def admits(self, name: str) -> bool:
        """Tell whether a workflow is open to the person; roles can be lost on the way."""
        roles = self.given.roles
        if roles is None:
            return True
        access = self.world[name].access
        return not access or bool(roles & set(access))

    def callers(self) -> list[Frame]:
        """Return the frames that wait for this workflow because they call it, the nearest first."""
        found: list[Frame] = []
        for frame in reversed(self.stack):
            name = frame.workflow
            if not frame.calling or name not in self.world or not self.admits(name):
                break
            found.append(frame)
        return found

    def say(self, key: str, **facts: object) -> Said:
        """Say one of the engine's own texts."""
        return Said(words(key, self.given.language, **facts))

    def title(self) -> str:
        """Return what the workflow is called."""
        return in_language(self.workflow.title, self.given.language)

    def kept(self) -> Cursor:
        """Return where the conversation stands now, in the language it was held in."""
        return replace(self.cursor, language=self.given.language)

    def _pin(self) -> None:
        """Note which content of the workflow the conversation goes on with from here."""
        served = self.world.edition(self.frame.workflow)
        self.frame.version = served.workflow.version
        self.frame.hash = served.hash or None

    def _announce(self) -> Step:
        workflow, name = self.workflow, self.place
        return Entered(workflow.workflow, workflow.version, name, self.state.title)

    def _way(self, ways: list[Go], mentioning: str | None = None) -> Go | None:
        values = self._values()
        for way in ways:
            condition = compile_condition(way.condition) if way.condition else None
            if mentioning and (condition is None or mentioning not in condition.names):
                continue
            if condition is None or condition.holds(values):
                return way
        return None

    def _values(self) -> dict[str, Any]:
        return {
            **self.slots,
            "tries": self.frame.tries,
            "filled": not self._missing(),
            "failed": self.frame.failed,
            "profile": self.profile,
            "results": self.frame.results,
            "slots": self.slots,
        }

    def _wanted(self) -> dict[str, Slot]:
        return self.workflow.asks(self.state)

    def open_slot(self) -> Slot | None:
        """Return the slot that was asked for: one of the state, or one that is to be changed."""
        asking = self.frame.asking or ""
        mine = self._wanted().get(asking) or self.workflow.slots.get(asking)
        return mine or (self.outer()[asking][1] if asking in self.outer() else None)

    def outer(self) -> Outer:
        """List the slots of those that call this workflow, where it has none of the same name."""
        found: Outer = {}
        for frame in self.callers():
            for name, slot in self.world.at(frame).slots.items():
                if self.workflow.slot(name) is None:
                    found.setdefault(name, (frame, slot))
        return found

    def _missing(self) -> list[str]:
        wanted = self._wanted()
        return [n for n, s in wanted.items() if not s.optional and self.slots.get(n) is None]

    def _number(self) -> int:
        """Number what runs in this turn: with the turn's id it names the work for ever."""
        self.runs += 1
        return self.runs

    def _keep_result(self, value: Any) -> None:
        if value is not None:
            self.frame.results[self.place] = value

    def _rendered(self, text: Any) -> str:
        return self._told(in_language(text, self.given.language))

    def _told(self, text: str) -> str:
        """Fill a text's places in, choices by what people call them."""
        language = self.given.language
        known = {name: self.workflow.slot(name) for name in self.slots}
        spoken = {
            name: called(slot, value, language) if (slot := known[name]) and slot.of else value
            for name, value in self.slots.items()
        }
        return fill_in(text, spoken, self.profile, self.frame.results)

    def _filled_in(self, value: Any) -> Any:
        """Put slots into the texts of arguments; one that is a slot alone keeps its type."""
        if isinstance(value, str):
            name = value[1:-1] if value.startswith("{") and value.endswith("}") else ""
            if name in self.slots:
                return self.slots[name]
            return fill_in(value, self.slots, self.profile, self.frame.results)
        if isinstance(value, dict):
            return {k: self._filled_in(v) for k, v in cast("dict[str, Any]", value).items()}
        if isinstance(value, list):
            return [self._filled_in(v) for v in cast("list[Any]", value)]
        return value

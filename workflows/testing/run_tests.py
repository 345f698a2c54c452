"""Runs the tests that a workflow carries, on the machine alone or as a stage plays them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from language.detect import Language, detect
from workflows.file.schema import Workflow
from workflows.file.source import Source
from workflows.file.tests import Expect, WorkflowTest
from workflows.machine.cursor import Cursor, Frame
from workflows.machine.steps import (
    Asked,
    AskedPage,
    Ended,
    Entered,
    Failed,
    Given,
    Outcome,
    Remembered,
    RunAgent,
    RunTogether,
    RunTool,
    Said,
    Shown,
    Step,
)
from workflows.machine.transitions import conduct
from workflows.testing.expect import Seen, differences
from workflows.testing.mocks import Mocks

HOME = "root"  # where a message goes that no workflow claims
Choose = Callable[[str, Cursor, Language], "Chosen"]
Play = Callable[[Workflow, WorkflowTest], Seen]  # has the conversation of a test


class Chosen(NamedTuple):
    """Where a message goes, or what is asked back where that is not clear."""

    workflow: str
    leave: bool = False
    pressed: bool = False  # the message is a button
    question: str | None = None
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class WorkflowTestResult:
    """One test and what it found; without problems it passed."""

    workflow: str
    name: str
    place: str
    problems: tuple[str, ...]
    seconds: float = 0.0

    @property
    def passed(self) -> bool:
        """Whether everything was as expected."""
        return not self.problems


@dataclass(slots=True)
class Coverage:
    """Which states and transitions of a workflow its tests went through."""

    states: set[str]
    moves: set[tuple[str, str]]
    seen_states: set[str] = field(default_factory=set[str])
    seen_moves: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])

    @classmethod
    def of(cls, workflow: Workflow) -> Coverage:
        """List what there is to cover."""
        return cls(set(workflow.states), set(transitions(workflow)))

    def add(self, seen: Seen) -> None:
        """Count one conversation."""
        self.seen_states |= set(seen.path) & self.states
        self.seen_moves |= seen.moves & self.moves

    @property
    def missing(self) -> list[str]:
        """Name what no test went through."""
        states = sorted(self.states - self.seen_states)
        moves = [f"{a} -> {b}" for a, b in sorted(self.moves - self.seen_moves)]
        return states + moves

    def line(self) -> str:
        """Write it as one line."""
        text = f"states {len(self.seen_states)}/{len(self.states)}"
        return f"{text}, transitions {len(self.seen_moves)}/{len(self.moves)}"


def transitions(workflow: Workflow) -> list[tuple[str, str]]:
    """List every declared way from state to state."""
    found: list[tuple[str, str]] = []
    for name, state in workflow.states.items():
        found += [(name, way.to) for way in state.ways]
        found += [(name, to) for to in (state.on_error, state.on_timeout) if to]
    return list(dict.fromkeys(found))


def run_tests(
    world: Mapping[str, Workflow],
    workflow: Workflow,
    source: Source,
    choose: Choose | None = None,
    play: Play | None = None,
    tell: Callable[[WorkflowTestResult], None] | None = None,
) -> tuple[list[WorkflowTestResult], Coverage]:
    """Run every test of a workflow and tell of each as it ends.

    `choose` routes messages where the machine is alone; `play` has the conversation elsewhere.
    """
    coverage = Coverage.of(workflow)
    results: list[WorkflowTestResult] = []

    def alone(workflow: Workflow, case: WorkflowTest) -> Seen:
        return converse(world, workflow, case, choose)

    for at, case in enumerate(workflow.tests):
        began = time.monotonic()
        seen = (play or alone)(workflow, case)
        coverage.add(seen)
        problems = differences(case.expect, seen)
        if play is None:
            problems += _unrouted(case.expect, choose)
        took = time.monotonic() - began
        place = source.at(["tests", at])
        results.append(
            WorkflowTestResult(workflow.workflow, case.name, place, tuple(problems), took)
        )
        if tell:
            tell(results[-1])
    for result in _not_when(workflow, source, choose):
        results.append(result)
        if tell:
            tell(result)
    return results, coverage


def converse(
    world: Mapping[str, Workflow], workflow: Workflow, case: WorkflowTest, choose: Choose | None
) -> Seen:
    """Have the conversation of a test with the machine alone: no model, no tools but mocks."""
    talk = _Talk(world, workflow, case)
    routed = case.expect.route is not None or case.expect.not_route is not None
    for message in case.say:
        talk.hear(message, choose if routed else None)
        routed = True
    return talk.whole()


class _Talk:
    """A conversation under way between a test and the machine."""

    def __init__(
        self, world: Mapping[str, Workflow], workflow: Workflow, case: WorkflowTest
    ) -> None:
        self.seen = Seen()
        self.cursor = Cursor()
        self._told_language = case.language is not None
        self._language: Language = case.language or "en"
        self._unclear = ""  # the message that was asked back about
        self._world = world
        self._name = workflow.workflow
        self._today = case.today
        self._mocks = Mocks(case.mock)
        self._profile = dict(case.profile)

    def hear(self, message: object, choose: Choose | None) -> None:
        """Take one message, as far as it goes: to a workflow, or to a question back."""
        text = message if isinstance(message, str) else ""
        if text and not self._told_language:
            self._language = detect(text, self._language)
        chosen = Chosen(self.cursor.workflow or (HOME if self.seen.routes else self._name))
        if choose and text:
            chosen = choose(text, self.cursor, self._language)
        self.seen.routes.append(chosen.workflow)
        if chosen.pressed:  # a button says what was not clear before, or no more than its title
            text, self._unclear = self._unclear, ""
        if chosen.question is not None:
            self._unclear = text
            self.seen.said.append(chosen.question)
            self.seen.choices = chosen.options
        elif chosen.workflow in self._world:
            self._take_turn(text, _answered(message, self.cursor), chosen)

    def whole(self) -> Seen:
        """Return what was seen, with where it stands now."""
        self.seen.language = self._language
        if here := self._place():
            self.seen.slots |= here.slots
            self.seen.state = here.state
        return self.seen

    def _place(self) -> Frame | None:
        """Return where the workflow stands, also while it waits for another one."""
        return self.cursor.frame_of(self._name)

    def _take_turn(self, text: str, ui: tuple[str, Any] | None, chosen: Chosen) -> None:
        given = Given(
            message=text,
            language=self._language,
            today=self._today,
            target=chosen.workflow,
            leave=chosen.leave,
            ui=ui,
            profile=self._profile,
        )
        self.seen.choices = ()
        walk = conduct(self._world, self.cursor, given)
        place = self._place()
        here = place.state if place else None
        outcome: Outcome | None = None
        try:
            while True:
                step = walk.send(outcome)
                outcome = self._perform(step)
                if isinstance(step, Entered) and step.workflow == self._name:
                    if here is not None:
                        self.seen.moves.add((here, step.state))
                    here = step.state
                elif isinstance(step, Ended) and step.workflow == self._name:
                    here = None
        except StopIteration as ended:
            self.cursor = ended.value

    def _perform(self, step: Step) -> Outcome | None:
        seen = self.seen
        match step:
            case Entered(workflow=self._name):
                seen.path.append(step.state)
            case Said():
                seen.said.append(step.text)
            case Asked():
                seen.said.append(step.question)
                seen.choices = step.options
            case AskedPage() | Shown():
                seen.shown.append(step.component)
            case Remembered():
                self._profile[step.name] = step.value
            case RunAgent():
                return self._mocks.answer(step.agent)
            case RunTool():
                return self._called(step.tool, step.args, step.slots)
            case RunTogether():
                return self._together(step)
            case Ended(workflow=self._name):
                seen.end = step.how
                seen.slots |= step.slots
            case Failed():
                seen.said.append(str(step.outcome.output or step.outcome.status))
            case _:
                pass
        return None

    def _called(
        self, tool: str, args: Mapping[str, Any] | None, slots: Mapping[str, Any]
    ) -> Outcome:
        given = slots if args is None else args
        self.seen.calls.append((tool, given))
        return self._mocks.answer(tool, given)

    def _together(self, step: RunTogether) -> Outcome:
        outputs: dict[str, Any] = {}
        for task in step.tasks:
            name = str(task.tool or task.agent)
            one = (
                self._called(name, task.args, step.slots) if task.tool else self._mocks.answer(name)
            )
            if one.status != "ok":
                return one
            outputs[name] = one.output
        return Outcome("ok", outputs)


def _answered(message: object, cursor: Cursor) -> tuple[str, Any] | None:
    """Return what a page's component answers in a test: to the question that is open."""
    if isinstance(message, dict):
        return str(cursor.active and cursor.active.asking), cast("dict[str, Any]", message)["ui"]
    return None


def _unrouted(expect: Expect, choose: Choose | None) -> list[str]:
    """A test of routing without a router proves nothing: it does not pass."""
    if choose is None and (expect.route or expect.not_route):
        return ["route: there is no router to ask"]
    return []


def _not_when(
    workflow: Workflow, source: Source, choose: Choose | None
) -> list[WorkflowTestResult]:
    """Test that messages which belong elsewhere go elsewhere."""
    results: list[WorkflowTestResult] = []
    for at, message in enumerate(workflow.route.not_when if choose else []):
        place = source.at(["route", "not_when", at])
        route = choose(message, Cursor(), detect(message, "en")).workflow if choose else ""
        wrong = (f"route: it goes to '{route}'",) if route == workflow.workflow else ()
        results.append(WorkflowTestResult(workflow.workflow, f"not_when: {message}", place, wrong))
    return results

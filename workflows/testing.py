"""Runs the tests that a workflow carries: the real machine, with tools that answer as told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from language.detect import Language, detect
from language.matching import fold
from workflows.conduct import Cursor, conduct
from workflows.schema import Case, Expect, Workflow
from workflows.source import Source
from workflows.steps import (
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
    Step,
)

HOME = "root"  # where a message goes that no workflow claims
Choose = Callable[[str, Cursor], str]  # the workflow that a message goes to


@dataclass(slots=True)
class Seen:
    """What happened in one conversation."""

    path: list[str] = field(default_factory=list[str])
    said: list[str] = field(default_factory=list[str])
    tools: dict[str, int] = field(default_factory=dict[str, int])
    slots: dict[str, Any] = field(default_factory=dict[str, Any])
    routes: list[str] = field(default_factory=list[str])
    end: str | None = None
    moves: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])


@dataclass(frozen=True, slots=True)
class Result:
    """One test and what it found; without problems it passed."""

    workflow: str
    name: str
    place: str
    problems: tuple[str, ...]

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
) -> tuple[list[Result], Coverage]:
    """Run every test of a workflow; with `choose`, also what it says about routing."""
    coverage = Coverage.of(workflow)
    results: list[Result] = []
    for at, case in enumerate(workflow.tests):
        place = source.at(["tests", at])
        seen = converse(world, workflow, case, choose)
        coverage.add(seen)
        problems = [*differences(case.expect, seen), *_unrouted(case.expect, choose)]
        results.append(Result(workflow.workflow, case.name, place, tuple(problems)))
    return results + _not_when(workflow, source, choose), coverage


def converse(
    world: Mapping[str, Workflow], workflow: Workflow, case: Case, choose: Choose | None
) -> Seen:
    """Have the conversation of a test."""
    seen = Seen()
    cursor: Cursor = {}
    profile = dict(case.profile)
    language: Language = case.language or "en"
    about_route = case.expect.route is not None or case.expect.not_route is not None
    for message in case.say:
        text = message if isinstance(message, str) else ""
        language = case.language or detect(text, language)
        begun = bool(seen.routes)
        target = cursor.get("workflow") or (HOME if begun else workflow.workflow)
        if choose and text and (about_route or (begun and not cursor)):
            target = choose(text, cursor)
        seen.routes.append(target)
        if target not in world:
            continue
        given = Given(
            message=text,
            language=language,
            today=case.today,
            target=target,
            ui=_answered(message, cursor),
            profile=profile,
        )
        cursor = _take_turn(world, workflow, cursor, given, case.mock, seen, profile)
    if cursor.get("workflow") == workflow.workflow:
        seen.slots |= cursor.get("slots", {})
    return seen


def _answered(message: object, cursor: Cursor) -> tuple[str, Any] | None:
    """Return what a page's component answers in a test: to the question that is open."""
    if isinstance(message, dict):
        return str(cursor.get("asking")), cast("dict[str, Any]", message)["ui"]
    return None


def _take_turn(
    world: Mapping[str, Workflow],
    workflow: Workflow,
    cursor: Cursor,
    given: Given,
    mock: Mapping[str, Any],
    seen: Seen,
    profile: dict[str, Any],
) -> Cursor:
    walk = conduct(world, cursor, given)
    here: str | None = cursor.get("state") if cursor.get("workflow") == workflow.workflow else None
    outcome: Outcome | None = None
    try:
        while True:
            step = walk.send(outcome)
            outcome = _perform(step, mock, seen)
            if isinstance(step, Remembered):
                profile[step.name] = step.value
            if isinstance(step, Entered) and step.workflow == workflow.workflow:
                if here is not None:
                    seen.moves.add((here, step.state))
                here = step.state
                seen.path.append(step.state)
            if isinstance(step, Ended) and step.workflow == workflow.workflow:
                seen.end = step.how
                seen.slots |= step.slots
                here = None
    except StopIteration as ended:
        return ended.value


def _perform(step: Step, mock: Mapping[str, Any], seen: Seen) -> Outcome | None:
    match step:
        case Said():
            seen.said.append(step.text)
        case Asked():
            seen.said.append(step.question)
        case AskedPage():
            seen.said.append(step.component)
        case RunAgent():
            return _mocked(step.agent, mock)
        case RunTool():
            seen.tools[step.tool] = seen.tools.get(step.tool, 0) + 1
            return _mocked(step.tool, mock)
        case RunTogether():
            outputs: dict[str, Any] = {}
            for task in step.tasks:
                name = str(task.tool or task.agent)
                if task.tool:
                    seen.tools[name] = seen.tools.get(name, 0) + 1
                one = _mocked(name, mock)
                if one.status != "ok":
                    return one
                outputs[name] = one.output
            return Outcome("ok", outputs)
        case Failed():
            seen.said.append(str(step.outcome.output or step.outcome.status))
        case _:
            pass
    return None


def _mocked(name: str, mock: Mapping[str, Any]) -> Outcome:
    """Answer for a tool or agent: as the test says, else as if all had gone well."""
    told = mock.get(name)
    if isinstance(told, dict) and told.keys() == {"error"}:
        return Outcome("error", told["error"])
    if isinstance(told, dict) and told.keys() == {"timeout"}:
        return Outcome("timeout", told["timeout"])
    return Outcome("ok", told)


def differences(expect: Expect, seen: Seen) -> list[str]:
    """Compare what was expected with what happened, one line for each difference."""
    found: list[str] = []
    if expect.path is not None and expect.path != seen.path:
        found.append(f"path: expected {_list(expect.path)}, was {_list(seen.path)}")
    for name, value in expect.slots.items():
        was = seen.slots.get(name)
        if was != _plain(value):
            found.append(f"slot '{name}': expected {value!r}, was {was!r}")
    if expect.tools is not None:
        for name in {**expect.tools, **(seen.tools if not expect.tools else {})}:
            wanted, was = expect.tools.get(name, 0), seen.tools.get(name, 0)
            if wanted != was:
                found.append(f"tool '{name}': expected {wanted} calls, were {was}")
    said = fold(" \n ".join(seen.said))
    found += [f"nothing said contains {text!r}" for text in expect.say if fold(text) not in said]
    if expect.end and expect.end != seen.end:
        found.append(f"end: expected '{expect.end}', was '{seen.end or 'not reached'}'")
    if expect.route and seen.routes and seen.routes[0] != expect.route:
        found.append(f"route: expected '{expect.route}', was '{seen.routes[0]}'")
    if expect.not_route and seen.routes and seen.routes[0] == expect.not_route:
        found.append(f"route: expected any but '{expect.not_route}'")
    return found


def _plain(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value


def _list(names: list[str]) -> str:
    return f"[{', '.join(names)}]"


def _unrouted(expect: Expect, choose: Choose | None) -> list[str]:
    """A test of routing without a router proves nothing: it does not pass."""
    if choose is None and (expect.route or expect.not_route):
        return ["route: there is no router to ask"]
    return []


def _not_when(workflow: Workflow, source: Source, choose: Choose | None) -> list[Result]:
    """Test that messages which belong elsewhere go elsewhere."""
    results: list[Result] = []
    for at, message in enumerate(workflow.route.not_when if choose else []):
        place = source.at(["route", "not_when", at])
        route = choose(message, {}) if choose else ""
        wrong = (f"route: it goes to '{route}'",) if route == workflow.workflow else ()
        results.append(Result(workflow.workflow, f"not_when: {message}", place, wrong))
    return results

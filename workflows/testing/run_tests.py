"""Runs the tests that a workflow carries, on the machine alone or as a player plays them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from language.detect import detect
from workflows.file.schema import Workflow
from workflows.file.source import Source
from workflows.file.tests import Expect, WorkflowTest
from workflows.machine.cursor import Cursor
from workflows.testing.conversation import Choose, converse
from workflows.testing.coverage import Coverage
from workflows.testing.expect import Seen, differences

Play = Callable[[Workflow, WorkflowTest], Seen]  # has the conversation of a test


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


def run_tests(
    world: Mapping[str, Workflow],
    workflow: Workflow,
    source: Source,
    choose: Choose | None = None,
    play: Play | None = None,
    tell: Callable[[WorkflowTestResult], None] | None = None,
    region: str | None = None,
) -> tuple[list[WorkflowTestResult], Coverage]:
    """Run every test of a workflow and tell of each as it ends.

    `choose` routes messages where the machine is alone; `play` has the conversation elsewhere;
    `region` is the country whose telephone numbers need no code.
    """
    coverage = Coverage.of(workflow)
    results: list[WorkflowTestResult] = []

    def alone(workflow: Workflow, case: WorkflowTest) -> Seen:
        return converse(world, workflow, case, choose, region)

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

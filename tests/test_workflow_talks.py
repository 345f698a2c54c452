"""Conversations with the machine alone, as the files in tests/data/talks tell them."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.serving.routing_of_tests import router_of_tests
from workflows.file.load import load_catalog, load_source, load_sources
from workflows.testing.run_tests import WorkflowTestResult, run_tests

FOLDER = Path(__file__).parent / "data" / "talks"
TALKS = sorted(path.stem for path in FOLDER.glob("*.yaml"))


def run(name: str) -> tuple[list[WorkflowTestResult], list[str]]:
    """Run the tests of a file; return what came of them, and what none went through."""
    world = load_catalog() | {n: workflow for n, (workflow, _) in load_sources(FOLDER).items()}
    workflow, source = load_source(FOLDER / f"{name}.yaml")
    results, coverage = run_tests(world, workflow, source, router_of_tests(world))
    return results, coverage.missing


@pytest.mark.parametrize("name", TALKS)
def test_the_conversations_of_a_file_go_as_it_says(name: str) -> None:
    results, _ = run(name)
    assert [f"{r.name}: {problem}" for r in results for problem in r.problems] == []


def test_the_ways_after_a_called_workflow_are_counted() -> None:
    _, missing = run("visit")
    assert missing == ["desk", "confirm -> details", "details -> desk"]

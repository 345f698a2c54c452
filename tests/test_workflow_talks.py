"""Conversations with the machine alone, as the files in tests/talks tell them."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.routes import chooser
from workflows.load import load_catalog, load_source, load_sources
from workflows.testing import run_tests

FOLDER = Path(__file__).parent / "talks"
TALKS = sorted(path.stem for path in FOLDER.glob("*.yaml"))


@pytest.mark.parametrize("name", TALKS)
def test_the_conversations_of_a_file_go_as_it_says(name: str) -> None:
    world = load_catalog() | {n: workflow for n, (workflow, _) in load_sources(FOLDER).items()}
    workflow, source = load_source(FOLDER / f"{name}.yaml")
    results, _ = run_tests(world, workflow, source, chooser(world))
    assert [f"{r.name}: {problem}" for r in results for problem in r.problems] == []

"""What the campaigns share: a line of counts for each at the end of the run."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from tests.support.campaigns import Tally

TALLIES = pytest.StashKey[list[Tally]]()


@pytest.fixture
def tally(request: pytest.FixtureRequest) -> Callable[[str], Tally]:
    """Begin to count; what was counted is told when the run ends."""

    def begin(title: str) -> Tally:
        made = Tally(title)
        request.config.stash.setdefault(TALLIES, []).append(made)
        return made

    return begin


@pytest.fixture
def fuzz_seconds(request: pytest.FixtureRequest) -> float:
    """How long all fuzzers together may take: two fifths each for what reads and for the
    API, a tenth for each provider."""
    minutes = cast("float", request.config.getoption("--fuzz-minutes"))
    return minutes * 60


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Tell what was counted, also of a campaign that has failed."""
    tallies = config.stash.get(TALLIES, list[Tally]())
    for made in tallies:
        terminalreporter.line(f"counted: {made}")

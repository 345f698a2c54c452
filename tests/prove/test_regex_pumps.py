"""No regular expression of the product can be made to run for long by what is put in."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.support.campaigns import Tally
from tests.support.pump import ring, steep
from tests.support.regexes import FoundRegex, pumps
from tests.support.workers import ROOT

pytestmark = pytest.mark.prove


@pytest.mark.parametrize("pattern", [r"[,\s]*(?:x)?$", r"(a|aa)+b", r"(\w+\s?)*!", r"\d+@"])
def test_a_steep_one_is_found(pattern: str) -> None:
    """What would freeze a worker by its message does not pass."""
    bad = FoundRegex(pattern, 0, "x.py:1")
    signal.signal(signal.SIGVTALRM, ring)
    assert any(steep(bad, pump) for pump in pumps(bad))


@pytest.mark.timeout(900)
def test_pumped_strings_cost_in_proportion_to_their_length(tally: Callable[[str], Tally]) -> None:
    """Eight times the length takes about eight times the time, whatever is repeated."""
    counted = tally("regex pumps")
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.support.pump"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=840,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout.splitlines()[-1])
    counted.count("regexes", found["regexes"])
    counted.count("strings", found["strings"])
    counted.count("steep ones", len(found["steep"]))
    assert found["steep"] == []
    assert found["regexes"] >= 100
    assert found["strings"] >= 1_800

"""Every attack on the sandbox, as root and as an ordinary user, in each tier; and without one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.support.attack_reports import outcomes_of, successes
from tests.support.attack_run import AttackOutcome, chosen
from tests.support.campaigns import Tally
from tests.support.ordinary_user import ROOT, as_ordinary_user
from tests.support.sandbox_tiers import require

pytestmark = [
    pytest.mark.prove,
    pytest.mark.skipif(sys.platform != "linux", reason="the sandbox is made of parts of Linux"),
]
_PATIENCE = 900
_AS_ROOT = pytest.param(
    "root", marks=pytest.mark.skipif(os.geteuid() != 0, reason="these tests do not run as root")
)


def attacked(who: str, tier: str) -> list[AttackOutcome]:
    command = ["-m", "tests.support.attack_run", tier]
    if who != "root":
        return outcomes_of(as_ordinary_user(command, _PATIENCE))
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, capture_output=True, text=True, timeout=_PATIENCE,
        check=False,
    )  # fmt: skip
    return outcomes_of(done)


@pytest.mark.parametrize("who", [_AS_ROOT, "ordinary"])
@pytest.mark.parametrize("tier", ["ns", "landlock"])
def test_nobody_gets_out(who: str, tier: str, tally: Callable[[str], Tally]) -> None:
    require(tier, ordinary=who == "ordinary")
    outcomes = attacked(who, tier)
    assert len(outcomes) == len(chosen(tier, quick=False))
    assert successes(outcomes) == set()
    late = [o for o in outcomes if o.status == "timeout" and o.ms > 7_500]
    assert [o for o in outcomes if o.status == "refused"] + late == []
    counted = tally(f"attacks on the sandbox, {who}, {tier}")
    for outcome in outcomes:
        counted.count(outcome.group)


def test_without_a_sandbox_the_attacks_are_real(tally: Callable[[str], Tally]) -> None:
    """Each attack that is safe to run succeeds, for root or for an ordinary user."""
    real = successes(attacked("ordinary", "none"))
    if os.geteuid() == 0:
        real |= successes(attacked("root", "none"))
    expected = {f"{a.group}: {a.name}" for a in chosen("none", quick=False)}
    missed = expected - real
    tally("attacks without a sandbox").count(f"of {len(expected)} succeed", len(real & expected))
    assert missed == set() or os.geteuid() != 0, missed
    assert len(real) > 100

"""What tries to get out of the sandbox stays in: the quick attacks, in each tier.

All of them, as root and as an ordinary user and without a sandbox, are a campaign:
tests/prove/test_sandbox_attacks.py.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.attack_reports import outcomes_of, successes
from tests.support.ordinary_user import ROOT
from tests.support.sandbox_tiers import require


@pytest.mark.parametrize("tier", ["ns", "landlock"])
def test_no_attack_gets_what_it_wants(tier: str) -> None:
    require(tier)
    command = [sys.executable, "-m", "tests.support.attack_run", tier, "--quick"]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=170, check=False
    )
    outcomes = outcomes_of(done)
    assert len(outcomes) > 200
    assert successes(outcomes) == set()
    assert [o for o in outcomes if o.status in ("refused", "timeout")] == []

"""What a run of the attacks said, read back."""

from __future__ import annotations

import json
import subprocess

from tests.support.attack_run import AttackOutcome


def outcomes_of(done: subprocess.CompletedProcess[str]) -> list[AttackOutcome]:
    """Read the outcomes; a run that broke off is a failure."""
    assert done.returncode == 0, done.stderr[-2_000:]
    return [AttackOutcome(**json.loads(line)) for line in done.stdout.splitlines()]


def successes(outcomes: list[AttackOutcome]) -> set[str]:
    """Name the attacks that got what they must not get."""
    return {f"{o.group}: {o.name}" for o in outcomes if o.escaped or o.target_touched}

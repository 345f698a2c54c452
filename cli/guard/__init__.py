"""`batuta guard`: hold the guards to what moderators decided."""

from __future__ import annotations

from collections.abc import Sequence

from cli.command import Command, group


def _parts() -> Sequence[Command]:
    from cli.guard import calibrate, tests

    return tests.PART, calibrate.PART


COMMAND = group("guard", "hold the guards to what moderators decided", "what to do", _parts)

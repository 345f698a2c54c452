"""The person's profile within a turn: read once, so that a takeover sees the same."""

from __future__ import annotations

from typing import Any

from agent.run import TurnRun
from store import profiles


async def profile_of(run: TurnRun) -> dict[str, Any]:
    """Return the caller's profile as it was when the turn first asked for it."""
    if "profile" not in run.steps:
        run.once("profile", result=await profiles.load(run.parts.pool, run.turn.caller))
    return dict(run.steps["profile"])


async def remember(run: TurnRun, name: str, value: Any) -> None:
    """Keep one datum of the profile; a repeat with the same value is harmless."""
    await profiles.merge(run.parts.pool, run.turn.caller, {name: value})

"""Opens cases for the people who moderate."""

from __future__ import annotations

from agent.run import TurnRun
from guardrails.guard import Verdict


async def report(run: TurnRun, verdict: Verdict, evidence: str, *, about: str = "") -> None:
    """Open a case about what a guard has found."""

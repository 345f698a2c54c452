"""A turn as an advisor sees it: its words go nowhere but to the engine."""

from __future__ import annotations

import hashlib
import math

from agent.log.journal import USED_UP
from agent.log.steps import answered
from agent.path.ports import ADVISORS, Ask, ModelAnswer
from agent.path.run import TurnRun


class Advice:
    """What one of the advisors answers in a turn.

    An answer is known by what was asked, not by its number: after a takeover, what was decided
    before is not asked again, and the next question would pass for the first one.
    """

    def __init__(self, run: TurnRun, advisor: str) -> None:
        self.user = str(run.turn.caller.user_id)
        self.session = str(run.turn.session_id)
        self._run = run
        self._advisor = advisor

    async def answer(self, question: str, ask: Ask, canary: str = "") -> ModelAnswer:
        """Return the answer to a question: the one that was kept, or what a model says now."""
        digest = hashlib.sha256(question.encode("utf-8", "replace")).hexdigest()[:32]
        step = answered(self._advisor, digest)
        kept = self._run.journal.find(step)
        if kept is None:
            kept = self._run.journal.keep(step, await ask(_discard))
            self._run.count_usage(self._advisor, kept)
        return kept


async def _discard(piece: str) -> None:
    """Let pieces of an answer go by: only the whole of it counts."""


def recount(run: TurnRun) -> None:
    """Add what advisors have used in earlier attempts: what they said is not asked again.

    So is what was answered for a route that the message did not take.
    """
    used_up = run.journal.find(USED_UP) or {}
    for name, kept in run.journal.every(answered).items():
        agent, _, number = name.rpartition("/")
        if agent in ADVISORS or _reached(number) <= used_up.get(answered(agent).key, 0):
            run.count_usage(agent, kept)


def _reached(number: str) -> float:
    return int(number) if number.isdigit() else math.inf

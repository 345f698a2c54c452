"""What a guard is, and the order in which all of them are asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import guardrails.catalog
from contracts.catalog import collect

Decision = Literal["allow", "redact", "review", "block"]
_WEIGHT: dict[Decision, int] = {"allow": 0, "redact": 1, "review": 2, "block": 3}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a guard thinks of a text; `text` is what may go on, if it was changed."""

    decision: Decision
    category: str = ""
    reason: str = ""
    say: str | None = None
    text: str | None = None


ALLOW = Verdict("allow")


@dataclass(frozen=True, slots=True)
class Guard:
    """One check of an incoming message; one file in the catalogue each."""

    name: str
    check: Callable[[str], Verdict]


class Guards:
    """All guards as one: changes accumulate, the heaviest decision wins."""

    def __init__(self, guards: Sequence[Guard]) -> None:
        self._guards = guards

    @classmethod
    def load(cls) -> Guards:
        """Find the guards in the catalogue."""
        return cls(list(collect(guardrails.catalog, Guard, lambda g: g.name, "guard").values()))

    def check(self, text: str) -> Verdict:
        """Ask every guard about a message; each sees what the former let through."""
        worst = ALLOW
        for guard in self._guards:
            verdict = guard.check(text)
            if verdict.text is not None:
                text = verdict.text
            if _WEIGHT[verdict.decision] > _WEIGHT[worst.decision]:
                worst = verdict
            if verdict.decision == "block":
                break
        if worst.decision in ("allow", "block"):
            return worst
        return Verdict(worst.decision, worst.category, worst.reason, worst.say, text)

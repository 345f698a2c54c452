"""How far two moderators who decide the same cases agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from store.case_stats import DecisionPair


@dataclass(frozen=True, slots=True)
class Agreement:
    """Cases that two have decided, the share of equal decisions, and Cohen's kappa."""

    pairs: int
    agreed: float | None
    kappa: float | None


def agreement_of(pairs: Sequence[DecisionPair]) -> Agreement:
    """Compare first and second decisions; kappa says how much they agree beyond chance."""
    total = sum(pair.cases for pair in pairs)
    if not total:
        return Agreement(0, None, None)
    agreed = sum(pair.cases for pair in pairs if pair.first == pair.second) / total
    first = sum(pair.cases for pair in pairs if pair.first == "confirm") / total
    second = sum(pair.cases for pair in pairs if pair.second == "confirm") / total
    chance = first * second + (1 - first) * (1 - second)
    kappa = None if chance == 1 else round((agreed - chance) / (1 - chance), 4)
    return Agreement(total, round(agreed, 4), kappa)

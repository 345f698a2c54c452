"""Counts of what was taken of answers: right, wrongly, and not at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

TakenVerdict = Literal["right", "wrong", "missing"]


@dataclass(frozen=True, slots=True)
class TakenCounts:
    """Of so many answers: read as labelled, taken with a wrong value, and not taken."""

    cases: int
    right: int
    wrong: int
    missing: int

    @classmethod
    def of(cls, verdicts: Sequence[TakenVerdict]) -> TakenCounts:
        counts = (verdicts.count(kind) for kind in ("right", "wrong", "missing"))
        return cls(len(verdicts), *counts)


def counts_by(pairs: Iterable[tuple[str, TakenVerdict]]) -> dict[str, TakenCounts]:
    """Count by the first of each pair."""
    found: dict[str, list[TakenVerdict]] = {}
    for name, verdict in pairs:
        found.setdefault(name, []).append(verdict)
    return {name: TakenCounts.of(verdicts) for name, verdicts in sorted(found.items())}

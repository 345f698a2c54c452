"""Works out the heads' limits from an organisation's own decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from guardrails.heads.score import heads
from guardrails.policy import Limits, Policy

BLOCK_RATE = 0.01  # of the harmless texts, as for the shipped limits
REVIEW_RATE = 0.05
MINIMUM = 30
_STEP = 0.0001  # scores are kept to four places


@dataclass(frozen=True, slots=True)
class LabelledScore:
    """What a head made of one text, and whether a moderator found it rightly flagged."""

    score: float
    bad: bool


@dataclass(frozen=True, slots=True)
class Rates:
    """What limits catch of the bad texts, and wrongly of the harmless ones."""

    limits: Limits
    blocked_bad: int
    flagged_bad: int
    blocked_harmless: int
    flagged_harmless: int


@dataclass(frozen=True, slots=True)
class Calibration:
    """One head before and after; `after` is None where the decisions are too few."""

    head: str
    bad: int
    harmless: int
    before: Rates
    after: Rates | None


def calibrate(
    decided: dict[str, Sequence[LabelledScore]],
    policy: Policy,
    minimum: int = MINIMUM,
    block_rate: float = BLOCK_RATE,
    review_rate: float = REVIEW_RATE,
) -> list[Calibration]:
    """Find, for each head, the lowest limits that flag no more harmless texts than is agreed.

    A limit never falls below what the decisions show: nothing is known of texts nobody looked at.
    """
    found: list[Calibration] = []
    for head in heads():
        rows = decided.get(head.name, ())
        bad = [row.score for row in rows if row.bad]
        good = [row.score for row in rows if not row.bad]
        now = policy.limits.get(head.name) or Limits(block=head.block, review=head.review)
        after = None
        if min(len(bad), len(good)) >= minimum:
            block = _lowest(bad, good, block_rate)
            review = min(block, _lowest(bad, good, review_rate))
            after = _rates(now.model_copy(update={"block": block, "review": review}), bad, good)
        found.append(Calibration(head.name, len(bad), len(good), _rates(now, bad, good), after))
    return found


def _lowest(bad: Sequence[float], good: Sequence[float], rate: float) -> float:
    """Return the lowest limit at which at most a share of the harmless texts is flagged."""
    allowed = int(len(good) * rate)
    above = sorted(good, reverse=True)[allowed] + _STEP  # the first that must not be flagged
    return round(max(above, min(bad)), 4)


def _rates(limits: Limits, bad: Sequence[float], good: Sequence[float]) -> Rates:
    return Rates(
        limits,
        sum(score >= limits.block for score in bad),
        sum(score >= limits.review for score in bad),
        sum(score >= limits.block for score in good),
        sum(score >= limits.review for score in good),
    )

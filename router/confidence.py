"""How sure a likeness is: the share of messages like this one that go to the right workflow."""

from __future__ import annotations

import math
from collections.abc import Sequence

_USUALLY_RIGHT, _USUAL_COUNT = 0.85, 8  # before any example speaks, and the weight of that


def told_apart(held_out: Sequence[tuple[str, str, str]]) -> float:
    """Return how well examples are told apart as log odds; few of them say little."""
    right = sum(owner == guessed for owner, guessed, _ in held_out) + _USUALLY_RIGHT * _USUAL_COUNT
    share = right / (len(held_out) + _USUAL_COUNT)
    return math.log(share / (1 - share))


def confidence(above: float, lead: float, apart: float, spoken_for: float) -> float:
    """Tell how often a guess is right where a quarter of what comes is nobody's.

    Fitted to 16,700 messages of 69 drawings and projects in both languages, with four, six and ten
    examples for each workflow. Below the threshold a step counts nearly four times as much.
    """
    odds = -0.93 + 4.43 * above + 11.74 * min(0.0, above) + 8.22 * lead + 0.25 * apart + spoken_for
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, odds))))

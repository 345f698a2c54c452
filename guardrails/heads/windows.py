"""Cuts a text of any length into a few windows, those that speak to a machine or of harm first."""

from __future__ import annotations

import re
from collections import Counter

WHOLE = 500  # characters that are looked at in one piece
WINDOW = 400
MOST = 6
_HINT = re.compile(
    r"ignor|disregard|forget|instruc|prompt|system|assistant|pretend|act as|rules|bypass|secret"
    r"|kill|bomb|weapon|steal|hack|attack|illegal|drug|esque|desconsider|regras|finja|segred|matar"
    r"|arma|roub|invad|ilegal|droga|\bai\b|\bia\b",
    re.I,
)
_HINTS = 200


def windows(text: str, most: int = MOST) -> list[str]:
    """Return the text itself, or at most so many windows: both ends and where hints are thickest.

    Of fewer than three windows the hints alone decide.
    """
    if len(text) <= WHOLE:
        return [text]
    last = (len(text) - 1) // WINDOW
    hits: Counter[int] = Counter()
    for found, hint in zip(range(_HINTS), _HINT.finditer(text), strict=False):
        hits[hint.start() // WINDOW] += 1 if found >= 0 else 0
    chosen = {0, last} if most > 2 else set[int]()
    spread = (i * last // max(most - 1, 1) for i in range(most))
    for place in (*(place for place, _ in hits.most_common()), *spread):
        if len(chosen) < most:
            chosen.add(place)
    return [_cut(text, place) for place in sorted(chosen)]


def _cut(text: str, place: int) -> str:
    start = max(0, min(place * WINDOW, len(text) - WINDOW))
    return text[start : start + WINDOW]

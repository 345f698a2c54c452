"""What a head sees of a text: the vectors of the whole and of both its ends, cues and groups."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from guardrails.heads import cues, groups
from language.encoder import DIMENSIONS, embed

Matrix = npt.NDArray[np.float32]
Embed = Callable[[Sequence[str]], Matrix]
SIZE = 3 * DIMENSIONS + cues.COUNT + groups.COUNT
# A vector has length one; what stands beside it is kept smaller.
_END_WEIGHT = 0.4
_CUE_WEIGHT = 0.5
_GROUP_WEIGHT = 0.35
_FIRST, _LAST = 5, 4  # words: how it is asked, and about what
_END = 120  # characters, for languages that put no blanks between words


def features(texts: Sequence[str], embed: Embed = embed) -> Matrix:
    """Return what a head is given for each text."""
    ends = [_ends(text) for text in texts]
    return np.hstack(
        [
            embed(texts),
            embed([first for first, _ in ends]) * _END_WEIGHT,
            embed([last for _, last in ends]) * _END_WEIGHT,
            np.stack([cues.cues(text) for text in texts]) * _CUE_WEIGHT,
            np.stack([groups.groups(text) for text in texts]) * _GROUP_WEIGHT,
        ]
    ).astype(np.float32)


def _ends(text: str) -> tuple[str, str]:
    """Return the first and the last words; a sentence vector tells little of either."""
    words = text.split()
    return " ".join(words[:_FIRST])[:_END], " ".join(words[-_LAST:])[-_END:]

"""What a head sees of a text: its vector, its tokens before they are summed up, cues and groups."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from guardrails.heads import cues, groups
from language.encoder import DIMENSIONS, TOKENS, SentenceReading, read

Matrix = npt.NDArray[np.float32]
TextReader = Callable[[Sequence[str]], list[SentenceReading]]
SIZE = DIMENSIONS + TOKENS + cues.COUNT + groups.COUNT
# A vector has length one; what stands beside it is kept smaller.
_CUE_WEIGHT = 0.5
_GROUP_WEIGHT = 0.35


def features(texts: Sequence[str], read: TextReader = read) -> Matrix:
    """Return what a head is given for each text."""
    known = read(texts)
    return np.hstack(
        [
            np.stack([each.vector for each in known]),
            np.stack([each.tokens for each in known]),
            np.stack([cues.cues(text) for text in texts]) * _CUE_WEIGHT,
            np.stack([groups.groups(text) for text in texts]) * _GROUP_WEIGHT,
        ]
    ).astype(np.float32)

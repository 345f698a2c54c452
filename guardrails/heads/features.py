"""What a head sees of a text: its sentence vector, with the cues beside it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from guardrails.heads.cues import COUNT, cues
from language.encoder import DIMENSIONS, embed

Matrix = npt.NDArray[np.float32]
SIZE = DIMENSIONS + COUNT
_CUE_WEIGHT = 0.5  # beside a vector of length one


def joined(vectors: Matrix, texts: Sequence[str]) -> Matrix:
    """Put the cues of each text beside its vector."""
    marks = np.stack([cues(text) for text in texts]) * _CUE_WEIGHT
    return np.hstack([vectors, marks]).astype(np.float32)


def features(texts: Sequence[str]) -> Matrix:
    """Return what a head is given for each text."""
    return joined(embed(texts), texts)

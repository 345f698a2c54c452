"""What a head sees of a text: the vectors of the whole and of its end, cues and groups."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from guardrails.heads import cues, groups
from language.encoder import DIMENSIONS, Embed, embed

Matrix = npt.NDArray[np.float32]
SIZE = 2 * DIMENSIONS + cues.COUNT + groups.COUNT
# A vector has length one; what stands beside it is kept smaller.
_END_WEIGHT = 0.4
_CUE_WEIGHT = 0.5
_GROUP_WEIGHT = 0.35
_LAST = 4  # words: what it is about
_SHORT = 160  # characters: the vector of a longer text is spared the cost of its end


def features(texts: Sequence[str], embed: Embed = embed) -> Matrix:
    """Return what a head is given for each text."""
    return np.hstack(
        [
            embed(texts),
            _embedded([_end(text) for text in texts], embed) * _END_WEIGHT,
            np.stack([cues.cues(text) for text in texts]) * _CUE_WEIGHT,
            np.stack([groups.groups(text) for text in texts]) * _GROUP_WEIGHT,
        ]
    ).astype(np.float32)


def _end(text: str) -> str:
    """Return the last words of a short text, of which the vector of the whole tells little."""
    return "" if len(text) > _SHORT else " ".join(text.split()[-_LAST:])


def _embedded(texts: Sequence[str], embed: Embed) -> Matrix:
    """Return one vector per text, and zeros for none."""
    found = np.zeros((len(texts), DIMENSIONS), np.float32)
    some = [number for number, text in enumerate(texts) if text]
    if some:
        found[some] = embed([texts[number] for number in some])
    return found

"""Tells "sou eletricista" from "sou joana": whether a lone word says what somebody is, or who.

One direction in the encoder's space, fitted by `python -m training.what_one_is`.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from language.encoder import read

FILE = Path(__file__).with_name("what_one_is.npz")
LEAD = "sou "  # the sentence in which words are compared, in either language
_LONGEST = 30  # letters


@lru_cache(512)
def says_what_one_is(word: str) -> bool:
    """Tell whether a word is a trade, an origin or a state rather than a name."""
    if not 2 < len(word) <= _LONGEST:
        return False
    direction, shift = _fitted()
    return float(np.einsum("j,j->", read([LEAD + word.lower()])[0].vector, direction)) > shift


@cache
def _fitted() -> tuple[npt.NDArray[np.float32], float]:
    with np.load(FILE) as file:
        return file["direction"].astype(np.float32), float(file["shift"])

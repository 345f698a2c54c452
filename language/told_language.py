"""How much of a whole clause is Portuguese rather than English, slang and loan words and all.

It learned from the clauses of `training/clauses.*.tsv`; `python -m training.languages` fits it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from language.speech_acts.marks import marks

FILE = Path(__file__).with_name("told_language.npz")


@cache
def _line() -> tuple[npt.NDArray[np.float32], float]:
    with np.load(FILE) as file:
        return file["weights"].astype(np.float32), float(file["bias"][0])


def portuguese_share(text: str) -> float:
    """Tell how likely a text is Portuguese where it must be that or English."""
    weights, bias = _line()
    places = marks(text)
    told = bias + float(weights[places].sum()) / max(1.0, float(len(places))) ** 0.5
    return float(1 / (1 + np.exp(-told)))

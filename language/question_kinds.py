"""What kind of answer a question wants: a price, a time, a place, a yes; a line over its reading.

It learned from the questions of `training/clauses.*.tsv`; `python -m training.question_kinds` fits
it again.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from language.encoder import read
from language.speech_acts.marks import marks

KINDS = ("price", "duration", "when", "where", "count", "who", "may", "how", "which", "none")
FILE = Path(__file__).with_name("question_kinds.npz")
KindChances = npt.NDArray[np.float32]


@cache
def _line() -> tuple[KindChances, KindChances, KindChances]:
    with np.load(FILE) as file:
        return tuple(file[name].astype(np.float32) for name in ("weights", "bias", "marked"))


@lru_cache(1_024)
def kind_chances(text: str) -> KindChances:
    """Tell how likely a text asks for each kind of answer, in the order of `KINDS`."""
    weights, bias, marked = _line()
    known, places = read([text])[0], marks(text)
    row = np.concatenate([known.vector, known.tokens.astype(np.float32)])
    sums = np.einsum("j,jk->k", row, weights) + bias
    if len(places):
        sums = sums + marked[places].sum(axis=0) / np.sqrt(np.float32(len(places)))
    shares = np.exp(sums - sums.max())
    return shares / shares.sum()

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
from language.idle_words import telling_words
from language.speech_acts.marks import marks

KINDS = (
    "price", "duration", "when", "where", "count", "who",
    "pay", "have", "may", "how", "which", "none",
)  # fmt: skip
FILE = Path(__file__).with_name("question_kinds.npz")
_GENERAL = KINDS[:5]  # what any thing is asked for
_FEW = 2  # telling words
_LIKELY, _ALIKE = 0.4, 0.3
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


def kind_chance(text: str, kind: str) -> float:
    """Tell how likely a text asks for one kind of answer."""
    return float(kind_chances(text)[KINDS.index(kind)])


def asks_kind_alone(text: str) -> bool:
    """Tell whether a text asks for a price, a time or a place and names nothing: "quanto fica?"."""
    kinds = kind_chances(text)
    best = int(kinds.argmax())
    telling = telling_words(text, _FEW + 1)
    if KINDS[best] not in _GENERAL or kinds[best] < _LIKELY or len(telling) > _FEW:
        return False
    return all(kind_chances(word)[best] >= _ALIKE for word in telling)

"""Tells words that only tie a question together from those that say which rows are meant.

"O João pegou quantas caixas" and "levou quantas caixas" ask the same, "devolveu" asks something
else. No list holds all such verbs, so a small head on the sentence encoder judges those that no
list knows (`training/empty_words.py`); what it is not sure of stays unexplained.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from language.encoder import Vectors, embed

FILE = Path(__file__).with_name("empty_words.npz")
LIMIT = 0.5  # between whom is asked about and what is asked, where a telling verb is rare
_LONGEST = 24


def is_empty(word: str) -> bool:
    """Tell whether a word surely says nothing of which rows or figures are meant."""
    if not 2 < len(word) <= _LONGEST:
        return False
    weights, bias = _head()
    score = float(np.einsum("i,i->", embed([word])[0], weights)) + bias
    return 1 / (1 + float(np.exp(-score))) >= LIMIT


@cache
def _head() -> tuple[Vectors, float]:
    with np.load(FILE) as file:
        return file["weights"].astype(np.float32), float(file["bias"])

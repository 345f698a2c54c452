"""The two local heads: how much a text looks like a wish to harm, and like an injection."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from guardrails.heads.features import SIZE, Matrix, features
from guardrails.heads.windows import windows

FOLDER = Path(__file__).parent
HEADS = ("harm", "injection")
_LIMITS = ("block", "review", "document")
_NOTHING = -1.0  # what the heads learned to say of harmless texts


@dataclass(frozen=True, slots=True)
class Head:
    """One trained head: its weights and the scores from which it speaks up.

    `document` is the blocking limit for tool results and documents, whose prose it knows less well.
    """

    name: str
    weights: Matrix
    bias: float
    block: float
    review: float
    document: float


@cache
def heads() -> tuple[Head, ...]:
    """Load the shipped heads, once."""
    return tuple(_load(name) for name in HEADS)


def _load(name: str) -> Head:
    limits = json.loads((FOLDER / "thresholds.json").read_text(encoding="utf-8"))[name]
    with np.load(FOLDER / f"{name}.npz") as file:
        weights = file["weights"].astype(np.float32)
        bias = float(file["bias"])
    if weights.shape != (SIZE,):
        raise ValueError(f"{name}.npz has {weights.shape[0]} weights and not {SIZE}; train again")
    return Head(name, weights, bias, *(float(limits[key]) for key in _LIMITS))


def scores(text: str) -> dict[str, float]:
    """Return each head's highest score over the text's windows; a blank one is harmless."""
    if not text.strip():
        return {head.name: _NOTHING for head in heads()}
    rows = features(windows(text))
    return {
        head.name: round(float((np.einsum("ij,j->i", rows, head.weights) + head.bias).max()), 4)
        for head in heads()
    }

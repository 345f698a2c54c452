"""`python -m training.empty_words`: fit the head that tells empty words from telling ones.

Words of one beginning are held out together, so that no form of a held-out verb was seen.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from analysis.reading.empty_words import FILE, LIMIT
from language.encoder import embed
from language.matching import fold

WORDS = Path(__file__).with_name("empty_words.txt")
_FOLDS, _STEPS, _RATE, _WEIGHT_DECAY = 10, 600, 8.0, 1e-3
_BEGINNING = 4
_Array = npt.NDArray[np.float64]


def words_of(path: Path = WORDS) -> tuple[list[str], list[str]]:
    """Return the empty words and the telling ones."""
    kinds: dict[str, list[str]] = {}
    here: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            here = kinds.setdefault(line.strip("[] "), [])
        elif not line.startswith("#"):
            here += line.split()
    return kinds["empty"], kinds["telling"]


def fit_words(rows: _Array, empty: npt.NDArray[np.bool_]) -> tuple[_Array, float]:
    """Fit a logistic regression in which both kinds weigh the same."""
    weights, bias = np.zeros(rows.shape[1]), 0.0
    worth = np.where(empty, 0.5 / empty.mean(), 0.5 / (~empty).mean())
    for _ in range(_STEPS):
        wrong = worth * (1 / (1 + np.exp(-(rows @ weights + bias))) - empty)
        weights = weights - _RATE * (rows.T @ wrong / len(empty) + _WEIGHT_DECAY * weights)
        bias -= _RATE * float(wrong.mean())
    return weights, bias


def cross_validated(words: list[str], rows: _Array, empty: npt.NDArray[np.bool_]) -> _Array:
    """Score each word by a head that has seen no word of its beginning."""
    beginnings = sorted({fold(w)[:_BEGINNING] for w in words})
    order = np.random.default_rng(0).permutation(len(beginnings))
    place = {beginnings[n]: at % _FOLDS for at, n in enumerate(order)}
    fold_of = np.array([place[fold(w)[:_BEGINNING]] for w in words])
    scores = np.zeros(len(words))
    for each in range(_FOLDS):
        held = fold_of == each
        weights, bias = fit_words(rows[~held], empty[~held])
        scores[held] = 1 / (1 + np.exp(-(rows[held] @ weights + bias)))
    return scores


def main() -> int:
    """Fit, print how well held-out words are told, and write the head."""
    empty, telling = words_of()
    words = [*empty, *telling]
    rows = embed(words).astype(np.float64)
    is_empty = np.array([True] * len(empty) + [False] * len(telling))
    scores = cross_validated(words, rows, is_empty)
    passed = scores >= LIMIT
    found, right = passed[is_empty].mean(), is_empty[passed].mean()
    print(f"{len(empty)} empty, {len(telling)} telling; held out: {found:.1%} of the empty are")
    print(f"found, {right:.1%} of what is passed over is empty")
    print("telling and passed over:", *(w for w, p in zip(telling, passed[len(empty) :]) if p))
    weights, bias = fit_words(rows, is_empty)
    np.savez(FILE, weights=weights.astype(np.float16), bias=np.float32(bias))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

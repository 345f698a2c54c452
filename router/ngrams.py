"""How alike texts are by their letters: TF-IDF over character n-grams, kept sparse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from language.matching import fold

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]
_SIZES = (2, 3, 4)
_READ = 300  # characters


class Ngrams:
    """The n-grams of some texts: for each, in one run, the texts it stands in and its weights."""

    def __init__(self, texts: Sequence[str]) -> None:
        counts = [_count(text) for text in texts]
        self._size = len(texts)
        self._ids: dict[str, int] = {}
        give = self._ids.setdefault
        ids = np.array([give(gram, len(self._ids)) for c in counts for gram in c], np.intp)
        times = np.array([n for c in counts for n in c.values()], np.float64)
        rows = np.repeat(np.arange(self._size), [len(c) for c in counts])
        spread = np.bincount(ids, minlength=len(self._ids))
        self._rarity: Floats = 1 + np.log((1 + self._size) / (1 + spread))
        self._unseen = float(1 + np.log(1 + self._size))
        weights = (1 + np.log(times)) * self._rarity[ids]
        lengths = np.sqrt(np.bincount(rows, weights * weights, self._size))
        weights /= np.where(lengths > 0, lengths, 1.0)[rows]
        self._texts = [(ids[rows == row], weights[rows == row]) for row in range(self._size)]
        order = np.argsort(ids, kind="stable")
        self._rows, self._weights = rows[order], weights[order]
        self._sizes = spread
        self._starts = np.cumsum(spread) - spread

    def likenesses(self, text: str) -> Floats:
        """Return the cosine between a text and each of the known ones."""
        count = _count(text)
        ids = np.array([self._ids.get(gram, -1) for gram in count], np.intp)
        times = np.fromiter(count.values(), np.float64, len(count))
        rarity = np.where(ids >= 0, self._rarity[ids] if self._size else 0.0, self._unseen)
        weights = (1 + np.log(times)) * rarity
        length = float(np.sqrt((weights * weights).sum())) or 1.0
        return self._add_up(ids[ids >= 0], weights[ids >= 0] / length)

    def among_themselves(self) -> Floats:
        """Return the cosine between each pair of the known texts."""
        if not self._texts:
            return np.zeros((0, 0))
        return np.stack([self._add_up(ids, weights) for ids, weights in self._texts])

    def _add_up(self, ids: Ints, weights: Floats) -> Floats:
        sizes = self._sizes[ids]
        shift = np.cumsum(sizes) - sizes
        at = np.arange(int(sizes.sum())) + np.repeat(self._starts[ids] - shift, sizes)
        parts = self._weights[at] * np.repeat(weights, sizes)
        return np.bincount(self._rows[at], parts, self._size).astype(np.float64)


def _count(text: str) -> Counter[str]:
    padded = f" {fold(text[:_READ])} "
    return Counter(
        padded[at : at + size] for size in _SIZES for at in range(len(padded) - size + 1)
    )

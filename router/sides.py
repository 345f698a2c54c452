"""What the encoder tells of a wish, seen from its two sides: as people say it, and as it is taught.

Learned projections of the encoder's vector and tokens (`python -m training.routes`): a message and
the examples and titles of the workflow it belongs to come to lie near each other, "the 18th would
do me fine" near "change my booking", which speak of other things in the vector alone.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from language.encoder import DIMENSIONS, Vectors

FILE = Path(__file__).with_name("fit.npz")
# What a message brings, whatever it speaks of: "your paddle broke" wants no paddle.
Matter = Literal["wants", "asks", "complains", "changes", "chases", "chats"]
MATTERS: tuple[Matter, ...] = get_args(Matter)


class Sides(NamedTuple):
    """The learned matrices; the tokens are brought to few numbers before both sides share them."""

    tokens: Vectors
    said: Vectors
    said_tokens: Vectors
    taught: Vectors
    taught_tokens: Vectors
    matters: Vectors

    def of_matter(self, rows: Vectors) -> Vectors:
        """Return how likely each of `MATTERS` is, for messages and examples alike."""
        few = np.einsum("ij,jk->ik", rows[:, DIMENSIONS:], self.tokens)
        ones = np.ones((len(rows), 1), np.float32)
        known = np.concatenate([rows[:, :DIMENSIONS], few, ones], axis=1)
        shares = np.exp(np.einsum("ij,jk->ik", known, self.matters))
        return shares / np.maximum(shares.sum(axis=1, keepdims=True), 1e-9)

    def of_message(self, rows: Vectors) -> Vectors:
        """Return what messages want, as unit vectors; a row is a vector with its tokens."""
        return self._side(rows, self.said, self.said_tokens)

    def of_example(self, rows: Vectors) -> Vectors:
        """Return what examples, titles and purposes are there for, as unit vectors."""
        return self._side(rows, self.taught, self.taught_tokens)

    def _side(self, rows: Vectors, vectors: Vectors, tokens: Vectors) -> Vectors:
        # Without BLAS, whose threads would spin for longer than the work takes.
        few = np.einsum("ij,jk->ik", rows[:, DIMENSIONS:], self.tokens)
        seen = np.einsum("ij,jk->ik", rows[:, :DIMENSIONS], vectors)
        seen = seen + np.einsum("ij,jk->ik", few, tokens)
        return seen / np.maximum(np.linalg.norm(seen, axis=1, keepdims=True), 1e-9)


@cache
def learned_sides() -> Sides:
    """Return the learned matrices, read once."""
    with np.load(FILE) as file:
        return Sides(*(file[name].astype(np.float32) for name in Sides._fields))


def rows_of(readings: list[tuple[Vectors, npt.NDArray[np.float16]]]) -> Vectors:
    """Write readings of the encoder as rows: each a vector with its tokens."""
    if not readings:
        return np.zeros((0, DIMENSIONS), np.float32)
    return np.stack([np.concatenate([v, t.astype(np.float32)]) for v, t in readings])

"""Small networks of one hidden layer, fitted by Adam; the same data give the same weights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from guardrails.heads.features import MEANING, SIZE, Matrix, columns
from guardrails.heads.score import HeadPart
from training.adam import Adam

Members = tuple[tuple[int, int, int], ...]  # of each network its units, its columns and its seed
# They err on different texts, so their mean
# errs less than either, or than two of the same kind.
_MEMBERS: Members = ((64, SIZE, 7), (192, MEANING, 11))
_EPOCHS = 24
_BATCH = 256
_RATE = 2e-3
_DECAYS = (0.15, 0.0, 0.15, 0.0)  # of the two weight matrices, not of what is added to them
_DROPPED = 0.4  # of the hidden units, at random
_SMOOTH = 0.2  # labels are 0.2 and 0.8: few texts are wholly good or bad


@dataclass(frozen=True, slots=True)
class HeadNetwork:
    """The weights of fitted networks, whose sum is the log of the odds that a text is bad."""

    parts: tuple[HeadPart, ...]
    bias: float

    def score(self, rows: Matrix) -> Matrix:
        """Return one number per row."""
        told = np.full(len(rows), self.bias, np.float32)
        for part in self.parts:
            seen = columns(rows, len(part.hidden))
            told += np.maximum(seen @ part.hidden + part.shift, 0) @ part.out
        return told


def fit(
    rows: Matrix,
    bad: npt.NDArray[np.bool_],
    weights: npt.NDArray[np.float64],
    members: Members = _MEMBERS,
) -> HeadNetwork:
    """Fit the networks to weighted rows; each gives its part of their mean."""
    worth = (weights / weights.mean()).astype(np.float32)
    wanted = np.where(bad, 1 - _SMOOTH, _SMOOTH).astype(np.float32)
    share = np.float32(1 / len(members))
    parts: list[HeadPart] = []
    bias = 0.0
    for units, count, seed in members:
        hidden, shift, out, own = _member(columns(rows, count), wanted, worth, seed, units)
        parts.append(HeadPart(hidden, shift, out * share))
        bias += float(own[0] * share)
    return HeadNetwork(tuple(parts), bias)


def _member(rows: Matrix, wanted: Matrix, worth: Matrix, seed: int, units: int) -> list[Matrix]:
    chance = np.random.default_rng(seed)
    params = _start(chance, rows.shape[1], units)
    adam = Adam(params, [_RATE] * len(params), _DECAYS)
    batches = len(rows) // _BATCH
    for epoch in range(_EPOCHS):
        order = chance.permutation(len(rows))
        for number in range(batches):
            part = order[number * _BATCH : (number + 1) * _BATCH]
            slopes = _slopes(params, rows[part], wanted[part], worth[part], chance)
            done = (epoch * batches + number) / (_EPOCHS * batches)
            adam.step(slopes, 0.5 * (1 + float(np.cos(np.pi * done))))
    return params


def _start(chance: np.random.Generator, size: int, units: int) -> list[Matrix]:
    return [
        (chance.normal(size=(size, units)) * 0.5).astype(np.float32),
        np.zeros(units, np.float32),
        (chance.normal(size=units) / np.sqrt(units)).astype(np.float32),
        np.zeros(1, np.float32),
    ]


def _slopes(
    params: list[Matrix], rows: Matrix, wanted: Matrix, worth: Matrix, chance: np.random.Generator
) -> list[Matrix]:
    """Return the gradient of the weighted cross-entropy over one batch."""
    hidden, shift, out, bias = params
    before = rows @ hidden + shift
    kept = (chance.random(before.shape, dtype=np.float32) > _DROPPED) / np.float32(1 - _DROPPED)
    units = np.maximum(before, 0) * kept
    said = 1 / (1 + np.exp(-(units @ out + bias[0])))
    error = (said - wanted) * worth / len(rows)
    back = np.outer(error, out) * kept * (before > 0)
    found = [rows.T @ back, back.sum(0), units.T @ error, np.array([error.sum()])]
    return [np.asarray(slope, np.float32) for slope in found]

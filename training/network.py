"""Small networks of one hidden layer, fitted by Adam; the same data give the same weights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from guardrails.heads.features import MEANING, SIZE, Matrix, columns
from guardrails.heads.score import HeadPart

Members = tuple[tuple[int, int, int], ...]  # of each network its units, its columns and its seed
# They err on different texts, so their mean
# errs less than either, or than two of the same kind.
_MEMBERS: Members = ((64, SIZE, 7), (192, MEANING, 11))
_EPOCHS = 24
_BATCH = 256
_RATE = 2e-3
_DECAY = 3e-4  # of the weights, per step at the full rate
_DROPPED = 0.4  # of the hidden units, at random
_SMOOTH = 0.2  # labels are 0.2 and 0.8: few texts are wholly good or bad
_DECAYING = (0, 2)  # the two weight matrices, not what is added to them


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
    adam = _Adam(params)
    batches = len(rows) // _BATCH
    for epoch in range(_EPOCHS):
        order = chance.permutation(len(rows))
        for number in range(batches):
            part = order[number * _BATCH : (number + 1) * _BATCH]
            slopes = _slopes(params, rows[part], wanted[part], worth[part], chance)
            done = (epoch * batches + number) / (_EPOCHS * batches)
            adam.step(slopes, _RATE * 0.5 * (1 + float(np.cos(np.pi * done))))
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


class _Adam:
    """Adam with weight decay beside the gradient, on the two weight matrices."""

    def __init__(self, params: list[Matrix]) -> None:
        self._params = params
        self._mean = [np.zeros_like(each) for each in params]
        self._square = [np.zeros_like(each) for each in params]
        self._steps = 0

    def step(self, slopes: list[Matrix], rate: float) -> None:
        self._steps += 1
        for number, slope in enumerate(slopes):
            param, mean, square = self._params[number], self._mean[number], self._square[number]
            mean += np.float32(0.1) * (slope - mean)
            square += np.float32(0.001) * (slope**2 - square)
            move = mean / np.float32(1 - 0.9**self._steps)
            move /= np.sqrt(square / np.float32(1 - 0.999**self._steps)) + np.float32(1e-8)
            if number in _DECAYING:
                move += param * np.float32(_DECAY / _RATE)
            param -= np.float32(rate) * move

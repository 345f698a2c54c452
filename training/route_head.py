"""Fits the network of `router/fit.py`, which weighs the views of a message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from guardrails.heads.features import Matrix
from router.fit import FitModel
from training.adam import Adam, as_single

_UNITS = 24
_EPOCHS = 12
_BATCH = 256
_RATE = 3e-3
_DECAY, _WISH_DECAY = 1e-2, 0.3
_DROPPED, _WISH_DROPPED = 0.1, 0.3


class HeadSample(NamedTuple):
    """A message of a simulated project: its features, and the workflow it is for.

    Beyond the workflows the answer is their count for what is near, one more for chat.
    """

    own: Matrix
    everything: Matrix
    wish: Matrix
    answer: int
    weight: float


class _Packed(NamedTuple):
    own: Matrix
    present: npt.NDArray[np.bool_]
    everything: Matrix
    wish: Matrix
    answers: npt.NDArray[np.intp]
    weights: Matrix

    def only(self, chosen: npt.NDArray[np.intp]) -> _Packed:
        return _Packed(
            self.own[chosen],
            self.present[chosen],
            self.everything[chosen],
            self.wish[chosen],
            self.answers[chosen],
            self.weights[chosen],
        )


def fit_head(samples: Sequence[HeadSample], seed: int) -> FitModel:
    """Fit over all samples; a rate that falls like a cosine."""
    packed, scales = _packed(samples)
    chance = np.random.default_rng(seed)
    params = _first(packed, chance)
    decays = [_DECAY] * (len(params) - 2) + [_WISH_DECAY, _DECAY]
    adam = Adam(params, [_RATE] * len(params), decays)
    for epoch in range(_EPOCHS):
        order = chance.permutation(len(samples))
        for start in range(0, len(order) - _BATCH, _BATCH):
            slopes = _slopes(params, packed.only(order[start : start + _BATCH]), chance)
            done = (epoch + start / len(order)) / _EPOCHS
            adam.step(slopes, 0.5 * (1 + float(np.cos(np.pi * done))))
    doubles = [each.astype(np.float64) for each in params]
    ordered = [*scales[:2], *doubles[:4], *scales[2:], *doubles[4:]]
    return FitModel(**dict(zip(FitModel._fields, ordered, strict=True)))


def _packed(samples: Sequence[HeadSample]) -> tuple[_Packed, list[npt.NDArray[np.float64]]]:
    """Write samples as tables with room for the most workflows, and features of like size."""
    room = max(len(each.own) for each in samples)
    own = np.zeros((len(samples), room, samples[0].own.shape[1]), np.float32)
    present = np.zeros((len(samples), room), bool)
    answers = np.zeros(len(samples), np.intp)
    for row, each in enumerate(samples):
        count = len(each.own)
        own[row, :count], present[row, :count] = each.own, True
        answers[row] = each.answer if each.answer < count else room + each.answer - count
    everything = np.stack([each.everything for each in samples]).astype(np.float32)
    flat = own[present]
    scales = [flat.mean(0), flat.std(0) + 1e-3, everything.mean(0), everything.std(0) + 1e-3]
    packed = _Packed(
        ((own - scales[0]) / scales[1]).astype(np.float32),
        present,
        ((everything - scales[2]) / scales[3]).astype(np.float32),
        np.stack([each.wish for each in samples]).astype(np.float32),
        answers,
        np.array([each.weight for each in samples], np.float32),
    )
    return packed, [each.astype(np.float64) for each in scales]


def _first(packed: _Packed, chance: np.random.Generator) -> list[Matrix]:
    """Return first weights, in the order in which `FitModel` names them."""

    def drawn(wide: int, *out: int) -> Matrix:
        return (chance.uniform(-1, 1, (wide, *out)) / np.sqrt(wide)).astype(np.float32)

    own, everything = packed.own.shape[2], packed.everything.shape[1]
    zeros = np.zeros(_UNITS, np.float32)
    return [
        *(drawn(own, _UNITS), zeros.copy(), drawn(_UNITS), drawn(own)),
        *(drawn(everything, _UNITS), zeros.copy(), drawn(_UNITS, 2), drawn(everything, 2)),
        np.zeros((packed.wish.shape[1], 2), np.float32),
        np.zeros(2, np.float32),
    ]


def _slopes(params: list[Matrix], part: _Packed, chance: np.random.Generator) -> list[Matrix]:
    """Return the gradient of the weighted cross-entropy over one batch."""
    hidden, shift, out, straight, all_hidden, all_shift, all_out, all_straight, wish, bias = params
    each = part.own * _kept(part.own.shape, _DROPPED, chance)
    whole = part.everything * _kept(part.everything.shape, _DROPPED, chance)
    wishes = part.wish * _kept(part.wish.shape, _WISH_DROPPED, chance)
    units, all_units = np.tanh(each @ hidden + shift), np.tanh(whole @ all_hidden + all_shift)
    sums = np.where(part.present, units @ out + each @ straight, np.float32(-30))
    none = all_units @ all_out + whole @ all_straight + wishes @ wish + bias
    error = _error(as_single(np.concatenate([sums, none], axis=1)), part)
    own, rest = error[:, :-2] * part.present, error[:, -2:]
    flat = own.reshape(-1)
    flat_each, flat_units = each.reshape(len(flat), -1), units.reshape(len(flat), -1)
    back = flat[:, None] * out * (1 - flat_units**2)
    all_back = (rest @ all_out.T) * (1 - all_units**2)
    slopes = [
        *(flat_each.T @ back, back.sum(0), flat_units.T @ flat, flat_each.T @ flat),
        *(whole.T @ all_back, all_back.sum(0), all_units.T @ rest, whole.T @ rest),
        wishes.T @ rest,
        rest.sum(0),
    ]
    return [as_single(each) for each in slopes]


def _error(sums: Matrix, part: _Packed) -> Matrix:
    shares = np.exp(sums - sums.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    shares[np.arange(len(shares)), part.answers] -= 1
    return (shares * (part.weights / len(shares))[:, None]).astype(np.float32)


def _kept(shape: tuple[int, ...], dropped: float, chance: np.random.Generator) -> Matrix:
    return as_single((chance.random(shape, dtype=np.float32) > dropped) / (1 - dropped))

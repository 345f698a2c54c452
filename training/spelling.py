"""Fits the second view of a head: one weight for each place of the table of hashed words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from guardrails.heads.features import Matrix
from guardrails.heads.spelling import PLACES, Places

# What the words add to the networks: more finds what is blunt better and what is subtle worse.
_SHARE = 0.25
_STEPS = 150
_RATE = 0.3
_DECAY = 1e-7
_SMOOTH = 0.1  # labels are 0.1 and 0.9
_EARLIER, _EARLIER_SQUARE = 0.9, 0.999  # Adam's


def fit_words(
    found: Sequence[Places], bad: npt.NDArray[np.bool_], weights: npt.NDArray[np.float64]
) -> tuple[Matrix, float]:
    """Return the weights of all places and what is added to every text; all texts in each step."""
    counts = np.array([len(each) for each in found])
    place, text = np.concatenate(found), np.repeat(np.arange(len(found)), counts)
    worth = np.repeat(1 / np.sqrt(np.maximum(counts, 1)), counts)
    wanted, share = np.where(bad, 1 - _SMOOTH, _SMOOTH), weights / weights.sum()
    params, mean, square = (np.zeros(PLACES + 1) for _ in range(3))
    for step in range(1, _STEPS + 1):
        told = np.bincount(text, params[place] * worth, len(found)) + params[-1]
        error = (1 / (1 + np.exp(-told)) - wanted) * share
        slope = np.bincount(place, error[text] * worth, PLACES) + _DECAY * params[:-1]
        slopes = np.append(slope, error.sum())
        mean += (1 - _EARLIER) * (slopes - mean)
        square += (1 - _EARLIER_SQUARE) * (slopes**2 - square)
        rate = _RATE * 0.5 * (1 + np.cos(np.pi * step / _STEPS))
        near, spread = mean / (1 - _EARLIER**step), square / (1 - _EARLIER_SQUARE**step)
        params -= rate * near / (np.sqrt(spread) + 1e-9)
    return (params[:-1] * _SHARE).astype(np.float32), float(params[-1] * _SHARE)

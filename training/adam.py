"""Adam with weight decay beside the gradient."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from guardrails.heads.features import Matrix


class Adam:
    """Moves parameters in place; each has a rate and a decay of its own."""

    def __init__(
        self, params: Sequence[Matrix], rates: Sequence[float], decays: Sequence[float]
    ) -> None:
        self._params, self._rates, self._decays = params, rates, decays
        self._mean = [np.zeros_like(each) for each in params]
        self._square = [np.zeros_like(each) for each in params]
        self._steps = 0

    def step(self, slopes: Sequence[Matrix], share: float) -> None:
        """Take one step against the slopes, at this share of the full rate."""
        self._steps += 1
        for number, slope in enumerate(slopes):
            param, mean, square = self._params[number], self._mean[number], self._square[number]
            mean += np.float32(0.1) * (slope - mean)
            square += np.float32(0.001) * (slope**2 - square)
            move = mean / np.float32(1 - 0.9**self._steps)
            move /= np.sqrt(square / np.float32(1 - 0.999**self._steps)) + np.float32(1e-8)
            move += param * np.float32(self._decays[number])
            param -= np.float32(self._rates[number] * share) * move


def as_single(numbers: npt.NDArray[np.floating[Any]]) -> Matrix:
    """Return numbers in single precision, as all weights are while they are fitted."""
    return np.asarray(numbers, np.float32)

"""What a message brings, whatever it speaks of: something new, or what is there already.

"I need to move my booking" and "I want a booking" speak of the same and begin different things. A
small network over a message's vector, tokens and marks tells the kinds of `MATTERS` apart;
`python -m training.matters` fits it again.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from language.encoder import WINDOW, read
from language.speech_acts.marks import marks
from router.sides import MATTERS, Matter

FILE = Path(__file__).with_name("matters.npz")
# What concerns a thing that is there already, and begins nothing new.
OF_ITS_OWN: tuple[Matter, ...] = ("complains", "changes", "chases")
OTHER_MATTER = 0.7  # from which a message brings what a workflow is not for
_MatterWeights = npt.NDArray[np.float32]


class MatterReading(NamedTuple):
    """How likely each kind is, in the order of `MATTERS`."""

    chances: tuple[float, ...]

    def of(self, *matters: Matter) -> float:
        """Return how likely it is that a message is of one of these kinds."""
        return sum(self.chances[MATTERS.index(matter)] for matter in matters)


class _MatterNetwork(NamedTuple):
    hidden: _MatterWeights
    shift: _MatterWeights
    out: _MatterWeights
    bias: _MatterWeights
    marked: _MatterWeights  # a row for each place of the table of marks

    def chances(self, row: _MatterWeights, places: npt.NDArray[np.intp]) -> _MatterWeights:
        # Without BLAS, whose threads would spin for milliseconds over little work.
        units = np.maximum(np.einsum("j,jk->k", row, self.hidden) + self.shift, 0)
        sums = np.einsum("j,jk->k", units, self.out) + self.bias
        if len(places):
            sums = sums + self.marked[places].sum(axis=0) / np.sqrt(np.float32(len(places)))
        shares = np.exp(sums - sums.max())
        return shares / shares.sum()


@cache
def _network() -> _MatterNetwork:
    with np.load(FILE) as file:
        return _MatterNetwork(*(file[name].astype(np.float32) for name in _MatterNetwork._fields))


@lru_cache(1_024)  # a workflow's examples are read with every edit, and a message more than once
def matter_reading(text: str) -> MatterReading:
    """Tell what a message brings."""
    known = read([text[:WINDOW]])[0]
    row = np.concatenate([known.vector, known.tokens.astype(np.float32)])
    return MatterReading(tuple(map(float, _network().chances(row, marks(text[:WINDOW])))))

"""What a clause does in a conversation, by a small network over its vector, tokens and marks.

It learned from `training/clauses.*.tsv`; `python -m training.clauses` fits it again. It knows no
question: what a "no" denies, and whether a statement answers, is for its caller to say.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from language.encoder import WINDOW, read
from language.speech_acts.marks import marks

SpeechAct = Literal[
    "yes", "no", "tells", "asks", "wants", "changes", "leaves", "skips", "unsure", "person",
    "upset", "kind",
]  # fmt: skip
ACTS: tuple[SpeechAct, ...] = get_args(SpeechAct)
FILE = Path(__file__).with_name("clauses.npz")
_ClauseWeights = npt.NDArray[np.float32]
_LONGEST = 300  # characters; what is longer tells


class ClauseReading(NamedTuple):
    """How likely each act is, in the order of `ACTS`."""

    chances: tuple[float, ...]

    def of(self, *acts: SpeechAct) -> float:
        """Return how likely it is that a clause does one of these."""
        return sum(self.chances[ACTS.index(act)] for act in acts)

    @property
    def act(self) -> SpeechAct:
        """The likeliest."""
        return ACTS[int(np.argmax(self.chances))]

    @property
    def sure(self) -> float:
        """How likely that one is."""
        return max(self.chances)


_TELLS = ClauseReading(tuple(float(act == "tells") for act in ACTS))


class _ClauseNetwork(NamedTuple):
    hidden: _ClauseWeights
    shift: _ClauseWeights
    out: _ClauseWeights
    bias: _ClauseWeights
    marked: _ClauseWeights  # a row for each place of the table of marks
    heat: float  # by what the sums are divided, so that a chance is as often right as it says

    def chances(self, row: _ClauseWeights, places: npt.NDArray[np.intp]) -> _ClauseWeights:
        # Without BLAS, whose threads would spin for milliseconds over little work.
        units = np.maximum(np.einsum("j,jk->k", row, self.hidden) + self.shift, 0)
        sums = np.einsum("j,jk->k", units, self.out) + self.bias
        if len(places):
            sums = sums + self.marked[places].sum(axis=0) / np.sqrt(np.float32(len(places)))
        shares = np.exp((sums - sums.max()) / self.heat)
        return shares / shares.sum()


@cache
def _network() -> _ClauseNetwork:
    with np.load(FILE) as file:
        hidden, shift, out, bias, marked = (
            file[name].astype(np.float32) for name in _ClauseNetwork._fields[:-1]
        )
        return _ClauseNetwork(hidden, shift, out, bias, marked, float(file["heat"]))


def warm_up() -> None:
    """Load the network now, so that no message waits for it."""
    _network()


def clause_reading(text: str) -> ClauseReading:
    """Tell what a clause, or a message of one clause, does."""
    said = text.strip()
    if len(said) > min(_LONGEST, WINDOW) or not any(map(str.isalnum, said)):
        return _TELLS
    return _known(said)


@lru_cache(2_048)  # a message's clauses are looked at more than once on its way
def _known(text: str) -> ClauseReading:
    known = read([text])[0]
    row = np.concatenate([known.vector, known.tokens.astype(np.float32)])
    return ClauseReading(tuple(map(float, _network().chances(row, marks(text)))))

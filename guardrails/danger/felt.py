"""How much a message sounds like somebody who can bear no more, or who fears for somebody near.

A small head over the sentence's vector, for what the patterns of `despair` do not know. It learned
from `training/distress.*.txt`; `python -m training.distress --data DIR` fits it again.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from guardrails.danger.calm import tells_of_elsewhere
from guardrails.danger.spoken import spoken
from guardrails.heads.windows import MOST, WHOLE, windows
from language.encoder import read
from language.respelt import respelt

FILE = Path(__file__).with_name("felt.npz")
_Numbers = npt.NDArray[np.float32]
Distress = Literal["own", "others"]
_SENTENCE = re.compile(r"(?<=[.!?\n])\s+|\n+|, (?=(?:and|but|e|mas)\b)", re.I)
_SENTENCES = 4  # of a message that may hold such a one among others
_NEARLY = 1.5  # below the limit: as far as other sentences draw down a whole message
_HARDLY = 0.5  # below it, words of despair are of something else: "the parcel is lost, I despair"
# An answer to a question that was open is rarely such a message: it has to be so much clearer.
_ANSWERING = 0.3
_NAMED = re.compile(  # but where it is named, a guess is enough
    r"suic[ií]d|me mat(?:ar|o|asse)\b|kill(?:ing)? myself"
    r"|(?:end|take|taking|ending) my (?:own )?life"
    r"|(?:tirar|acabar com) (?:a )?minha (?:pr[oó]pria )?vida|self[- ]harm",
    re.I,
)


class Felt(NamedTuple):
    """Whose distress it may be, and whether that is as good as certain."""

    whose: Distress
    sure: bool


class _Layers(NamedTuple):
    hidden: _Numbers
    shift: _Numbers
    out: _Numbers
    bias: float

    def score(self, row: _Numbers) -> float:
        # Without BLAS, whose threads would spin for milliseconds over little work.
        units = np.maximum(np.einsum("j,jk->k", row, self.hidden) + self.shift, 0)
        return float(np.einsum("j,j->", units, self.out)) + self.bias


class _DistressHead(NamedTuple):
    felt: _Layers
    others: _Layers  # whether it is somebody else's
    maybe: float
    sure: float


@cache
def _head() -> _DistressHead:
    with np.load(FILE) as file:

        def layers(name: str) -> _Layers:
            hidden, shift, out = (
                file[f"{name}_{part}"].astype(np.float32) for part in ("hidden", "shift", "out")
            )
            return _Layers(hidden, shift, out, float(file[f"{name}_bias"]))

        return _DistressHead(
            layers("felt"), layers("others"), float(file["maybe"]), float(file["sure"])
        )


def felt(text: str, most: int = MOST, answering: bool = False) -> Felt | None:
    """Tell whose distress a message may speak of, if it does; of long ones a few windows."""
    head, (best, row) = _head(), _strongest(text, most)
    more = _ANSWERING if answering and not _NAMED.search(text) else 0
    if best < head.maybe + more or tells_of_elsewhere(spoken(text)):
        return None
    return Felt("others" if head.others.score(row) > 0 else "own", best >= head.sure + more)


def hardly_felt(text: str, most: int = MOST) -> bool:
    """Tell whether a message is far from what those write who are in distress."""
    return _strongest(text, most)[0] < _head().maybe - _HARDLY


def is_slip(text: str) -> bool:
    """Tell whether a message sounds like distress by wrong letters alone: "wnat my hegde cut".

    What the encoder does not know as a word means anything to it.
    """
    if len(text) > WHOLE:
        return False
    right = respelt(text)
    return right != text.lower() and hardly_felt(right)


@lru_cache(4)  # two guards ask, one after the other
def _strongest(text: str, most: int) -> tuple[float, _Numbers]:
    head = _head()
    return max(
        (scored for window in windows(text, most) for scored in _scored(head, window)),
        key=lambda scored: scored[0],
    )


def _scored(head: _DistressHead, text: str) -> list[tuple[float, _Numbers]]:
    """Score a text, and its sentences one by one where the whole is not far from distress."""
    whole = _score(head, text)
    if whole[0] < head.maybe - _NEARLY or whole[0] >= head.sure:
        return [whole]
    sentences = [each for each in _SENTENCE.split(text) if each and each.count(" ") > 1]
    if len(sentences) < 2:
        return [whole]
    return [whole, *(_score(head, each) for each in sentences[-_SENTENCES:])]


def _score(head: _DistressHead, text: str) -> tuple[float, _Numbers]:
    row = read([text])[0].vector
    return head.felt.score(row), row

"""The two local heads: how much a text looks like a wish to harm, and like an injection."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import inf
from pathlib import Path

import numpy as np
import numpy.typing as npt

from guardrails.heads.features import SIZE, Matrix, features
from guardrails.heads.spelling import PLACES, Places, places, told_by
from guardrails.heads.windows import MOST, WHOLE, windows
from guardrails.policy import Limits, Policy

FOLDER = Path(__file__).parent
HEADS = ("harm", "injection")
PARTS = 1  # networks of a head, added up
BRIEF = 4  # words
_LIMITS = ("block", "review", "document", "talk", "brief", "asked")
_NOTHING = -1.0  # what the heads learned to say of harmless texts
# Numbers of orders, hashes and the like: nobody means harm by them, and the encoder makes them mean
# anything.
_CODE = re.compile(
    r"\b(?:(?=[a-f-]{0,64}\d)[0-9a-f-]{8,64}|(?=(?:[a-z-]{0,16}\d){4})[\w-]{5,64})\b", re.I
)


@dataclass(frozen=True, slots=True)
class HeadPart:
    """A small network over all features."""

    hidden: Matrix
    shift: Matrix
    out: Matrix

    def score(self, rows: Matrix) -> Matrix:
        """Return a number per row."""
        # Written without BLAS, whose threads would spin for milliseconds over little work.
        units = np.maximum(np.einsum("ij,jk->ik", rows, self.hidden) + self.shift, 0)
        return np.einsum("ij,j->i", units, self.out)


@dataclass(frozen=True, slots=True)
class Head:
    """One trained head: its small networks, its words, and the scores from which it speaks up.

    `document` is the blocking limit for tool results and documents, whose prose it knows less well,
    `talk` that for a message read together with earlier ones, and `brief` that for a few words,
    which say what happened to somebody as often as what is wanted: "burglary". `asked` is lower
    than `block`: what sounds bad is often told to a shop, and seldom asked of it.
    """

    name: str
    parts: tuple[HeadPart, ...]
    words: Matrix  # by the place of a word, a pair or letters, see guardrails/heads/spelling.py
    bias: float
    block: float
    review: float
    document: float
    talk: float
    brief: float
    asked: float

    def score(self, rows: Matrix, found: Sequence[Places]) -> float:
        """Return the highest score of some windows: their rows of features and their words."""
        told = sum((part.score(rows) for part in self.parts), told_by(self.words, found))
        return round(float(told.max()) + self.bias, 4)


@cache
def heads() -> tuple[Head, ...]:
    """Load the shipped heads, once."""
    return tuple(_load(name) for name in HEADS)


def _load(name: str) -> Head:
    limits = json.loads((FOLDER / "thresholds.json").read_text(encoding="utf-8"))[name]
    with np.load(FOLDER / f"{name}.npz") as file:
        parts = tuple(_part(file, number) for number in range(PARTS))
        words, bias = np.asarray(file["words"], np.float32), float(file["bias"])
    if len(words) != PLACES:
        raise ValueError(f"the words of a head have {len(words)} weights; train again")
    return Head(name, parts, words, bias, *(float(limits[key]) for key in _LIMITS))


def _part(file: Mapping[str, npt.NDArray[np.generic]], number: int) -> HeadPart:
    keys = (f"{key}{number}" for key in ("hidden", "shift", "out"))
    part = HeadPart(*(np.asarray(file[key], np.float32) for key in keys))
    if len(part.hidden) != SIZE:
        raise ValueError(f"part {number} of a head has {len(part.hidden)} weights; train again")
    return part


def limits_of(policy: Policy) -> dict[str, Limits]:
    """Return from which scores each head speaks up under a policy."""
    shipped = {
        head.name: Limits(block=head.block, review=head.review, document=head.document)
        for head in heads()
    }
    own = {name: limit.model_dump(exclude_none=True) for name, limit in policy.limits.items()}
    return {name: limit.model_copy(update=own.get(name)) for name, limit in shipped.items()}


def unled(policy: Policy) -> Policy:
    """Return a policy under which orders to a model only ask for review: none is there to obey."""
    limit = limits_of(policy)["injection"]
    never = limit.model_copy(update={"block": inf, "document": inf})
    return policy.model_copy(update={"limits": policy.limits | {"injection": never}})


def scores(text: str, most: int = MOST) -> dict[str, float]:
    """Return each head's highest score over the text's windows; one without words is harmless.

    A short text is scored once: the messages of a talk are read again with those that follow.
    """
    return dict(_known(text, most) if len(text) <= WHOLE else _scores(text, most))


@lru_cache(2_048)
def _known(text: str, most: int) -> dict[str, float]:
    return _scores(text, most)


def _scores(text: str, most: int) -> dict[str, float]:
    if not any(character.isalnum() for character in text):
        return {head.name: _NOTHING for head in heads()}
    cut = [_CODE.sub(" ", window).strip() or window for window in windows(text, most)]
    rows, found = features(cut), [places(window) for window in cut]
    return {head.name: head.score(rows, found) for head in heads()}

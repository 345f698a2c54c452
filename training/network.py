"""Small networks of one hidden layer beside a table of hashed words, fitted together by Adam.

The same data give the same weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from guardrails.heads.features import Matrix
from guardrails.heads.score import HeadPart
from guardrails.heads.spelling import PLACES, Places, told_by
from training.adam import Adam

Members = tuple[tuple[int, int], ...]  # of each network its units and its seed
LearningRates = tuple[float, float, float, float, float]  # of each matrix, the words' last
_MEMBERS: Members = ((120, 7),)
_DECAYS = (0.15, 0.0, 0.15, 0.0, 0.1)
_WORDS_DROPPED = 0.5  # at random
_SMOOTH = 0.2  # labels are 0.2 and 0.8: few texts are wholly good or bad


class LearningPace(NamedTuple):
    """How networks are fitted: how often all rows are seen, how many at once, without which part.

    What is dropped are hidden units, at random.
    """

    epochs: int = 20
    batch: int = 128
    dropped: float = 0.5
    rates: LearningRates = (2e-3, 2e-3, 2e-3, 2e-3, 5e-3)


@dataclass(frozen=True, slots=True)
class HeadNetwork:
    """The weights of fitted networks, whose sum is the log of the odds that a text is bad."""

    parts: tuple[HeadPart, ...]
    words: Matrix
    bias: float

    def score(self, rows: Matrix, found: Sequence[Places] | None = None) -> Matrix:
        """Return one number per row."""
        told = np.full(len(rows), self.bias, np.float32)
        for part in self.parts:
            told += np.maximum(rows @ part.hidden + part.shift, 0) @ part.out
        return told if found is None else told + told_by(self.words, found)


class _TextPlaces(NamedTuple):
    rows: Matrix
    found: list[Places]
    wanted: Matrix
    worth: Matrix


def fit(
    rows: Matrix,
    bad: npt.NDArray[np.bool_],
    weights: npt.NDArray[np.float64],
    found: Sequence[Places] | None = None,
    members: Members = _MEMBERS,
    pace: LearningPace = LearningPace(),  # noqa: B008  # it never changes
) -> HeadNetwork:
    """Fit the networks to weighted rows; each gives its part of their mean."""
    worth = (weights / weights.mean()).astype(np.float32)
    wanted = np.where(bad, 1 - _SMOOTH, _SMOOTH).astype(np.float32)
    none: Places = np.zeros(0, np.int64)
    texts = _TextPlaces(rows, list(found or [none] * len(rows)), wanted, worth)
    share = np.float32(1 / len(members))
    parts: list[HeadPart] = []
    words, bias = np.zeros(PLACES, np.float32), 0.0
    for units, seed in members:
        hidden, shift, out, own, told = _member(texts, seed, units, pace)
        parts.append(HeadPart(hidden, shift, out * share))
        words += told * share
        bias += float(own[0] * share)
    return HeadNetwork(tuple(parts), words, bias)


def _member(texts: _TextPlaces, seed: int, units: int, pace: LearningPace) -> list[Matrix]:
    chance = np.random.default_rng(seed)
    params = _start(chance, texts.rows.shape[1], units)
    adam = Adam(params, pace.rates, _DECAYS)
    batches = len(texts.rows) // pace.batch
    for epoch in range(pace.epochs):
        order = chance.permutation(len(texts.rows))
        for number in range(batches):
            part = order[number * pace.batch : (number + 1) * pace.batch]
            slopes = _slopes(params, texts, part, chance, pace.dropped)
            done = (epoch * batches + number) / (pace.epochs * batches)
            adam.step(slopes, 0.5 * (1 + float(np.cos(np.pi * done))))
    return params


def _start(chance: np.random.Generator, size: int, units: int) -> list[Matrix]:
    return [
        (chance.normal(size=(size, units)) * 0.5).astype(np.float32),
        np.zeros(units, np.float32),
        (chance.normal(size=units) / np.sqrt(units)).astype(np.float32),
        np.zeros(1, np.float32),
        np.zeros(PLACES, np.float32),
    ]


def _slopes(
    params: list[Matrix],
    texts: _TextPlaces,
    part: npt.NDArray[np.intp],
    chance: np.random.Generator,
    dropped: float,
) -> list[Matrix]:
    """Return the gradient of the weighted cross-entropy over one batch."""
    hidden, shift, out, bias, words = params
    rows, place, text, share = texts.rows[part], *_words(texts, part, chance)
    before = rows @ hidden + shift
    kept = (chance.random(before.shape, dtype=np.float32) > dropped) / np.float32(1 - dropped)
    units = np.maximum(before, 0) * kept
    sums = units @ out + bias[0] + np.bincount(text, words[place] * share, len(part))
    error = (1 / (1 + np.exp(-sums)) - texts.wanted[part]) * texts.worth[part] / len(part)
    back = np.outer(error, out) * kept * (before > 0)
    told = np.bincount(place, error[text] * share, PLACES)
    slopes = (rows.T @ back, back.sum(0), units.T @ error, np.array([error.sum()]), told)
    return [np.asarray(slope, np.float32) for slope in slopes]


def _words(
    texts: _TextPlaces, part: npt.NDArray[np.intp], chance: np.random.Generator
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.intp], Matrix]:
    """Return the places of a batch's words, whose they are, and what each counts; some count 0."""
    found = [texts.found[int(at)] for at in part]
    counts = np.array([len(each) for each in found])
    place = np.concatenate(found)
    kept = chance.random(len(place), dtype=np.float32) > _WORDS_DROPPED
    share = np.repeat(1 / np.sqrt(np.maximum(counts, 1)), counts) * kept / (1 - _WORDS_DROPPED)
    return place, np.repeat(np.arange(len(part)), counts), share.astype(np.float32)

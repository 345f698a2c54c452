"""Fits the two learned sides of `router/sides.py`: over episodes, each a small project of its own.

In an episode some workflows are served by some of their examples; the messages of these are to be
nearer to them than to any other, and what belongs to none (messages of the workflows left out, near
misses, chat) is to be near nobody.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from guardrails.heads.features import Matrix
from language.encoder import DIMENSIONS
from router.sides import MATTERS, Sides
from training.adam import Adam, as_single

_SIZE, _FEW = 256, 128  # numbers of a side, and of the tokens before they are shared
_DROPPED = 0.5
_STEPS = 600
_RATE, _WEIGHT_RATE = 1e-3, 1e-2
_PULL = 2e-3  # back to where it began
_SMOOTH = 0.02
_WIDTH = 0.018  # of the tokens' first weights


@dataclass(slots=True)
class Episode:
    """Places of texts in the table of readings; a message of nobody has the owner -1."""

    taught: list[int] = field(default_factory=list[int])
    owners: list[int] = field(default_factory=list[int])
    titles: list[int] = field(default_factory=list[int])
    titled: list[int] = field(default_factory=list[int])
    purposes: list[int] = field(default_factory=list[int])
    purposed: list[int] = field(default_factory=list[int])
    messages: list[int] = field(default_factory=list[int])
    wanted: list[int] = field(default_factory=list[int])
    weights: list[float] = field(default_factory=list[float])
    count: int = 0

    def asks(self, messages: list[int], owner: int, weight: float = 1.0) -> None:
        """Add messages of one workflow, or of none."""
        self.messages += messages
        self.wanted += [owner] * len(messages)
        self.weights += [weight] * len(messages)


class _Side(NamedTuple):
    """One side of some rows, with what is needed on the way back."""

    vectors: Matrix
    few: Matrix
    few_kept: Matrix
    tokens: Matrix
    length: Matrix
    unit: Matrix


def fit_sides(rows: Matrix, episodes: Iterator[Episode], seed: int) -> Sides:
    """Fit over a bounded number of episodes; `rows` are the readings of all texts."""
    chance = np.random.default_rng(seed)
    params = _first(rows, chance)
    began = [each.copy() for each in params]
    rates = [_RATE] * 6 + [_WEIGHT_RATE] * 2
    adam = Adam(params, rates, [0.0] * len(params))
    for step in range(_STEPS):
        slopes = _slopes(params, rows, next(episodes), chance)
        for number in range(5):
            slopes[number] += np.float32(2 * _PULL) * (
                params[number] - (began[number] if number in (1, 3) else 0)
            )
        adam.step(slopes, 0.5 * (1 + float(np.cos(np.pi * step / _STEPS))))
    return Sides(*params[:5], matters=np.zeros((DIMENSIONS + _FEW + 1, len(MATTERS)), np.float32))


def _first(rows: Matrix, chance: np.random.Generator) -> list[Matrix]:
    """Begin with the directions in which the vectors differ most, the same on both sides."""
    vectors = rows[chance.permutation(len(rows))[:6_000], :DIMENSIONS]
    _, _, turns = np.linalg.svd(vectors - vectors.mean(axis=0), full_matrices=False)
    start = np.ascontiguousarray(turns[:_SIZE].T, np.float32)
    tokens = chance.normal(size=(rows.shape[1] - DIMENSIONS, _FEW)) * _WIDTH
    return [
        tokens.astype(np.float32),
        start.copy(),
        np.zeros((_FEW, _SIZE), np.float32),
        start.copy(),
        np.zeros((_FEW, _SIZE), np.float32),
        np.zeros(_SIZE, np.float32),  # what makes a message nobody's, whoever is there
        np.array([6, 6, 2, 2], np.float32),  # nearest, mean, title, purpose
        np.array([5, 0, 0, 0, 0], np.float32),  # nobody's, without titles, purposes; few, alike
    ]


def _slopes(
    params: list[Matrix], rows: Matrix, episode: Episode, chance: np.random.Generator
) -> list[Matrix]:
    """Return the gradient of the weighted cross-entropy over one episode."""
    tokens, said, said_tokens, taught, taught_tokens, nobody, weights, bias = params
    ends = np.cumsum([len(episode.taught), len(episode.titles), len(episode.purposes)])
    known = rows[[*episode.taught, *episode.titles, *episode.purposes]]
    one = _side(rows[episode.messages], tokens, said, said_tokens, chance)
    other = _side(known, tokens, taught, taught_tokens, chance)
    owners, count = np.array(episode.owners), episode.count
    alike = one.unit @ other.unit.T
    best = _best_places(alike[:, : ends[0]], owners, count)
    near = np.take_along_axis(alike, best, axis=1)
    sums = np.zeros((count, _SIZE), np.float32)
    np.add.at(sums, owners, other.unit[: ends[0]])
    size = np.linalg.norm(sums, axis=1, keepdims=True)
    means = sums / size
    middle = one.unit @ means.T
    told = [np.zeros_like(near), np.zeros_like(near)]
    told[0][:, episode.titled] = alike[:, ends[0] : ends[1]]
    told[1][:, episode.purposed] = alike[:, ends[1] :]
    views = (near, middle, *told)
    flags = _flags(episode, other.unit[: ends[0]], owners)
    scores = sum((w * view for w, view in zip(weights, views, strict=True)), np.zeros_like(near))
    none = one.unit @ nobody + float(bias @ flags)
    error = _error(np.column_stack([scores, none]), episode)
    back = error[:, :count]
    of_alike = np.zeros_like(alike)
    np.put_along_axis(of_alike, best, weights[0] * back, axis=1)
    of_alike[:, ends[0] : ends[1]] += weights[2] * back[:, episode.titled]
    of_alike[:, ends[1] :] += weights[3] * back[:, episode.purposed]
    of_means = weights[1] * (back.T @ one.unit)
    of_sums = (of_means - means * (means * of_means).sum(1, keepdims=True)) / size
    of_one = of_alike @ other.unit + weights[1] * (back @ means) + error[:, count:] * nobody
    of_other = of_alike.T @ one.unit
    of_other[: ends[0]] += of_sums[owners]
    said_slopes = _back(one, as_single(of_one), said_tokens)
    taught_slopes = _back(other, as_single(of_other), taught_tokens)
    return [
        said_slopes[0] + taught_slopes[0],
        *said_slopes[1:],
        *taught_slopes[1:],
        one.unit.T @ error[:, count],
        np.array([(back * view).sum() for view in views], np.float32),
        (error[:, count].sum() * flags).astype(np.float32),
    ]


def _side(
    rows: Matrix, tokens: Matrix, vectors: Matrix, shared: Matrix, chance: np.random.Generator
) -> _Side:
    kept = rows * _kept(rows.shape, chance)
    few_kept = _kept((len(rows), _FEW), chance)
    few = as_single((kept[:, DIMENSIONS:] @ tokens) * few_kept)
    seen = kept[:, :DIMENSIONS] @ vectors + few @ shared
    length = np.maximum(np.linalg.norm(seen, axis=1, keepdims=True), 1e-9).astype(np.float32)
    return _Side(kept[:, :DIMENSIONS], few, few_kept, kept[:, DIMENSIONS:], length, seen / length)


def _back(side: _Side, slope: Matrix, shared: Matrix) -> tuple[Matrix, Matrix, Matrix]:
    """Return the slopes of the tokens' first weights, of the vectors and of the shared tokens."""
    seen = (slope - side.unit * (side.unit * slope).sum(1, keepdims=True)) / side.length
    few = (seen @ shared.T) * side.few_kept
    return side.tokens.T @ few, side.vectors.T @ seen, side.few.T @ seen


def _kept(shape: tuple[int, ...], chance: np.random.Generator) -> Matrix:
    return as_single((chance.random(shape, dtype=np.float32) > _DROPPED) / (1 - _DROPPED))


def _best_places(alike: Matrix, owners: np.ndarray, count: int) -> np.ndarray:
    """Return for each message and workflow the place of its likest example."""
    best = np.zeros((len(alike), count), np.intp)
    for owner in range(count):
        own = np.flatnonzero(owners == owner)
        best[:, owner] = own[alike[:, own].argmax(axis=1)]
    return best


def _flags(episode: Episode, units: Matrix, owners: np.ndarray) -> Matrix:
    """Return what else tells how like a message must be: what is missing, how alike they are."""
    same = (owners[:, None] == owners[None, :]) & ~np.eye(len(owners), dtype=bool)
    alike = float((units @ units.T)[same].mean()) if same.any() else 0.4
    few = float(np.log(len(owners) / episode.count / 6))
    absent = [float(not episode.titles), float(not episode.purposes)]
    return np.array([1, *absent, few, 3 * (alike - 0.4)], np.float32)


def _error(sums: Matrix, episode: Episode) -> Matrix:
    """Return by how much the chances miss what is wanted, message by message."""
    shares = np.exp(sums - sums.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    wanted = np.full(sums.shape, _SMOOTH / sums.shape[1], np.float32)
    wanted[np.arange(len(sums)), episode.wanted] += 1 - _SMOOTH
    weights = np.array(episode.weights, np.float32)
    return ((shares - wanted) * (weights / weights.sum())[:, None]).astype(np.float32)

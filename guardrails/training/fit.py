"""Fits a head and says how well it does on sources that it has not seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from guardrails.heads.features import Matrix
from guardrails.training.data import Sample, weight

Array = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
FOLDS = 5
_RIDGE = {"harm": 10.0, "injection": 3.0}
_BUSINESS = ("sqleval_business_questions", "clinc150", "evg_ptbr", "homeassistant_ptbr")
_PROSE = ("bipia_benign_email", "openai_moderation")
_TWINS_FLAGGED = 0.05  # harmless twins that may pass the blocking limit


@dataclass(frozen=True, slots=True)
class Set:
    """All texts of a head: their windows as rows, and which windows belong to which text."""

    head: str
    samples: Sequence[Sample]
    rows: Matrix
    owner: npt.NDArray[np.int64]
    flagged: Mask
    told: Mask
    weights: Array

    def sources(self) -> list[str]:
        """Return the names of the sources, each once."""
        return sorted({sample.source for sample in self.samples})


@dataclass(frozen=True, slots=True)
class Fitted:
    """A fitted head: weights of the features and a bias."""

    weights: Array
    bias: float


def gather(head: str, samples: Sequence[Sample], rows: Matrix, owner: npt.NDArray[np.int64]) -> Set:
    """Choose what a head learns from; each source weighs the same however many texts it has."""
    worth = [weight(head, sample) for sample in samples]
    flagged = np.array([bool(w and w[1]) for w in worth])
    groups = [(s.source, bool(f)) for s, f in zip(samples, flagged, strict=True)]
    counts = {group: groups.count(group) for group in set(groups)}
    weights = np.array(
        [w[0] / counts[g] if w else 0.0 for w, g in zip(worth, groups, strict=True)], np.float64
    )
    told = np.array([w is not None for w in worth])
    return Set(head, samples, rows, owner, flagged, told, weights)


class Regression:
    """The weighted ridge regression of the labels over all windows.

    Its sums are kept, so that what a held-out part adds is taken away instead of added anew.
    """

    def __init__(self, data: Set) -> None:
        self._data = data
        owner = data.owner
        shared = np.bincount(owner, minlength=len(data.samples))[owner]
        weights = data.weights[owner] / shared
        self._weights = np.asarray(weights / weights[weights > 0].mean(), np.float64)
        self._labels = np.where(data.flagged[owner], 1.0, -1.0)
        self._square, self._right = self._sums(np.ones(len(owner), np.bool_))

    def fit(self, held: Mask | None = None) -> Fitted:
        """Solve without the texts that are held out."""
        square, right = self._square.copy(), self._right.copy()
        if held is not None:
            less = self._sums(held[self._data.owner])
            square -= less[0]
            right -= less[1]
        penalty = np.full(len(right), _RIDGE[self._data.head])
        penalty[-1] = 1e-6
        solved = np.asarray(np.linalg.solve(square + np.diag(penalty), right), np.float64)
        return Fitted(solved[:-1], float(solved[-1]))

    def _sums(self, use: Mask) -> tuple[Array, Array]:
        use = use & (self._weights > 0)
        rows = np.hstack([self._data.rows[use], np.ones((int(use.sum()), 1))]).astype(np.float64)
        weighted = rows * self._weights[use][:, None]
        return weighted.T @ rows, weighted.T @ self._labels[use]


def score(fitted: Fitted, data: Set) -> Array:
    """Return the highest score over each text's windows."""
    each = data.rows @ fitted.weights + fitted.bias
    best = np.full(len(data.samples), -np.inf)
    np.maximum.at(best, data.owner, each)
    return best


def cross_validate(data: Set, model: Regression) -> Array:
    """Score every text by a head that has not seen its source, or, of our pairs, its fold."""
    source = np.array([sample.source for sample in data.samples])
    fold = np.array([sample.twin % FOLDS if sample.twin >= 0 else -1 for sample in data.samples])
    public = [source == name for name in data.sources() if not name.startswith("pairs:")]
    scores = np.zeros(len(data.samples))
    for held in [*public, *(fold == number for number in range(FOLDS))]:
        scores[held] = score(model.fit(held), data)[held]
    return scores


def limits(head: str, data: Set, scores: Array) -> tuple[float, float]:
    """Set the scores from which a head blocks and asks for review: 1 % and 5 % of business."""
    source = np.array([sample.source for sample in data.samples])
    business = scores[np.isin(source, _BUSINESS)]
    twins = scores[(source == f"pairs:{head}") & ~data.flagged]
    block = max(np.quantile(business, 0.99), np.quantile(twins, 1 - _TWINS_FLAGGED))
    return float(block), float(min(block, np.quantile(business, 0.95)))


def document_limit(data: Set, scores: Array, block: float) -> float:
    """Set the score from which a document is blocked: 2 % of long prose of an unseen kind."""
    source = np.array([sample.source for sample in data.samples])
    prose = scores[np.isin(source, _PROSE) & ~data.flagged]
    return float(max(block, np.quantile(prose, 0.98)))

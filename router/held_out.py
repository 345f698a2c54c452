"""Each example judged as if it were not one: whose would it be by those that are left?

Only the examples themselves speak here, their titles do not: a workflow is warned of for what it
teaches. Five views are added up: the nearest example, the mean, a linear separation, the letters,
and what a workflow says that it is for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from router.classify import strangers, taught
from router.ngrams import Floats
from router.views import Views, best_of, directions

_FOLDS = 5
_NEAREST, _MEAN, _LINEAR, _LETTERS, _PURPOSE = 0.25, 0.25, 0.30, 0.30, 0.30
_NEIGHBOUR = 0.55  # likeness of two examples that may be taken for each other
_FEWEST = 3  # examples that say nothing of each other
_DENSITY = 0.2  # a workflow whose examples are alike demands more likeness
_FALSE_REJECTS, _USUAL_FLOOR, _USUAL_COUNT = 0.10, 0.32, 8


class HeldOut(NamedTuple):
    """An example, whose it is, whose it would be, and whether that one would take it."""

    owner: str
    guessed: str
    text: str
    mistaken: bool


def held_out(
    examples: Mapping[str, Sequence[str]],
    negatives: Mapping[str, Sequence[str]],
    about: Mapping[str, str],
) -> list[HeldOut]:
    """Judge every example of the workflows that have more than a few."""
    names = [name for name, texts in examples.items() if taught(texts)]
    if not names:
        return []
    given = {name: taught(examples[name]) for name in names}
    against = {name: taught(negatives.get(name, ())) for name in names}
    views = Views(names, given, about, {}, strangers(given, against))
    owners, count = views.examples.owners, len(names)
    vectors = views.examples.vectors
    alike = vectors @ vectors.T
    scores = _scores(views, alike)
    scores += _PURPOSE * views.purposes.best(vectors @ views.purposes.vectors.T)
    judged = np.bincount(owners, minlength=count)[owners] > _FEWEST
    dense = _DENSITY * views.around().each[:, 2]
    best = scores.argmax(axis=1)
    above = scores.max(axis=1) - dense[best]
    floor = _floor(above[judged])
    near = best_of(alike, owners, count)[np.arange(len(best)), best]
    taken = (best != owners) & (near >= _NEIGHBOUR) & (above >= floor)
    return [
        HeldOut(names[owners[at]], names[best[at]], views.texts[at], bool(taken[at]))
        for at in np.flatnonzero(judged)
    ]


def _scores(views: Views, alike: Floats) -> Floats:
    """Score every example by the others, fold by fold."""
    owners, count = views.examples.owners, len(views.means)
    vectors, letters = views.examples.vectors, views.letters.among_themselves()
    scores = np.zeros((len(owners), count))
    places = np.arange(len(owners)) - np.searchsorted(owners, owners)
    for number in range(_FOLDS):
        out, kept = np.flatnonzero(places % _FOLDS == number), places % _FOLDS != number
        if not len(out) or not kept.any():
            continue
        mean = vectors[out] @ directions(vectors[kept], owners[kept], count).T
        block = np.linalg.solve(views.inverse[np.ix_(out, out)], views.duals[out])
        scores[out] = (
            _NEAREST * best_of(alike[np.ix_(out, kept)], owners[kept], count)
            + _MEAN * mean
            + _LINEAR * (np.eye(count)[owners[out]] - block)
            + _LETTERS * best_of(letters[np.ix_(out, kept)], owners[kept], count)
        )
    return scores


def _floor(above: Floats) -> float:
    """Cut off the worst tenth; few examples say little."""
    if not len(above):
        return _USUAL_FLOOR
    weight = len(above) / (len(above) + _USUAL_COUNT)
    cut = float(np.quantile(above, _FALSE_REJECTS))
    return weight * cut + (1 - weight) * _USUAL_FLOOR

"""The local classifier: which workflow's examples a message is like, and whether it is like any.

Five views are added up: the nearest example, the mean of a workflow's examples, a linear
separation of all workflows (ridge, solved in closed form), the letters (TF-IDF over character
n-grams), and what a workflow says that it is for. The threshold below which nothing fits comes
from cross-validation on the examples alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from language.detect import detect
from language.encoder import DIMENSIONS, WINDOW, Embed, embed
from language.matching import fold
from router.confidence import confidence, told_apart
from router.descriptions import Descriptions
from router.ngrams import Floats, Ngrams

FALSE_REJECTS = 0.10
MAX_EXAMPLES = 200  # of one workflow; more change nothing but the cost
FOLDS = 5
_NEAREST, _MEAN, _LINEAR, _LETTERS = 0.25, 0.25, 0.30, 0.30
_ABOUT = 0.3  # what a workflow says that it is for, beside its examples
_RIDGE = 0.3
_DENSITY = 0.2  # a workflow whose examples are alike demands more likeness of a message
_NO_DENSITY = 0.4  # for a workflow with too few examples to tell
_USUAL_FLOOR, _USUAL_COUNT = 0.32, 8  # the threshold before any example speaks, and its weight
_USUAL_FLOOR_BARE = 0.20
_NEIGHBOUR = 0.55  # likeness of two examples that may be taken for each other
_CODE = re.compile(r"(?<![\w-])(?=(?:[\w-]*\d){3})[\w-]{1,40}(?![\w-])")  # three digits or more
_WORD = re.compile(r"[^\W\d_]{2,}")
_ENOUGH = 2  # words that must be left
_ELSEWHERE = 0.6  # likeness from which a message says the same as a `not_when`


@dataclass(frozen=True, slots=True)
class Guess:
    """How well each workflow fits a message, best first, and whether the best one does at all.

    `lead` is the distance to the second best; `above` is by how much the best one passes the
    threshold (negative: nothing fits); `confidence` is how often that is right, for examples that
    are told apart as well as these. `nearest` is the likeness to the one nearest example.
    """

    candidates: list[tuple[str, float]]
    confidence: float
    above: float
    lead: float
    nearest: float = 0.0


NOTHING = Guess([], 0.0, -1.0, 0.0)


class Classifier:
    """Fitted once to the examples of some workflows and never changed: any thread may ask it."""

    def __init__(
        self,
        examples: Mapping[str, Sequence[str]],
        negatives: Mapping[str, Sequence[str]] | None = None,
        embed: Embed = embed,
        about: Mapping[str, str] | None = None,
        titles: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self._embed = embed
        examples = {name: [without_codes(t) for t in texts] for name, texts in examples.items()}
        negatives = {name: [without_codes(t) for t in ts] for name, ts in (negatives or {}).items()}
        self.names = [name for name, texts in examples.items() if texts]
        texts, owners = _flat(examples, self.names)
        self._languages = _languages(texts)
        self._owners = np.array(owners, np.intp)
        self._starts = np.searchsorted(self._owners, np.arange(len(self.names)))
        self._vectors = _vectors(embed, texts)
        self._letters = Ngrams(texts)
        self._negatives = self._fit_negatives(negatives, texts)
        self._fit_linear()
        self._means = _means(self._vectors, self._owners, len(self.names))
        self._described = Descriptions(embed, self.names, about or {}, titles or {})
        self._fit_threshold(texts)

    def guess(self, text: str, allowed: Collection[str] | None = None) -> Guess:
        """Judge a message among the workflows that are allowed; None allows all."""
        open_ = [allowed is None or name in allowed for name in self.names]
        if not any(open_) or not text.strip():
            return NOTHING
        text = without_codes(text)
        query = self._embed([text])[0].astype(np.float64)
        bare = detect(text) not in self._languages
        alike = np.einsum("ij,j->i", self._vectors, query)
        about = np.einsum("ij,j->i", self._described.about, query)
        scores = np.where(open_, self._scores(query, alike, about, text, bare), -1.0)
        order = np.argsort(-scores, kind="stable")
        best = int(order[0])
        second = float(scores[order[1]]) if len(order) > 1 else 0.0
        lead = float(scores[best]) - max(second, 0.0)
        above = float(scores[best] - _DENSITY * self._density[best]) - (
            self.floor_bare if bare else self.floor
        )
        shown = [(int(i), float(scores[i])) for i in order[:3]]
        candidates = [(self.names[i], _round(s)) for i, s in shown if s > 0 or i == best]
        nearest = float(alike[self._owners == best].max())
        spoken = self._described.spoken_for(best, query, about)
        sure = confidence(above, lead, self.told_apart, spoken)
        return Guess(candidates, _round(sure), above, lead, nearest)

    def is_elsewhere(self, name: str, text: str) -> bool:
        """Tell whether a short message says what a workflow's `not_when` says."""
        index = self.names.index(name) if name in self.names else -1
        negatives = self._negatives.get(index)
        if negatives is None or not text.strip() or len(text) > WINDOW:
            return False
        query = self._embed([without_codes(text)])[0].astype(np.float64)
        closest = float(np.einsum("ij,j->i", negatives, query).max())
        own = np.einsum("ij,j->i", self._vectors[self._owners == index], query)
        return closest >= _ELSEWHERE and closest > float(own.max())

    def _scores(self, query: Floats, alike: Floats, about: Floats, text: str, bare: bool) -> Floats:
        # einsum and not BLAS, whose threads would spin for longer than the work takes
        nearest = np.maximum.reduceat(alike, self._starts)
        mean = np.einsum("ij,j->i", self._means, query)
        if bare:  # no example is written in this language: only meanings can be compared
            scores = (nearest + mean) * (_NEAREST + _MEAN + _LINEAR) / 2
        else:
            letters = np.maximum.reduceat(self._letters.likenesses(text), self._starts)
            linear = np.einsum("ij,j->i", self._linear, query)
            scores = _NEAREST * nearest + _MEAN * mean + _LINEAR * linear + _LETTERS * letters
        return (scores + _ABOUT * about) * self._allowed(query, nearest)

    def _allowed(self, query: Floats, nearest: Floats) -> Floats:
        """Lower the workflows whose `not_when` is nearer than their examples; to 0 if it is it."""
        allowed = np.ones(len(self.names))
        for index, vectors in self._negatives.items():
            closest = float(np.einsum("ij,j->i", vectors, query).max())
            if closest > nearest[index]:
                allowed[index] = max(0.0, 1 - closest) / max(1e-6, 1 - nearest[index])
        return np.where(allowed < 1e-3, 0.0, allowed)

    def _fit_negatives(
        self, negatives: Mapping[str, Sequence[str]], texts: Sequence[str]
    ) -> dict[int, Floats]:
        found: dict[int, Floats] = {}
        for index, name in enumerate(self.names):
            if given := [t for t in negatives.get(name, ())[:MAX_EXAMPLES] if t.strip()]:
                found[index] = _vectors(self._embed, given)
        known = {fold(text) for text in texts}
        strangers = {t for given in negatives.values() for t in given if fold(t) not in known}
        self._strangers = _vectors(self._embed, sorted(strangers))
        return found

    def _fit_linear(self) -> None:
        """Separate each workflow from all others; a `not_when` that nobody claims is nobody's."""
        rows = np.concatenate([self._vectors, self._strangers])
        wanted = np.zeros((len(rows), len(self.names)))
        wanted[np.arange(len(self._owners)), self._owners] = 1
        inverse = np.linalg.inv(rows @ rows.T + _RIDGE * np.eye(len(rows)))
        duals = inverse @ wanted
        self._linear: Floats = duals.T @ rows
        self._inverse, self._duals = inverse, duals

    def _fit_threshold(self, texts: Sequence[str]) -> None:
        """Score every example as if it were not one, fold by fold, and cut off the worst tenth."""
        count, classes = len(texts), len(self.names)
        alike = self._vectors @ self._vectors.T
        self._density = _densities(alike, self._owners, classes)
        full, bare = np.zeros((count, classes)), np.zeros((count, classes))
        letters = self._letters.among_themselves()
        places = np.arange(count) - self._starts[self._owners] if count else self._owners
        for number in range(FOLDS):
            out = np.flatnonzero(places % FOLDS == number)
            kept = np.flatnonzero(places % FOLDS != number)
            if not len(out) or not len(kept):
                continue
            nearest = _best_of(alike[np.ix_(out, kept)], self._owners[kept], classes)
            letter = _best_of(letters[np.ix_(out, kept)], self._owners[kept], classes)
            means = _means(self._vectors[kept], self._owners[kept], classes)
            mean = self._vectors[out] @ means.T
            block = np.linalg.solve(self._inverse[np.ix_(out, out)], self._duals[out])
            linear = np.eye(classes)[self._owners[out]] - block
            full[out] = _NEAREST * nearest + _MEAN * mean + _LINEAR * linear + _LETTERS * letter
            bare[out] = (nearest + mean) * (_NEAREST + _MEAN + _LINEAR) / 2
        about = _ABOUT * (self._vectors @ self._described.about.T)
        full, bare = full + about, bare + about
        sizes = np.bincount(self._owners, minlength=classes)
        judged = sizes[self._owners] > 3 if count else np.zeros(0, bool)
        guessed: list[int] = full.argmax(1).tolist() if classes else []
        owned: list[int] = self._owners.tolist()
        self.held_out = [
            (self.names[owned[i]], self.names[guessed[i]], texts[i])
            for i in range(count)
            if judged[i]
        ]
        self.told_apart = told_apart(self.held_out)
        self.floor = self._cut(full[judged], _USUAL_FLOOR)
        self.floor_bare = self._cut(bare[judged], _USUAL_FLOOR_BARE)
        nearest = _best_of(alike, self._owners, classes)
        self.mistaken = [  # what another workflow would take, because it has such an example
            (self.names[owned[i]], self.names[guessed[i]], texts[i])
            for i in range(count)
            if judged[i]
            and guessed[i] != owned[i]
            and nearest[i, guessed[i]] >= _NEIGHBOUR
            and full[i, guessed[i]] - _DENSITY * self._density[guessed[i]] >= self.floor
        ]

    def _cut(self, scores: Floats, usual: float) -> float:
        if not len(scores):
            return usual
        best = scores.argmax(1)
        sparse = scores.max(1) - _DENSITY * self._density[best]
        cut = float(np.quantile(sparse, FALSE_REJECTS))
        weight = len(scores) / (len(scores) + _USUAL_COUNT)
        return weight * cut + (1 - weight) * usual


def without_codes(text: str) -> str:
    """Leave out order numbers and the like: they say nothing and weigh as much as words."""
    kept = _CODE.sub(" ", text)
    return text if len(_WORD.findall(kept)) < _ENOUGH else " ".join(kept.split())


def _flat(
    examples: Mapping[str, Sequence[str]], names: Sequence[str]
) -> tuple[list[str], list[int]]:
    texts: list[str] = []
    owners: list[int] = []
    for index, name in enumerate(names):
        given = list(dict.fromkeys(examples[name]))[:MAX_EXAMPLES]
        texts += given
        owners += [index] * len(given)
    return texts, owners


def _languages(texts: Sequence[str]) -> set[str]:
    """Return the languages that examples are written in; a stray tenth does not count."""
    told = [detect(text) for text in texts]
    return {language for language in set(told) if told.count(language) * 10 > len(told)}


def _vectors(embed: Embed, texts: Sequence[str]) -> Floats:
    return embed(texts).astype(np.float64) if texts else np.zeros((0, DIMENSIONS))


def _means(vectors: Floats, owners: npt.NDArray[np.intp], classes: int) -> Floats:
    sums = np.zeros((classes, DIMENSIONS))
    np.add.at(sums, owners, vectors)
    return sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-9)


def _best_of(alike: Floats, owners: npt.NDArray[np.intp], classes: int) -> Floats:
    """Return each row's best value among the columns of each owner; 0 where it has none."""
    best = np.zeros((len(alike), classes))
    present, starts = np.unique(owners, return_index=True)
    best[:, present] = np.maximum.reduceat(alike, starts, axis=1)
    return best


def _densities(alike: Floats, owners: npt.NDArray[np.intp], classes: int) -> Floats:
    """Return how alike each workflow's own examples are: the mean of each one's three nearest."""
    dense = np.full(classes, _NO_DENSITY)
    for index in range(classes):
        own = np.flatnonzero(owners == index)
        if len(own) > 3:
            inside = alike[np.ix_(own, own)].copy()
            np.fill_diagonal(inside, -1.0)
            dense[index] = np.sort(inside, axis=1)[:, -3:].mean()
    return dense


def _round(value: float) -> float:
    return round(max(0.0, min(1.0, float(value))), 4)

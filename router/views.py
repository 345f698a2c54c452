"""How a message is like each workflow, in many ways at once: the views that the fit weighs.

Nearest example, mean, linear separation, letters, purpose and title, over the encoder's vector and
over its learned sides; of a message of several clauses also the clause that is likest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from language.encoder import DIMENSIONS, TOKENS, WINDOW, Vectors, embed, read
from language.requests import clauses
from language.speech_acts.classify import clause_reading
from router.matters import OF_ITS_OWN
from router.ngrams import Floats, Ints, Ngrams
from router.sides import MATTERS, Sides, learned_sides

VIEWS = (
    "nearest", "mean", "linear", "letters", "purpose", "title",
    "taught", "taught_mean", "taught_purpose", "taught_title",
    "part", "part_taught", "part_mean", "part_told", "acts", "matter", *OF_ITS_OWN,
)  # fmt: skip
_MOST_PARTS = 4
_BEGIN_NOTHING = [MATTERS.index(each) for each in OF_ITS_OWN]
_RIDGE = 0.3
_USUAL = 6  # examples of a workflow
_NEAREST = 3
_NO_DENSITY = 0.4  # where there is one text only


@dataclass(frozen=True, slots=True)
class MessageViews:
    """The views of a message: a row for each workflow; and what it does, whoever it is for."""

    rows: Floats
    wish: Floats
    acts: Floats
    matters: Floats
    parts: int
    words: int

    def only(self, chosen: Sequence[int]) -> MessageViews:
        """Return the views of some workflows."""
        return replace(self, rows=self.rows[list(chosen)])


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is known of the workflows whatever comes: a row for each, and one number for all.

    A row: has it a purpose, has it a title, how alike are its examples (by the vectors, and as
    they are taught), and how many are they. Beside them, how many of all examples have their
    nearest other one in the same workflow.
    """

    each: Floats
    told_apart: float

    def only(self, chosen: Sequence[int]) -> Surroundings:
        """Return what is known of some workflows."""
        return replace(self, each=self.each[list(chosen)])


class Owned:
    """Texts of workflows as the encoder and the learned side read them, with their owners."""

    def __init__(self, texts: Sequence[str], owners: Sequence[int], classes: int, side: Sides):
        rows = rows_of(texts)
        self.owners = np.array(owners, np.intp)
        self.vectors = rows[:, :DIMENSIONS].astype(np.float64)
        self.taught = side.of_example(rows).astype(np.float64)
        self.matters = side.of_matter(rows).astype(np.float64)
        self.has = np.isin(np.arange(classes), self.owners)

    def best(self, alike: Floats) -> Floats:
        """Return the highest value of each workflow's texts; 0 where it has none."""
        return best_of(alike, self.owners, len(self.has))

    def means(self, vectors: Floats) -> Floats:
        """Return the direction of each workflow's texts."""
        return directions(vectors, self.owners, len(self.has))


def best_of(alike: Floats, owners: Ints, classes: int) -> Floats:
    """Return each row's best value among the columns of each owner; 0 where it has none."""
    best = np.zeros((len(alike), classes))
    if len(owners):
        present, starts = np.unique(owners, return_index=True)
        best[:, present] = np.maximum.reduceat(alike, starts, axis=1)
    return best


def directions(vectors: Floats, owners: Ints, classes: int) -> Floats:
    """Return the mean direction of each owner's vectors."""
    sums = np.zeros((classes, vectors.shape[1]))
    np.add.at(sums, owners, vectors)
    return sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-9)


class Views:
    """Compared once, when the workflows are; they are known by their place in the list."""

    def __init__(
        self,
        names: Sequence[str],
        examples: Mapping[str, Sequence[str]],
        about: Mapping[str, str],
        titles: Mapping[str, Sequence[str]],
        strangers: Sequence[str] = (),
        sides: Sides | None = None,
    ) -> None:
        self._sides = sides or learned_sides()
        count = len(names)
        given = [(i, text) for i, name in enumerate(names) for text in examples[name]]
        self.texts = [text for _, text in given]
        self.examples = self._owned(given, count)
        self.purposes = self._owned(
            [(i, about[n]) for i, n in enumerate(names) if about.get(n, "").strip()], count
        )
        self._titles = self._owned(
            [(i, text) for i, n in enumerate(names) for text in titles.get(n, ())], count
        )
        self.has = np.stack([self.purposes.has, self._titles.has], axis=1).astype(float)
        self.letters = Ngrams(self.texts)
        self.means = self.examples.means(self.examples.vectors)
        self._taught_means = self.examples.means(self.examples.taught)
        self._acts = self.examples.means(np.stack([_acts(t) for t in self.texts] or [_acts("")]))
        self.matters = self._mean_matters()
        self._fit_linear(strangers)

    def _owned(self, given: Sequence[tuple[int, str]], count: int) -> Owned:
        return Owned([text for _, text in given], [i for i, _ in given], count, self._sides)

    def _mean_matters(self) -> Floats:
        """Return of what kind each workflow's texts are, its title and purpose among them."""
        sums = np.zeros((len(self.means), len(MATTERS)))
        for each in (self.examples, self.purposes, self._titles):
            np.add.at(sums, each.owners, each.matters)
        return sums / np.maximum(sums.sum(axis=1, keepdims=True), 1e-9)

    def _fit_linear(self, strangers: Sequence[str]) -> None:
        """Separate each workflow from all others, in closed form; strangers are nobody's."""
        owners = self.examples.owners
        rows = np.concatenate([self.examples.vectors, rows_of(strangers)[:, :DIMENSIONS]])
        wanted = np.zeros((len(rows), len(self.means)))
        wanted[np.arange(len(owners)), owners] = 1
        self.inverse = np.linalg.inv(rows @ rows.T + _RIDGE * np.eye(len(rows)))
        self.duals: Floats = self.inverse @ wanted
        self._linear: Floats = self.duals.T @ rows

    def around(self) -> Surroundings:
        """Tell how alike and how many the examples are."""
        owners, count = self.examples.owners, len(self.means)
        sizes = np.bincount(owners, minlength=count)
        both = [
            rows @ rows.T - 2 * np.eye(len(rows))
            for rows in (self.examples.vectors, self.examples.taught)
        ]
        dense = [[_density(alike, owners == index) for index in range(count)] for alike in both]
        each = np.column_stack([self.has, *dense, np.log(sizes / _USUAL)])
        near = owners[both[0].argmax(axis=1)] == owners if count else owners == owners
        return Surroundings(each, float(near.mean()) if count else 1.0)

    def of(self, text: str) -> MessageViews:
        """Compare a message, and each of its clauses, with all workflows."""
        parts = _parts(text)
        rows = rows_of([text, *parts])
        said = self._sides.of_message(rows).astype(np.float64)
        vectors = rows[:, :DIMENSIONS].astype(np.float64)
        known, purposes, titles = self.examples, self.purposes, self._titles
        nearest = known.best(_among(vectors, known.vectors))
        taught = known.best(_among(said, known.taught))
        means = _among(said, self._taught_means)
        told = [each.best(_among(said, each.taught)) for each in (purposes, titles)]
        matters = self._sides.of_matter(rows[:1])[0].astype(np.float64)
        acts = _acts_of([text] if len(parts) < 2 else parts)
        views = [
            nearest[0],
            _among(vectors[:1], self.means)[0],
            _among(vectors[:1], self._linear)[0],
            known.best(self.letters.likenesses(text)[None])[0],
            purposes.best(_among(vectors[:1], purposes.vectors))[0],
            titles.best(_among(vectors[:1], titles.vectors))[0],
            taught[0],
            means[0],
            told[0][0],
            told[1][0],
            nearest.max(0),
            taught.max(0),
            means.max(0),
            (told[0] + told[1]).max(0) / 2,
            _among(acts[None], self._acts)[0],
            self.matters @ matters,
            *(matters[at] * (1 - self.matters[:, at]) for at in _BEGIN_NOTHING),
        ]
        return MessageViews(
            np.stack(views, axis=1), said[0], acts, matters, max(1, len(parts)), len(text.split())
        )


def _density(alike: Floats, own: npt.NDArray[np.bool_]) -> float:
    """Return how alike some texts are: the mean of each one's three nearest."""
    inside = np.sort(alike[np.ix_(own, own)], axis=1)[:, 1:]
    return float(inside[:, -_NEAREST:].mean()) if inside.shape[1] else _NO_DENSITY


def rows_of(texts: Sequence[str]) -> Vectors:
    """Return texts as the encoder reads them: a vector with its tokens; a blank one is nothing."""
    if not texts:
        return np.zeros((0, DIMENSIONS + TOKENS), np.float32)
    vectors, known = embed(texts), read(texts)
    rows = [
        np.concatenate([v, r.tokens.astype(np.float32)])
        for v, r in zip(vectors, known, strict=True)
    ]
    return np.stack(rows)


def _among(rows: Floats, others: Floats) -> Floats:
    """Return the products of rows: with einsum, for BLAS's threads would spin longer than that."""
    return np.einsum("ij,kj->ik", rows, others)


def _parts(text: str) -> list[str]:
    """Return the clauses of a message, the first and the longest, where there are several."""
    found = [part for part in clauses(text[:WINDOW]) if len(part.split()) > 1]
    if len(found) < 2:
        return []
    return sorted(found, key=len, reverse=True)[:_MOST_PARTS]


def _acts_of(parts: Sequence[str]) -> Floats:
    return np.mean([_acts(part) for part in parts], axis=0)


def _acts(text: str) -> Floats:
    """Return what a clause does as a direction."""
    chances = np.sqrt(np.array(clause_reading(text).chances))
    return chances / max(1e-9, float(np.linalg.norm(chances)))

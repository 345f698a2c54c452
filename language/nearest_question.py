"""Which of some known questions a message asks, by meaning and by what it is about; or none.

Questions about one house are all alike: "do you sell books?" is as near to "do you take old books?"
as most ways of asking that. So what is common to all known questions is taken out of the meanings,
and each telling word of the message must be near a word of the question or of its answer.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from language.encoder import DIMENSIONS, embed
from language.idle_words import telling_words
from language.matching import fold

SURE = 0.7
NEARLY = 0.2
LONGEST = 300  # characters of a message that can be one of the questions
MOST_SHOWN = 3
_MOST_WORDS = 10  # of a message; more belong to no plain question
_MOST_KNOWN = 60  # words of one question; an answer with as many is about too much
_COMMON = 0.6  # how much of what all questions share is taken out
_COVER = 0.6  # the weight of the words beside the meaning's
_ANSWER = 0.8  # the weight of a word that only the answer has
_LEAD = 0.35  # more distance to the next question says no more,
_ENOUGH = 4  # and less where there are fewer questions than this
_APART = 0.05  # by so much a message must be liker another text to be that
_SAME = 0.7  # the likeness of a message without any telling word
_ALIKE, _CLEARLY = 0.3, 0.2  # and of one that is much liker to one question than to all others
_ROOT = 5  # letters that forms of one word share
_LACKING = 0.45  # the nearness of each telling word below which nothing is sure
_LEAST = 0.3  # below this likeness of meaning nothing is offered

MeaningRows = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class NearestQuestion:
    """The known questions that a message may ask, best first; whether the first is meant."""

    names: tuple[str, ...]
    sure: bool


@dataclass(frozen=True, slots=True)
class _IndexedQuestion:
    """One question: how it is asked, and the words that it and its answer are about."""

    name: str
    meanings: MeaningRows
    words: dict[str, float]  # and how much finding one of them counts
    word_meanings: MeaningRows
    worth: MeaningRows


class QuestionIndex:
    """Made once of some questions and never changed; making it takes a moment, so in a thread."""

    def __init__(
        self,
        asked: Mapping[str, Sequence[str]],
        told: Mapping[str, Sequence[str]],
        others: Sequence[str] = (),
    ) -> None:
        """Take the questions by name, their answers, and messages that ask none of them."""
        self._exact = {fold(text): name for name, texts in asked.items() for text in texts}
        whole = _embedded([text for texts in asked.values() for text in texts])
        self._common: MeaningRows = _COMMON * whole.mean(0) if len(whole) else np.zeros(DIMENSIONS)
        self._known = [self._of(name, asked[name], told.get(name, ())) for name in asked]
        self._others = self._apart(_embedded(others))
        self._spread: dict[str, int] = {}
        for one in self._known:
            for word, worth in one.words.items():
                if worth == 1.0:
                    self._spread[word] = self._spread.get(word, 0) + 1

    def find(self, message: str) -> NearestQuestion | None:
        """Tell which question a message asks; None where it is near none."""
        if exact := self._exact.get(fold(message)):
            return NearestQuestion((exact,), True)
        if not self._known or not message.strip() or len(message) > LONGEST:
            return None
        meaning = self._apart(_embedded([message]))[0]
        likes = [float(np.einsum("ij,j->i", one.meanings, meaning).max()) for one in self._known]
        words = telling_words(message, _MOST_WORDS)
        if not words:
            return self._wordless(meaning, likes)
        covered = self._covered(words)
        scores = [like + _COVER * cover for like, (cover, _) in zip(likes, covered, strict=True)]
        order = sorted(range(len(scores)), key=lambda at: -scores[at])
        best = order[0]
        most = _LEAD * min(1.0, len(self._known) / _ENOUGH)
        lead = min(most, scores[best] - (scores[order[1]] if len(order) > 1 else 0.0))
        certain = _certainty(*covered[best], lead)
        if likes[best] < _LEAST or certain < NEARLY or self._is_other(meaning, likes[best]):
            return None
        sure = certain >= SURE and covered[best][1] >= _LACKING
        near = [at for at in order[:MOST_SHOWN] if scores[at] > 0.6 * scores[best]]
        return NearestQuestion(tuple(self._known[at].name for at in near), sure)

    def _wordless(
        self, meaning: npt.NDArray[np.float64], likes: list[float]
    ) -> NearestQuestion | None:
        """Go by the meaning alone: "how much is it?" has no word that tells what it is about."""
        order = sorted(range(len(likes)), key=lambda at: -likes[at])
        best, lead = likes[order[0]], likes[order[0]] - (likes[order[1]] if len(order) > 1 else 0.0)
        if self._is_other(meaning, best) or (best < _SAME and (best < _ALIKE or lead < _CLEARLY)):
            return None
        return NearestQuestion((self._known[order[0]].name,), True)

    def _is_other(self, meaning: npt.NDArray[np.float64], like: float) -> bool:
        if not len(self._others):
            return False
        return float(np.einsum("ij,j->i", self._others, meaning).max()) >= like + _APART

    def _of(self, name: str, asked: Sequence[str], told: Sequence[str]) -> _IndexedQuestion:
        said = telling_words(" ".join(told), _MOST_KNOWN)
        words = dict.fromkeys(said if len(said) < _MOST_KNOWN else (), _ANSWER)
        words |= dict.fromkeys(telling_words(" ".join(asked), _MOST_KNOWN), 1.0)
        worth = np.array(list(words.values()))
        return _IndexedQuestion(
            name, self._apart(_embedded(asked)), words, _embedded(list(words)), worth
        )

    def _apart(self, meanings: MeaningRows) -> MeaningRows:
        """Take out of meanings what all the questions share."""
        apart = meanings - self._common
        sizes = np.linalg.norm(apart, axis=1, keepdims=True)
        return apart / np.maximum(sizes, 1e-9)

    def _covered(self, words: Sequence[str]) -> list[tuple[float, float]]:
        """Tell of each question how much of the words it covers, and how badly it lacks one."""
        meanings = _embedded(words)
        weights = np.array([self._weight(word) for word in words])
        found: list[tuple[float, float]] = []
        for one in self._known:
            near = np.array([_near(w, m, one) for w, m in zip(words, meanings, strict=True)])
            cover = float((near * weights).sum() / max(weights.sum(), 1e-9))
            found.append((cover, float((1 - (1 - near) * weights).min())))
        return found

    def _weight(self, word: str) -> float:
        """Return how telling a word is: one that most questions have tells little."""
        spread = max((n for known, n in self._spread.items() if _kin(word, known)), default=1)
        count = len(self._known) + 1
        return math.log(count / spread) / math.log(count)


def _near(word: str, meaning: npt.NDArray[np.float64], one: _IndexedQuestion) -> float:
    """Tell how near a word is to one that the question, or its answer, is about."""
    same = max((worth for known, worth in one.words.items() if _kin(word, known)), default=0.0)
    if same or not len(one.worth):
        return same
    return float((np.einsum("ij,j->i", one.word_meanings, meaning) * one.worth).max())


def _kin(word: str, other: str) -> bool:
    return word == other or (min(len(word), len(other)) >= _ROOT and word[:_ROOT] == other[:_ROOT])


def _certainty(cover: float, worst: float, lead: float) -> float:
    """Put the three on one scale: how sure it is that the best question is the one asked.

    Fitted to tests/data/answers/library_questions.yaml.
    """
    return 1 / (1 + math.exp(-(-4.7 + 3.0 * cover + 2.3 * worst + 7.4 * lead)))


def _embedded(texts: Sequence[str]) -> MeaningRows:
    return embed(list(texts)).astype(np.float64) if texts else np.zeros((0, DIMENSIONS))

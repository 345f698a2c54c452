"""Which of some known questions a message asks, or none: a small network over what speaks for each.

It learned from houses unlike each other (`training/houses`): what is asked in other words, what
only an answer's text tells, what is near and not answered. `python -m training.questions` fits it
again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from language.code_words import codes_in, without_codes
from language.known_questions import KnownQuestions, embedded
from language.matching import fold
from language.question_features import question_features

FILE = Path(__file__).with_name("nearest_question.npz")
SURE = 0.8  # how likely a question must be to be answered
NEARLY = 0.3  # and how likely it is that any is asked where one is asked back
LONGEST = 300  # characters of a message that can be one of the questions
MOST_SHOWN = 3
_SHOWN = 0.08  # how likely what is asked back must be
_APART = 0.05  # by so much a message must be liker another text to be that
_PLAINLY, _FAR_APART = 0.5, 0.1  # and so like it, and by so much, where the network knows better
_SAME = 0.8  # the likeness to a wording of what is asked in nearly its words
_NEAREST, _IN_ANSWER = 0, 3  # features: likeness to the wordings, and to the answer's parts
_TOGETHER, _TOLD, _UNTOLD = 25, 27, 28  # the kind that is wanted, of what is asked about; or not
_KIND_WANTED, _OF_IT = 0.6, 0.45
_HEARD = 0.2  # how like an answer's part is what it may tell after all
_WANTING, _HARDLY = 0.95, 0.02  # how surely a kind is wanted that an answer does not tell
_QuestionWeights = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class NearestQuestion:
    """The known questions that a message may ask, best first; whether the first is meant."""

    names: tuple[str, ...]
    sure: bool
    chance: float = 1.0  # of the first
    total: float = 1.0  # that any of the questions is asked
    tells: bool = True  # whether the first has the kind that is wanted of what is asked about


class _QuestionNetwork(NamedTuple):
    mean: _QuestionWeights
    spread: _QuestionWeights
    hidden: _QuestionWeights
    shift: _QuestionWeights
    out: _QuestionWeights
    bias: _QuestionWeights
    straight: _QuestionWeights  # what goes past the hidden units

    def chances(self, features: _QuestionWeights) -> _QuestionWeights:
        """Return how likely each question is asked; last, that none is."""
        rows = (features - self.mean) / self.spread
        units = np.maximum(np.einsum("ij,jk->ik", rows, self.hidden) + self.shift, 0)
        sums = np.einsum("ij,j->i", units, self.out) + np.einsum("ij,j->i", rows, self.straight)
        sums = np.append(sums + self.bias, np.float32(0))
        shares = np.exp(sums - sums.max())
        return shares / shares.sum()


@cache
def _network() -> _QuestionNetwork:
    with np.load(FILE) as file:
        names = _QuestionNetwork._fields
        return _QuestionNetwork(*(file[name].astype(np.float32) for name in names))


class QuestionIndex:
    """Made once of some questions and never changed; making it takes a moment, so in a thread."""

    def __init__(
        self,
        asked: Mapping[str, Sequence[str]],
        told: Mapping[str, Sequence[str]],
        others: Sequence[str] = (),
    ) -> None:
        """Take the questions by name, their answers, and messages that ask none of them."""
        asked = {name: texts for name, texts in asked.items() if texts}
        self._exact = {fold(text): name for name, texts in asked.items() for text in texts}
        self._house = KnownQuestions(asked, told, others)
        texts = (text for known in (asked, told) for texts in known.values() for text in texts)
        self._codes = codes_in(" ".join(texts))

    def find(self, message: str) -> NearestQuestion | None:
        """Tell which question a message asks; None where it is near none."""
        if exact := self._exact.get(fold(message)):
            return NearestQuestion((exact,), True)
        if not self._house.known or not message.strip() or len(message) > LONGEST:
            return None
        message = without_codes(message, self._codes)
        features = question_features(self._house, message)
        chances = _network().chances(features)
        order: list[int] = np.argsort(-chances[:-1])[:MOST_SHOWN].tolist()
        first = order[0]
        if same := self._same(message, features[:, _NEAREST]):
            return same
        like = float(features[first, [_NEAREST, _IN_ANSWER]].max())
        best, any_asked = float(chances[first]), float(1 - chances[-1])
        if any_asked < NEARLY or self._is_other(message, max(like, _PLAINLY - _FAR_APART)):
            return None
        near = [at for at in order if chances[at] >= _SHOWN or at == first]
        near = [at for at in near if not _lacks(features[at])]
        if not near:
            return None
        names = tuple(self._house.known[at].name for at in near)
        tells = near[0] == first and _tells(features[first])
        return NearestQuestion(names, best >= SURE and tells, best, any_asked, tells)

    def nearness(self, message: str) -> tuple[float, float]:
        """Tell how like a message is to the nearest wording, and to what asks none of them."""
        apart = self._house.apart(embedded([message])[0])
        likes = (float((one.asked_apart * apart).sum(1).max()) for one in self._house.known)
        return max(likes, default=0.0), self._house.likeness_to_others(apart)

    def _same(self, message: str, likes: npt.NDArray[np.float32]) -> NearestQuestion | None:
        """Return the one question that a message asks in nearly its words."""
        near = np.flatnonzero(likes >= _SAME)
        if len(near) != 1 or self._is_other(message, float(likes.max()), _APART):
            return None
        return NearestQuestion((self._house.known[int(near[0])].name,), True)

    def names_it(self, name: str, thing: str) -> bool:
        """Tell whether a question or its answer speaks of a thing by its words."""
        one = next((each for each in self._house.known if each.name == name), None)
        return one is not None and one.speaks_of(thing)

    def _is_other(self, message: str, like: float, apart: float = _FAR_APART) -> bool:
        other = self._house.likeness_to_others(self._house.apart(embedded([message])[0]))
        return other >= like + apart


def _tells(row: npt.NDArray[np.float32]) -> bool:
    """Tell whether some part of an answer has the kind that is wanted of what is asked about."""
    return bool(row[_TOLD] + row[_UNTOLD] < _KIND_WANTED or row[_TOGETHER] >= _OF_IT)


def _lacks(row: npt.NDArray[np.float32]) -> bool:
    """Tell whether a kind is surely wanted that is not told, by what is unlike its words."""
    wanting = row[_UNTOLD] >= _WANTING and row[_TOLD] < _HARDLY
    return bool(wanting and row[_NEAREST] < _PLAINLY and row[_IN_ANSWER] < _HEARD)

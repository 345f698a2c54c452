"""The known questions of one house as messages are compared with them: wordings and answers."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from language.encoder import DIMENSIONS, embed, read
from language.idle_words import telling_words
from language.question_kinds import KINDS, kind_chances
from language.told_kinds import told_kinds

MeaningRows = npt.NDArray[np.float64]
MOST_WORDS = 12  # of a message, and of the name of a thing
_MOST_ASKED, _MOST_TOLD = 60, 80  # words of a question and of its answer
_MOST_PARTS = 40
_COMMON = 0.6  # how much of what all questions share is taken out
_ROOT = 5  # letters that forms of one word share
_STOPS = re.compile(r"(?<![.;:!?\n])[.;:!?\n]+\s+|(?<![.;:!?])[.;:!?]+$")
_JOINTS = re.compile(r",\s+|(?<!\s)\s+(?:and|e|ou|or|but|mas)\s+")
SUM = re.compile(
    r"(?<![\d:h])\b\d[\d.,]*\b"
    r"(?!\s?(?:h\b|:|º|am|pm|a\.m|horas|hours|days|dias|people|pessoas|min))"
)
_CLOCK = re.compile(
    r"\b\d{1,2}(?:h|:\d\d| ?[ap]m)\b|\bto \d|segunda|monday|saturday|s[aá]bado|domingo|sunday", re.I
)
_NUMBER = re.compile(
    r"\d|\b(?:two|three|four|five|six|eight|ten|dois|duas|tr[eê]s|quatro|cinco|oito|dez)\b", re.I
)
_SPAN = re.compile(
    r"\b(hours?|days?|weeks?|months?|minutes?|years?"
    r"|horas?|dias?|semanas?|m[eê]s|meses|minutos?|anos?)\b",
    re.I,
)
_LONG = 400  # characters of an answer


@dataclass(frozen=True, slots=True)
class _KnownWords:
    said: list[str]
    meanings: MeaningRows

    @classmethod
    def of(cls, texts: Sequence[str], most: int) -> _KnownWords:
        said = telling_words(" ".join(texts), most)
        return cls(said, embedded(said))

    def has(self, word: str) -> bool:
        return any(kin(word, known) for known in self.said)

    def near(self, words: Sequence[str], meanings: MeaningRows) -> MeaningRows:
        """Tell how near each of some words, in rows, is to each of these."""
        close = np.einsum("ij,kj->ik", meanings, self.meanings)
        kins = [[kin(word, known) for known in self.said] for word in words]
        return np.maximum(np.maximum(close, 0), np.array(kins, float).reshape(close.shape))


@dataclass(frozen=True, slots=True)
class _AnswerParts:
    """The parts of an answer: which kinds each tells, and which of the answer's words it has."""

    kinds: MeaningRows
    words: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, texts: Sequence[str], known: _KnownWords) -> _AnswerParts:
        held = [set(telling_words(text, _MOST_TOLD)) for text in texts]
        rows = [[word in words for word in known.said] for words in held]
        kinds = np.array([told_kinds(text) for text in texts]).reshape(len(texts), len(KINDS))
        return cls(kinds, np.array(rows, bool).reshape(len(texts), len(known.said)))


@dataclass(frozen=True, slots=True)
class KnownQuestion:
    """One question as its features need it."""

    name: str
    asked: MeaningRows
    asked_apart: MeaningRows
    told: MeaningRows
    told_apart: MeaningRows
    tokens: npt.NDArray[np.float32]
    kinds: npt.NDArray[np.float32]
    asked_words: _KnownWords
    told_words: _KnownWords
    parts: _AnswerParts
    holds: tuple[float, ...]  # a sum, a time, a number, a span of time; its length

    def speaks_of(self, thing: str) -> bool:
        """Tell whether its wordings or its answer have the telling words of a thing's name."""
        telling = telling_words(thing, MOST_WORDS)
        known = (self.asked_words, self.told_words)
        return bool(telling) and all(any(each.has(w) for each in known) for w in telling)


class KnownQuestions:
    """All questions of one house; making them takes a moment."""

    def __init__(
        self,
        asked: Mapping[str, Sequence[str]],
        told: Mapping[str, Sequence[str]],
        others: Sequence[str] = (),
    ) -> None:
        """Take the questions and their answers by name, and messages that ask none of them."""
        whole = embedded([text for texts in asked.values() for text in texts])
        self._common: MeaningRows = _COMMON * whole.mean(0) if len(whole) else np.zeros(DIMENSIONS)
        self.known = [self._of(name, asked[name], told.get(name, ())) for name in asked]
        self._others = self.apart(embedded(others))
        self._spread: dict[str, int] = {}
        for one in self.known:
            for word in one.asked_words.said:
                self._spread[word] = self._spread.get(word, 0) + 1

    def apart(self, meanings: MeaningRows) -> MeaningRows:
        """Take out of meanings what all the questions share."""
        apart = meanings - self._common
        return apart / np.maximum(np.linalg.norm(apart, axis=-1, keepdims=True), 1e-9)

    def likeness_to_others(self, apart: npt.NDArray[np.float64]) -> float:
        """Tell how like a message's meaning is to what asks none of the questions."""
        return float(np.einsum("ij,j->i", self._others, apart).max(initial=0))

    def weight(self, word: str) -> float:
        """Return how telling a word is: one that most questions have tells little."""
        spread = max((n for known, n in self._spread.items() if kin(word, known)), default=1)
        count = len(self.known) + 1
        return math.log(count / spread) / math.log(count)

    def _of(self, name: str, asked: Sequence[str], told: Sequence[str]) -> KnownQuestion:
        texts, words = answer_parts(told), _KnownWords.of(told, _MOST_TOLD)
        wordings, parts = embedded(asked), embedded(texts)
        text = " ".join(told)
        found = [len(SUM.findall(text)) > 0, *(bool(p.search(text)) for p in (_CLOCK, _NUMBER))]
        return KnownQuestion(
            name,
            wordings,
            self.apart(wordings),
            parts,
            self.apart(parts),
            np.stack([each.tokens.astype(np.float32) for each in read(asked)]),
            np.stack([kind_chances(text) for text in asked]),
            _KnownWords.of(asked, _MOST_ASKED),
            words,
            _AnswerParts.of(texts, words),
            (*map(float, found), float(bool(_SPAN.search(text))), min(1.0, len(text) / _LONG)),
        )


def answer_parts(told: Sequence[str]) -> list[str]:
    """Return the sentences of answers, and the members of those that list several things."""
    found: list[str] = []
    for text in told:
        sentences = [part for each in _STOPS.split(text) if each and (part := each.strip())]
        found += sentences
        for sentence in sentences:
            members = [part for each in _JOINTS.split(sentence) if (part := each.strip())]
            found += members if len(members) > 1 else []
    return list(dict.fromkeys(found))[:_MOST_PARTS]


def kin(word: str, other: str) -> bool:
    """Tell whether two folded words are forms of one."""
    return word == other or (min(len(word), len(other)) >= _ROOT and word[:_ROOT] == other[:_ROOT])


def embedded(texts: Sequence[str]) -> MeaningRows:
    """Return the meanings of texts, one row each."""
    return embed(list(texts)).astype(np.float64) if texts else np.zeros((0, DIMENSIONS))

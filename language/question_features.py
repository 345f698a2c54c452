"""What speaks for each known question being the one that a message asks, in numbers.

How like it is to the wordings and to each part of the answer, how well its telling words are
covered by either and which is covered worst, whether it wants the kind of answer that there is,
whether one part of the answer tells that kind of what is asked about, and by how much each of
this is more than for the next question. And how like it is to what asks nothing of any house.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from language.encoder import DIMENSIONS, embed, read
from language.idle_words import telling_words
from language.matching import fold, stem, words
from language.question_kinds import KINDS, kind_chances
from language.speech_acts.classify import clause_reading
from language.told_kinds import TOLD, told_kinds

MeaningRows = npt.NDArray[np.float64]
_WordRow = npt.NDArray[np.float64]
_MOST_WORDS = 12  # of a message
_MOST_ASKED, _MOST_TOLD = 60, 80  # words of a question and of its answer
_MOST_PARTS = 40
_COMMON = 0.6  # how much of what all questions share is taken out
_ROOT = 5  # letters that forms of one word share
_ALONE = 0.3  # by how much the only question leads
_LIKENESSES, _COVERS = 7, 10
_LED = (*range(_LIKENESSES + _COVERS), 17, 19, 25, 26, 29, 30)  # features whose lead counts too
_OF_KIND = 2.0  # how surely a word that alone asks for a kind is none of what is asked about
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
_DEALS = re.compile(  # what somebody is asked to do with a thing: "alugam cadeiras?"
    r"\b(?:do|can|could|would|will) (?:you|u|ya|they|we|i)(?: guys| also| all)? ([a-z]+)"
    r"|(?:^\W*|\b(?:voces|vcs|ceis|vc|voce) )(?:tambem )?([a-z]+[ae]m)\b"
)


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
        telling = telling_words(thing, _MOST_WORDS)
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

    def features(self, message: str) -> npt.NDArray[np.float32]:
        """Return a row of numbers for each question."""
        said = _MessageFeatures.of(message, self)
        rows = np.array([_row(one, said) for one in self.known])
        other = self.likeness_to_others(said.apart)
        beyond = [max(float(row[0]), float(row[3])) - other for row in rows]
        leads = np.array([_leads(rows[:, at]) for at in _LED]).T
        shared = np.tile([*said.shared, other], (len(rows), 1))
        kinds = np.stack([one.kinds.max(0) for one in self.known])
        columns = [rows, leads, shared, kinds, np.array(beyond)[:, None]]
        return np.concatenate(columns, axis=1).astype(np.float32)

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


@dataclass(frozen=True, slots=True)
class _MessageFeatures:
    """A message as the features of every question need it."""

    meaning: npt.NDArray[np.float64]
    apart: npt.NDArray[np.float64]
    tokens: npt.NDArray[np.float32]
    kinds: npt.NDArray[np.float32]
    telling: list[str]
    meanings: MeaningRows
    weights: npt.NDArray[np.float64]
    subject: npt.NDArray[np.float64]  # how much each telling word is what is asked about
    deal: int | None  # which of the telling words is what somebody shall do with the others
    shared: list[float]

    @classmethod
    def of(cls, message: str, house: KnownQuestions) -> _MessageFeatures:
        meaning, telling = embedded([message])[0], telling_words(message, _MOST_WORDS)
        kinds = kind_chances(message)
        weights = np.array([house.weight(word) for word in telling])
        return cls(
            meaning,
            house.apart(meaning),
            read([message])[0].tokens.astype(np.float32),
            kinds,
            telling,
            embedded(telling),
            weights,
            weights * [_about(word, kinds) for word in telling],
            _deal(message, telling),
            [*map(float, kinds), *_of_message(message, len(telling))],
        )


def _of_message(message: str, telling: int) -> list[float]:
    does = clause_reading(message)
    return [
        does.of("asks"),
        does.of("tells"),
        does.of("wants"),
        does.of("kind", "upset"),
        does.of("changes", "leaves"),
        float(message.rstrip().endswith("?")),
        telling / 5,
        float(not telling),
        min(len(words(message)), 20) / 10,
    ]


def _deal(message: str, telling: Sequence[str]) -> int | None:
    found = _DEALS.search(fold(message))
    word = stem(found[1] or found[2]) if found else ""
    return telling.index(word) if word in telling else None


def _about(word: str, kinds: npt.NDArray[np.float32]) -> float:
    """Tell how much a word is what is asked about, and not how: "demora" asks how long."""
    best = int(kinds.argmax())
    return 1 - min(1, _OF_KIND * float(kind_chances(word)[best])) if TOLD[best] else 1.0


def _row(one: KnownQuestion, said: _MessageFeatures) -> list[float]:
    asked = one.asked_words.near(said.telling, said.meanings)
    told = one.told_words.near(said.telling, said.meanings)
    return [
        *_likenesses(one, said),
        *_covers(one, said, asked.max(1, initial=0), told.max(1, initial=0)),
        *_kinds(one, said),
        *_parts(one, said, asked.max(1, initial=0), told),
        1.0 if said.deal is None else float(asked[said.deal].max(initial=0)),
        1.0 if said.deal is None else float(told[said.deal].max(initial=0)),
    ]


def _likenesses(one: KnownQuestion, said: _MessageFeatures) -> list[float]:
    asked = np.einsum("ij,j->i", one.asked_apart, said.apart)
    told = np.einsum("ij,j->i", one.told_apart, said.apart)
    tokens = np.einsum("ij,j->i", one.tokens, said.tokens)
    return [
        float(asked.max()),
        float(np.einsum("ij,j->i", one.asked, said.meaning).max()),
        float(asked.mean()),
        float(told.max(initial=0)),
        float(np.einsum("ij,j->i", one.told, said.meaning).max(initial=0)),
        float(np.sort(told)[-2:].mean()) if len(told) else 0.0,
        float(tokens.max()) / 2,
    ]


def _covers(
    one: KnownQuestion, said: _MessageFeatures, asked: _WordRow, told: _WordRow
) -> list[float]:
    """Tell how the message's telling words are covered by wordings, answer and either."""
    if not said.telling:
        return [0.5, 0.5, 0.5, 0.5, 0.0, 0.0, 0.0, 0.5, 0.5, 0.5]
    in_asked = np.array([one.asked_words.has(word) for word in said.telling], float)
    in_told = np.array([one.told_words.has(word) for word in said.telling], float)
    either, in_either = np.maximum(asked, told), np.maximum(in_asked, in_told)
    weights, total = said.weights, max(float(said.weights.sum()), 1e-9)
    return [
        float((asked * weights).sum()) / total,
        float((told * weights).sum()) / total,
        float((either * weights).sum()) / total,
        float((1 - (1 - either) * weights).min()),
        float((in_either * weights).sum()) / total,
        float(in_asked.max()),
        float(in_told.max()),
        float((1 - (1 - in_either) * weights).min()),
        float(either.max()),
        float(told.max()),
    ]


def _parts(
    one: KnownQuestion, said: _MessageFeatures, asked: _WordRow, told: MeaningRows
) -> list[float]:
    """Tell whether a part of the answer tells the kind that is wanted of what is asked about."""
    chances = said.kinds * np.array(TOLD)
    tells = np.einsum("ij,j->i", one.parts.kinds, chances)  # of each part
    wanted, weights = float(chances.sum()), said.subject
    total = float(weights.sum())
    if not total or not len(tells):
        near = np.full((max(1, len(tells)), 1), 0.5)
        weights, total = np.ones(1), 1.0
        asked, tells = near[0], tells if len(tells) else np.zeros(1)
    else:
        held = np.where(one.parts.words[:, None, :], told[None, :, :], 0).max(2, initial=0)
        near = np.maximum(held, asked[None, :])
    cover = (near * weights).sum(1) / total
    worst = (1 - (1 - near) * weights).min(1)
    return [
        float((tells * cover).max()),
        float((tells * worst).max()),
        float(tells.max()),
        wanted - float(tells.max()),
        float((asked * weights).sum()) / total,
        float(worst.max()),
        float(min(total, 4.0)) / 3,
    ]


def _kinds(one: KnownQuestion, said: _MessageFeatures) -> list[float]:
    alike = np.einsum("ij,j->i", one.kinds, said.kinds)
    chance = dict(zip(KINDS, map(float, said.kinds), strict=True))
    sums, clock, number, span, length = one.holds
    return [
        float(alike.max()),
        float(alike.mean()),
        float(np.dot(said.kinds, one.kinds.max(0))),
        chance["price"] * sums,
        (chance["duration"] + chance["count"]) * span,
        chance["when"] * clock,
        chance["count"] * number,
        length,
    ]


def _leads(column: npt.NDArray[np.float64]) -> list[float]:
    """Return by how much each value is above the best other one."""
    order = np.sort(column)[::-1]
    best, second = float(order[0]), float(order[1] if len(order) > 1 else order[0] - _ALONE)
    return [float(value) - (second if value >= best else best) for value in column]


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

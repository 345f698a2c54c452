"""What speaks for each known question being the one that a message asks, in numbers.

How like it is to the wordings and to each part of the answer, how well its telling words are
covered by either and which is covered worst, whether it wants the kind of answer that there is,
whether one part of the answer tells that kind of what is asked about, and by how much each of
this is more than for the next question. And how like it is to what asks nothing of any house.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from language.encoder import read
from language.idle_words import telling_words
from language.known_questions import (
    MOST_WORDS,
    KnownQuestion,
    KnownQuestions,
    MeaningRows,
    embedded,
)
from language.matching import fold, stem, words
from language.question_kinds import KINDS, kind_chances
from language.speech_acts.classify import clause_reading
from language.told_kinds import TOLD

_WordRow = npt.NDArray[np.float64]
_ALONE = 0.3  # by how much the only question leads
_LIKENESSES, _COVERS = 7, 10
_LED = (*range(_LIKENESSES + _COVERS), 17, 19, 25, 26, 29, 30)  # features whose lead counts too
_OF_KIND = 2.0  # how surely a word that alone asks for a kind is none of what is asked about
_DEALS = re.compile(  # what somebody is asked to do with a thing: "alugam cadeiras?"
    r"\b(?:do|can|could|would|will) (?:you|u|ya|they|we|i)(?: guys| also| all)? ([a-z]+)"
    r"|(?:^\W*|\b(?:voces|vcs|ceis|vc|voce) )(?:tambem )?([a-z]+[ae]m)\b"
)


def question_features(house: KnownQuestions, message: str) -> npt.NDArray[np.float32]:
    """Return a row of numbers for each question of a house."""
    said = _MessageFeatures.of(message, house)
    rows = np.array([_row(one, said) for one in house.known])
    other = house.likeness_to_others(said.apart)
    beyond = [max(float(row[0]), float(row[3])) - other for row in rows]
    leads = np.array([_leads(rows[:, at]) for at in _LED]).T
    shared = np.tile([*said.shared, other], (len(rows), 1))
    kinds = np.stack([one.kinds.max(0) for one in house.known])
    columns = [rows, leads, shared, kinds, np.array(beyond)[:, None]]
    return np.concatenate(columns, axis=1).astype(np.float32)


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
        meaning, telling = embedded([message])[0], telling_words(message, MOST_WORDS)
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

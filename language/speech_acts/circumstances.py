"""A yes or a no that is told by a circumstance: "my wife doesn't eat meat", "moro no térreo".

No rule has its words, and what it means depends on the question. So it is compared with what
others told to others' questions (`training/circumstances.*.txt`): each of them speaks for its
answer as much as its question is like this one and its message like this one. What is like
nothing that is known means nothing. `python -m training.circumstances` fits it again.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from language.encoder import WINDOW, read

FILE = Path(__file__).with_name("circumstances.npz")
_CircumstanceWeights = npt.NDArray[np.float32]
_LONGEST = 200  # characters; a longer message tells a story
_NEAR_QUESTION, _NEAR_MESSAGE = 4.0, 6.0  # how fast likeness falls
_ANY_QUESTION = 0.1  # what a message says whatever is asked
_MEANT = 0.64  # how likely an answer must be
_BORNE_OUT = 0.42  # and one that the network of replies is sure of


class CircumstanceReading(NamedTuple):
    """How likely a message means a yes, a no, or neither of them."""

    yes: float
    no: float
    neither: float


class _KnownCircumstances(NamedTuple):
    axes: _CircumstanceWeights  # along which texts are compared
    questions: _CircumstanceWeights
    messages: _CircumstanceWeights
    asked: npt.NDArray[np.intp]  # which question each pair has, and which message
    said: npt.NDArray[np.intp]
    weights: _CircumstanceWeights  # what each pair speaks for
    sharpness: float


@cache
def _known() -> _KnownCircumstances:
    with np.load(FILE) as file:
        axes, questions, messages, weights = (
            file[name].astype(np.float32) for name in ("axes", "questions", "messages", "weights")
        )
        asked, said = file["asked"].astype(np.intp), file["said"].astype(np.intp)
        sharpness = float(file["sharpness"])
    return _KnownCircumstances(axes, questions, messages, asked, said, weights, sharpness)


def warm_up() -> None:
    """Load what is known now, so that no message waits for it."""
    _known()


def told_by_circumstance(text: str, question: str) -> bool | None:
    """Return the yes or the no that a message comes to under a question, where that is likely."""
    told = _compared(text, question)
    if told is None:
        return None
    return True if told.yes >= _MEANT else False if told.no >= _MEANT else None


def borne_out(text: str, answer: bool, question: str) -> bool:
    """Tell whether what a message was taken for is not unlike what others meant so."""
    told = _compared(text, question)
    return told is None or (told.yes if answer else told.no) >= _BORNE_OUT


def _compared(text: str, question: str) -> CircumstanceReading | None:
    said, asked = text.strip(), question.strip()
    if len(said) > _LONGEST or not asked or not any(map(str.isalnum, said)):
        return None
    return _told(said, asked[:WINDOW])


@lru_cache(512)
def _told(text: str, question: str) -> CircumstanceReading:
    known = _known()
    likeness = alike(known.messages, _along(text), _NEAR_MESSAGE)
    spoken = _asked(question) * likeness[known.said]
    # Without BLAS, whose threads would spin for milliseconds over little work.
    sums = np.einsum("i,ij->j", spoken, known.weights) * known.sharpness
    shares = np.exp(sums - sums.max())
    return CircumstanceReading(*map(float, shares / shares.sum()))


@lru_cache(64)  # there are few questions, and each is asked often
def _asked(question: str) -> _CircumstanceWeights:
    known = _known()
    return of_question(alike(known.questions, _along(question), _NEAR_QUESTION)[known.asked])


def of_question(likeness: _CircumstanceWeights) -> _CircumstanceWeights:
    """Return how much pairs count whose questions are so much like the one that is asked."""
    return (1 - np.float32(_ANY_QUESTION)) * likeness + np.float32(_ANY_QUESTION)


def alike(
    known: _CircumstanceWeights, one: _CircumstanceWeights, near: float
) -> _CircumstanceWeights:
    """Return how much texts are like another one: 1 for the same."""
    return np.exp(np.float32(near) * (np.einsum("ij,j->i", known, one) - 1))


def near_each_other(
    rows: _CircumstanceWeights, columns: _CircumstanceWeights, near: float
) -> _CircumstanceWeights:
    """Return the same for many texts at a time, where nobody waits for it."""
    return np.exp(np.float32(near) * (rows @ columns.T - 1))


NEAR = _NEAR_QUESTION, _NEAR_MESSAGE


def _along(text: str) -> _CircumstanceWeights:
    return placed(read([text])[0].vector, _known().axes)


def placed(vector: _CircumstanceWeights, axes: _CircumstanceWeights) -> _CircumstanceWeights:
    """Return a text's place along the axes, as far from the middle as any other."""
    place = np.einsum("...j,jk->...k", vector, axes)
    return place / np.linalg.norm(place, axis=-1, keepdims=True)

"""What a message does under the question that is open, by a small network over both.

A clause alone tells no answer from what is said beside it: "since March" answers "since when?"
and nothing of "your name?". It learned from `training/replies.*.tsv`, and from the clauses that
do the same under any question; `python -m training.replies` fits it again.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from language.encoder import WINDOW, read
from language.speech_acts.classify import clause_reading

ReplyAct = Literal[
    "answers", "yes", "no", "changes", "asks", "wants", "leaves", "skips", "unsure", "person",
    "upset", "kind", "besides",
]  # fmt: skip
QuestionKind = Literal[
    "text", "boolean", "confirm", "choice", "number", "name", "date", "time", "money", "contact"
]
REPLY_ACTS: tuple[ReplyAct, ...] = get_args(ReplyAct)
QUESTION_KINDS: tuple[QuestionKind, ...] = get_args(QuestionKind)
FILE = Path(__file__).with_name("replies.npz")
_KIND_OF: dict[str, QuestionKind] = {
    "yesno": "boolean", "integer": "number", "decimal": "number", "datetime": "date",
    "email": "contact", "phone": "contact", "city": "name", "document": "contact",
}  # fmt: skip
_ReplyWeights = npt.NDArray[np.float32]
_LONGEST = 300  # characters of a message; a longer one tells a story
_ALIKE, _APART = 22.0, 3.0  # so that products and differences are as large as the vectors
_LEAST, _CHANCES = 1e-4, 0.1  # of what the clause does
_MEANT = 0.85  # how likely it must be that a message answers so
_ELSE = 0.85  # how likely it must be that a message answers nothing


class ReplyReading(NamedTuple):
    """How likely each act is, in the order of `REPLY_ACTS`."""

    chances: tuple[float, ...]

    def of(self, *acts: ReplyAct) -> float:
        """Return how likely it is that a message does one of these."""
        return sum(self.chances[REPLY_ACTS.index(act)] for act in acts)

    @property
    def act(self) -> ReplyAct:
        """The likeliest."""
        return REPLY_ACTS[int(np.argmax(self.chances))]


class ReplyRow(NamedTuple):
    """What the network sees: all that a message is at a question, and each of the two."""

    row: _ReplyWeights
    said: _ReplyWeights
    asked: _ReplyWeights


class _ReplyNetwork(NamedTuple):
    hidden: _ReplyWeights
    shift: _ReplyWeights
    of_said: _ReplyWeights  # what is said and what is asked meet here: their products
    of_asked: _ReplyWeights
    out: _ReplyWeights
    bias: _ReplyWeights
    heat: float  # by what the sums are divided, so that a chance is as often right as it says

    def chances(self, seen: ReplyRow) -> _ReplyWeights:
        # Without BLAS, whose threads would spin for milliseconds over little work.
        units = np.maximum(np.einsum("j,jk->k", seen.row, self.hidden) + self.shift, 0)
        met = np.einsum("j,jk->k", seen.said, self.of_said)
        met = met * np.einsum("j,jk->k", seen.asked, self.of_asked)
        sums = np.einsum("j,jk->k", np.concatenate([units, met]), self.out) + self.bias
        shares = np.exp((sums - sums.max()) / self.heat)
        return shares / shares.sum()


@cache
def _network() -> _ReplyNetwork:
    with np.load(FILE) as file:
        hidden, shift, of_said, of_asked, out, bias = (
            file[name].astype(np.float32) for name in _ReplyNetwork._fields[:-1]
        )
        return _ReplyNetwork(hidden, shift, of_said, of_asked, out, bias, float(file["heat"]))


def warm_up() -> None:
    """Load the network now, so that no message waits for it."""
    _network()


def reply_reading(text: str, question: str, kind: str) -> ReplyReading | None:
    """Tell what a message does under a question; None where there is nothing to go by."""
    said, asked = text.strip(), question.strip()
    if len(said) > _LONGEST or not asked or not any(map(str.isalnum, said)):
        return None
    known = kind if kind in QUESTION_KINDS else "text"
    return _known(said, asked[:WINDOW], _KIND_OF.get(kind, known))


@lru_cache(2_048)  # a message is looked at more than once on its way
def _known(text: str, question: str, kind: QuestionKind) -> ReplyReading:
    seen = reply_row(text, question, kind)
    return ReplyReading(tuple(map(float, _network().chances(seen))))


def reply_row(text: str, question: str, kind: QuestionKind) -> ReplyRow:
    """Write a message and a question as the network sees them."""
    said, asked = read([text])[0], _asked(question)
    chances = np.array(clause_reading(text).chances, np.float32)
    kinds = np.array([kind == each for each in QUESTION_KINDS], np.float32)
    row = [
        said.vector,
        said.tokens.astype(np.float32),
        asked,
        said.vector * asked * np.float32(_ALIKE),
        np.abs(said.vector - asked) * np.float32(_APART),
        np.log(np.maximum(chances, _LEAST)) * np.float32(_CHANCES),
        kinds,
    ]
    return ReplyRow(np.concatenate(row), said.vector, np.concatenate([asked, kinds]))


@lru_cache(2_048)  # there are few questions, and each is asked often
def _asked(question: str) -> _ReplyWeights:
    return read([question])[0].vector


def is_yes(reply: ReplyReading) -> bool:
    """Tell whether a message plainly agrees, or says that it is so."""
    return reply.of("yes") >= _MEANT


def is_no(reply: ReplyReading) -> bool:
    """Tell whether a message plainly declines, or says that it is not so."""
    return reply.of("no") >= _MEANT


def is_answer(reply: ReplyReading) -> bool:
    """Tell whether a message plainly tells what an open question asks for."""
    return reply.of("answers") >= _MEANT


def says_else(reply: ReplyReading) -> bool:
    """Tell whether a message plainly does something else than answer, ask or want something."""
    return reply.of("leaves", "person", "upset", "kind", "besides") >= _ELSE

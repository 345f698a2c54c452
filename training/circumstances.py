"""`python -m training.circumstances`: fit what tells a yes or a no by a circumstance.

`circumstances.*.txt` holds yes-or-no questions about one thing in a line (between slashes), and
below them what people tell instead of a yes (+), of a no (-), and what answers none of them (~).
The yes-or-no questions of `replies.*.tsv` are known as well. It is a ridge regression over the
likeness of questions and of messages; `--held` tells how well it does on topics held out.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from language.encoder import read
from language.speech_acts.circumstances import (
    FILE,
    NEAR,
    near_each_other,
    of_question,
    placed,
)

FOLDER = Path(__file__).parent
_LANGUAGES = ("en", "pt")
_MEANS = {"+": 0, "-": 1, "~": 2, "yes": 0, "no": 1}
_NEITHER = 2
_AXES = 256
_RIDGE = 0.3
_SHARPNESS = 4.0
_PARTS = 5  # topics that stand together are held out together
_LEVELS = (0.5, 0.54, 0.57, 0.6, 0.65, 0.7)
_LikenessNumbers = npt.NDArray[np.float32]


class _Pair(NamedTuple):
    question: str
    message: str
    means: int
    part: int


class _Fitted(NamedTuple):
    axes: _LikenessNumbers
    questions: _LikenessNumbers
    messages: _LikenessNumbers
    asked: npt.NDArray[np.intp]
    said: npt.NDArray[np.intp]
    weights: _LikenessNumbers


def main() -> int:
    """Read, embed, fit, write; print how well it does on a part held out, if that is wanted."""
    parser = argparse.ArgumentParser(prog="python -m training.circumstances", description=__doc__)
    parser.add_argument("--out", type=Path, default=FILE, help="where it is written")
    parser.add_argument("--held", action="store_true", help="tell how it does held out")
    args = parser.parse_args()
    pairs = [*_topics(), *_replies()]
    if args.held:
        _report(_fit([p for p in pairs if p.part]), [p for p in pairs if not p.part])
    fitted = _fit(pairs)
    small = {name: getattr(fitted, name).astype(np.float16) for name in ("axes", "weights")}
    texts = {name: getattr(fitted, name).astype(np.float16) for name in ("questions", "messages")}
    places = {name: getattr(fitted, name).astype(np.uint16) for name in ("asked", "said")}
    np.savez_compressed(args.out, **small, **texts, **places, sharpness=np.float32(_SHARPNESS))
    return 0


def _topics() -> Iterator[_Pair]:
    """Yield what is told to each question about the same thing."""
    for language in _LANGUAGES:
        text = (FOLDER / f"circumstances.{language}.txt").read_text(encoding="utf-8")
        topics = re.split(r"\n(?![-+~] )", text.strip())
        for at, topic in enumerate(topics):
            questions, *told = topic.split("\n")
            part = at * _PARTS // len(topics)  # both languages have the same topics nearby
            for question in questions.split(" / "):
                for sign, message in (line.split(" ", 1) for line in told):
                    yield _Pair(question, message, _MEANS[sign], part)


def _replies() -> Iterator[_Pair]:
    for language in _LANGUAGES:
        text = (FOLDER / f"replies.{language}.tsv").read_text(encoding="utf-8")
        rows = [line.split("\t") for line in text.splitlines()]
        for at, (act, kind, question, message) in enumerate(rows):
            if kind == "boolean":
                means = _MEANS.get(act, _NEITHER)
                yield _Pair(question, message, means, at * _PARTS // len(rows))


def _fit(pairs: Sequence[_Pair]) -> _Fitted:
    questions = list(dict.fromkeys(pair.question for pair in pairs))
    messages = list(dict.fromkeys(pair.message for pair in pairs))
    asked = np.array([questions.index(pair.question) for pair in pairs], np.intp)
    said = np.array([messages.index(pair.message) for pair in pairs], np.intp)
    vectors = [_embedded(questions), _embedded(messages)]
    _, _, directions = np.linalg.svd(np.concatenate(vectors), full_matrices=False)
    axes = np.asarray(directions[:_AXES].T, np.float32)
    ours, theirs = (placed(each, axes) for each in vectors)
    likeness = of_question(near_each_other(ours, ours, NEAR[0]))[np.ix_(asked, asked)]
    likeness *= near_each_other(theirs, theirs, NEAR[1])[np.ix_(said, said)]
    likeness[np.diag_indices(len(pairs))] += np.float32(_RIDGE)
    wanted = np.eye(3, dtype=np.float32)[[pair.means for pair in pairs]] - np.float32(1 / 3)
    weights = np.asarray(np.linalg.solve(likeness, wanted), np.float32)
    return _Fitted(axes, ours, theirs, asked, said, weights)


def _embedded(texts: Sequence[str]) -> _LikenessNumbers:
    return np.stack([each.vector for each in read(texts)])


def _report(fitted: _Fitted, held: Sequence[_Pair]) -> None:
    means = np.array([pair.means for pair in held])
    asked = placed(_embedded([pair.question for pair in held]), fitted.axes)
    said = placed(_embedded([pair.message for pair in held]), fitted.axes)
    likeness = of_question(near_each_other(asked, fitted.questions, NEAR[0]))[:, fitted.asked]
    likeness *= near_each_other(said, fitted.messages, NEAR[1])[:, fitted.said]
    shares = np.exp(_SHARPNESS * (likeness @ fitted.weights))
    shares /= shares.sum(axis=1, keepdims=True)
    answers, best = shares[:, :2].argmax(axis=1), shares[:, :2].max(axis=1)
    for level in _LEVELS:
        right = int(((best >= level) & (answers == means)).sum())
        wrong = int(((best >= level) & (answers != means)).sum())
        print(f"at {level}: {right} right, {wrong} wrong of {len(held)} on topics held out")


if __name__ == "__main__":
    sys.exit(main())

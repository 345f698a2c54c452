"""`python -m training.questions`: fit the network that tells which question a message asks.

A house is a file of `houses/`: questions, answers, and messages with the question each asks ("-"
for none, two with a "+"). Each is also shown with some of its questions left out, whose messages
then ask none, and beside the questions of another house. Those of `houses/kept` are never fitted.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import yaml

from guardrails.heads.features import Matrix
from language.known_questions import KnownQuestions
from language.nearest_question import FILE, NEARLY, SURE
from language.question_features import question_features
from training.adam import Adam
from workflows.machine.frequent import asked_of_assistants

FOLDER = Path(__file__).parent / "houses"
NONE = "-"
_SEED = 1
_SEEDS = (1, 2, 3)  # networks, whose mean errs less than each
_UNITS, _EPOCHS, _BATCH = 24, 12, 32
_RATE, _DECAY, _DROPPED = 4e-3, 0.1, 0.3
_FOLDS = 6
_FEWER, _BESIDE = 5, 2  # how often each house is shown with less, and with more
_LEAST, _SHARE = 2, 0.6
_IDLE, _OF_ACTS, _ACTS = 6, 40, ("kind", "upset", "changes", "tells", "unsure", "leaves")
_Content = Mapping[str, Any]


class _ShownMessage(NamedTuple):
    """A message to a house: its features, which question it asks, and whence it comes."""

    houses: tuple[int, ...]
    features: Matrix
    wanted: Matrix  # a share for each question; last, for none
    message: str
    names: tuple[str, ...]


class FittedQuestions(NamedTuple):
    """The network's matrices."""

    mean: Matrix
    spread: Matrix
    hidden: Matrix
    shift: Matrix
    out: Matrix
    bias: Matrix
    straight: Matrix

    def chances(self, features: Matrix) -> Matrix:
        rows = (features - self.mean) / self.spread
        sums = np.maximum(rows @ self.hidden + self.shift, 0) @ self.out
        return _shares(np.append(sums + rows @ self.straight + self.bias, 0))


@dataclass
class _Tally:
    right: int = 0
    asked: int = 0
    missed: int = 0
    wrong: int = 0
    false: int = 0
    answerable: int = 0
    near: int = 0


def main() -> int:
    """Cross-validate by house, fit on all, write; tell how well the kept ones are done."""
    parser = argparse.ArgumentParser(prog="python -m training.questions", description=__doc__)
    parser.add_argument("--out", type=Path, default=FILE, help="where the weights are written")
    args = parser.parse_args()
    out: Path = args.out
    known = _with_idle([_content(path) for path in sorted(FOLDER.glob("*.yaml"))])
    plain = [asked for at, house in enumerate(known) for asked in _shown(at, house)]
    shown = [*plain, *_less(known), *_more(known), *_reworded(known)]
    held: list[tuple[_ShownMessage, Matrix]] = []
    for first in range(_FOLDS):
        apart = set(range(first, len(known), _FOLDS))
        fitted = _fitted([asked for asked in shown if apart.isdisjoint(asked.houses)], _SEEDS[:1])
        held += [(a, fitted.chances(a.features)) for a in plain if apart.issuperset(a.houses)]
    print("by houses that were held out", _tally(held))
    fitted = _fitted(shown, _SEEDS)
    np.savez_compressed(out, **fitted._asdict())
    for path in sorted((FOLDER / "kept").glob("*.yaml")):
        asked = list(_shown(-1, _content(path)))
        print(path.stem, _tally([(each, fitted.chances(each.features)) for each in asked]))
    return 0


def _content(path: Path) -> _Content:
    return yaml.safe_load(path.read_text("utf-8"))


def _with_idle(known: Sequence[_Content]) -> list[_Content]:
    """Give each house some of what is said to any of them and asks nothing there."""
    chance, idle = np.random.default_rng(_SEED), list(_idle())
    return [
        {**house, "messages": [*house["messages"], *([text, NONE] for text in some)]}
        for house in known
        for some in [chance.choice(idle, _IDLE, replace=False).tolist()]
    ]


def _idle() -> Iterator[str]:
    yield from (FOLDER.parent / "idle_questions.txt").read_text("utf-8").splitlines()
    chance = np.random.default_rng(_SEED)
    for language in ("en", "pt"):
        lines = (FOLDER.parent / f"clauses.{language}.tsv").read_text("utf-8").splitlines()
        said = [text for act, _, text in (each.partition("\t") for each in lines) if act in _ACTS]
        yield from chance.choice(said, _OF_ACTS, replace=False).tolist()


def _house(content: _Content, names: Iterable[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    answers = {name: content["answers"][name] for name in names}
    asked = {n: [t for texts in a["ask"].values() for t in texts] for n, a in answers.items()}
    return asked, {n: list(a["say"].values()) for n, a in answers.items()}


def _shown(at: int, content: _Content) -> Iterator[_ShownMessage]:
    house = KnownQuestions(*_house(content, content["answers"]), asked_of_assistants())
    for message, pair in content["messages"]:
        yield _asked((at,), house, message, pair)


def _asked(at: tuple[int, ...], house: KnownQuestions, message: str, pair: str) -> _ShownMessage:
    names = tuple(one.name for one in house.known)
    meant = [name for name in pair.split("+") if name in names]
    wanted = np.zeros(len(names) + 1, np.float32)
    for place in [names.index(name) for name in meant] or [-1]:
        wanted[place] += 1 / max(1, len(meant))
    return _ShownMessage(at, question_features(house, message), wanted, message, names)


def _less(known: Sequence[_Content]) -> Iterator[_ShownMessage]:
    """Show each house with some of its questions only."""
    chance = np.random.default_rng(_SEED)
    for at, content in enumerate(known):
        names = list(content["answers"])
        for _ in range(_FEWER):
            count = int(chance.integers(_LEAST, len(names) + 1))
            some = [names[place] for place in sorted(chance.permutation(len(names))[:count])]
            house = KnownQuestions(*_house(content, some), asked_of_assistants())
            for message, pair in content["messages"]:
                if chance.random() < _SHARE:
                    yield _asked((at,), house, message, pair)


def _more(known: Sequence[_Content]) -> Iterator[_ShownMessage]:
    """Show each house beside questions of another one."""
    chance = np.random.default_rng(_SEED + 1)
    for at, content in enumerate(known):
        for _ in range(_BESIDE):
            other = int((at + 1 + chance.integers(len(known) - 1)) % len(known))
            names = list(known[other]["answers"])
            count = int(chance.integers(_LEAST, len(names) + 1))
            some = [names[place] for place in chance.permutation(len(names))[:count]]
            asked, told = _house(content, content["answers"])
            more, answers = _house(known[other], some)
            asked |= {f"other_{name}": texts for name, texts in more.items()}
            told |= {f"other_{name}": texts for name, texts in answers.items()}
            house = KnownQuestions(asked, told, asked_of_assistants())
            for message, pair in content["messages"]:
                if pair != NONE and chance.random() < _SHARE:
                    yield _asked((at, other), house, message, pair)


def _reworded(known: Sequence[_Content]) -> Iterator[_ShownMessage]:
    """Ask each house, with one wording of a question left out, in the words of that wording."""
    chance = np.random.default_rng(_SEED + 2)
    for at, content in enumerate(known):
        asked, told = _house(content, content["answers"])
        several = {name: texts for name, texts in asked.items() if len(texts) > 1}
        left = {n: texts[int(chance.integers(len(texts)))] for n, texts in several.items()}
        kept = {n: [text for text in texts if text != left.get(n)] for n, texts in asked.items()}
        house = KnownQuestions(kept, told, asked_of_assistants())
        yield from (_asked((at,), house, text, name) for name, text in left.items())


def _fitted(shown: Sequence[_ShownMessage], seeds: Sequence[int]) -> FittedQuestions:
    """Fit the networks and write them side by side as one: what they say is added up."""
    rows = np.concatenate([asked.features for asked in shown])
    mean, spread = rows.mean(0), rows.std(0) + np.float32(1e-3)
    part = [asked._replace(features=(asked.features - mean) / spread) for asked in shown]
    hidden, shift, out, bias, straight = zip(*(_network(part, seed) for seed in seeds), strict=True)
    share = np.float32(1 / len(seeds))
    return FittedQuestions(
        mean,
        spread,
        np.concatenate(hidden, axis=1),
        np.concatenate(shift),
        np.concatenate(out)[:, 0] * share,
        np.sum(bias, axis=0) * share,
        np.sum(straight, axis=0)[:, 0] * share,
    )


def _network(shown: Sequence[_ShownMessage], seed: int) -> list[Matrix]:
    chance = np.random.default_rng(seed)
    size = shown[0].features.shape[1]
    params = [
        (chance.normal(size=(size, _UNITS)) / np.sqrt(size)).astype(np.float32),
        np.zeros(_UNITS, np.float32),
        (chance.normal(size=(_UNITS, 1)) * 0.3).astype(np.float32),
        np.zeros(1, np.float32),
        np.zeros((size, 1), np.float32),
    ]
    adam = Adam(params, [_RATE] * 5, (_DECAY, 0.0, _DECAY, 0.0, _DECAY))
    for epoch in range(_EPOCHS):
        order: list[int] = chance.permutation(len(shown)).tolist()
        for start in range(0, len(order), _BATCH):
            batch = [shown[place] for place in order[start : start + _BATCH]]
            slopes = _slopes(params, batch, chance)
            adam.step(slopes, 0.5 * (1 + float(np.cos(np.pi * epoch / _EPOCHS))))
    return params


def _slopes(
    params: Sequence[Matrix], batch: Sequence[_ShownMessage], chance: np.random.Generator
) -> list[Matrix]:
    """Return the gradient of the cross-entropy over the questions of each message, and none."""
    hidden, shift, out, bias, straight = params
    rows = np.concatenate([asked.features for asked in batch])
    rows = (rows * (chance.random(rows.shape) > _DROPPED) / (1 - _DROPPED)).astype(np.float32)
    before = rows @ hidden + shift
    units = np.maximum(before, 0)
    sums = (units @ out + bias + rows @ straight)[:, 0]
    error, at = np.zeros((len(sums), 1), np.float32), 0
    for asked in batch:
        end = at + len(asked.names)
        shares = _shares(np.append(sums[at:end], 0))
        error[at:end, 0] = (shares - asked.wanted)[:-1] / len(batch)
        at = end
    back = (error @ out.T) * (before > 0)
    return [rows.T @ back, back.sum(0), units.T @ error, error.sum(0), rows.T @ error]


def _shares(sums: Matrix) -> Matrix:
    shares = np.exp(sums - sums.max())
    return (shares / shares.sum()).astype(np.float32)


def _tally(found: Iterable[tuple[_ShownMessage, Matrix]]) -> str:
    tally = _Tally()
    for asked, chances in found:
        meant = np.flatnonzero(asked.wanted)
        if len(meant) > 1:
            continue  # it is cut in two
        best, wanted = int(chances[:-1].argmax()), int(meant[0])
        sure, off = chances[best] >= SURE, 1 - chances[-1] >= NEARLY
        if wanted == len(asked.names):
            tally.near += 1
            tally.false += bool(sure)
            continue
        tally.answerable += 1
        tally.right += bool(sure and best == wanted)
        tally.wrong += bool(sure and best != wanted)
        tally.asked += bool(not sure and off and wanted in (-chances[:-1]).argsort()[:3])
    tally.missed = tally.answerable - tally.right - tally.wrong - tally.asked
    return str(tally)


if __name__ == "__main__":
    sys.exit(main())

"""`python -m training.replies`: fit the network that tells what a message does under a question.

`replies.*.tsv` was written by hand (act, kind of question, question, message), by two authors who
knew the questions' trades and nothing of this program; the clauses (`clauses.*.tsv`) that do the
same under any question are each put under one. What it does held out is measured on questions that
it has not seen, under which no message stands that it has seen elsewhere.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from guardrails.heads.features import Matrix
from language.matching import fold
from language.speech_acts.replies import (
    FILE,
    QUESTION_KINDS,
    REPLY_ACTS,
    QuestionKind,
    reply_row,
)
from training.adam import Adam

FOLDER = Path(__file__).parent
_LANGUAGES = ("en", "pt")
_NUMBERS: dict[str, int] = {act: number for number, act in enumerate(REPLY_ACTS)}
_KINDS: dict[str, QuestionKind] = {kind: kind for kind in QUESTION_KINDS}
_YES_OR_NO = ("boolean", "confirm")
_TURNED = frozenset(  # what turns round a question, and with it a yes
    "not no nothing never without longer further else mind wont dont isnt arent nao nenhum"
    " nenhuma nunca sem nada falta faltando".split()
)
_PLAINLY = {
    "yes": {
        "en": ("yes", "yeah", "yep", "yes please", "sure", "of course", "I do", "it is",
               "definitely", "I think so", "absolutely", "that's right"),
        "pt": ("sim", "claro", "com certeza", "isso", "é sim", "tenho sim", "claro que sim",
               "acho que sim", "pode sim", "aham", "quero sim", "exatamente"),
    },
    "no": {
        "en": ("no", "nope", "nah", "no thanks", "not really", "of course not", "I don't", "never",
               "I don't think so", "definitely not", "not that I know of", "no way"),
        "pt": ("não", "não não", "nada", "claro que não", "acho que não", "de jeito nenhum",
               "tenho não", "nunca", "com certeza não", "melhor não", "nem pensar", "negativo"),
    },
}  # fmt: skip
_ALONE = 0.3  # of the plain ones stand alone
_SEED = 1
_SEEDS = (1, 2)  # networks, whose mean errs less than each
_UNITS, _MET = 96, 96
_EPOCHS = 12
_BATCH = 256
_RATES = (3e-3, 3e-3, 3e-3, 3e-3, 3e-3, 3e-3)
_DECAYS = (0.15, 0.0, 0.15, 0.15, 0.15, 0.0)
_DROPPED = 0.5
_TAKEN = 1.0
_SMOOTH = 0.05  # some messages do two things
_PARTS, _BLOCKS = 5, 25  # questions of one trade stand together, and are held out together
_HEATS = np.linspace(0.3, 1.5, 49)
_LEVELS = (0.5, 0.6, 0.7, 0.8, 0.9)


class _Written(NamedTuple):
    act: int
    kind: QuestionKind
    question: str
    message: str
    language: str
    part: int
    own: bool  # written under its question, and no clause


class _Replies(NamedTuple):
    rows: Matrix
    said: Matrix
    asked: Matrix
    acts: npt.NDArray[np.intp]

    def only(self, chosen: npt.NDArray[np.bool_]) -> _Replies:
        return self.at(np.flatnonzero(chosen))

    def at(self, places: npt.NDArray[np.intp]) -> _Replies:
        rows, said, asked, acts = self
        return _Replies(rows[places], said[places], asked[places], acts[places])


def main() -> int:
    """Read, embed, cross-validate for the heat, fit, write; print how well it does held out."""
    parser = argparse.ArgumentParser(prog="python -m training.replies", description=__doc__)
    parser.add_argument("--out", type=Path, default=FILE, help="where the weights are written")
    parser.add_argument("--held", type=Path, help="where the chances held out are written")
    args = parser.parse_args()
    out: Path = args.out
    written = list(_written())
    written += [*_under_questions(written), *_said_plainly(written)]
    replies = _gather(written)
    own = np.array([each.own for each in written])
    held, acts = _cross_validated(written, replies)[own], replies.acts[own]
    heat = float(min(_HEATS, key=lambda heat: _surprise(_single(held / heat), acts)))
    chances = _chances(held / np.float32(heat))
    _report([each for each in written if each.own], chances)
    if args.held:
        np.save(args.held, chances)
    hidden, shift, of_said, of_asked, outs, bias = (
        each.astype(np.float16) for each in _fitted(replies, _SEEDS)
    )
    np.savez_compressed(
        out,
        hidden=hidden,
        shift=shift,
        of_said=of_said,
        of_asked=of_asked,
        out=outs,
        bias=bias,
        heat=np.float32(heat),
    )
    return 0


def _written() -> Iterator[_Written]:
    """Yield the messages as they were written, with the part that holds their question."""
    for language in _LANGUAGES:
        text = (FOLDER / f"replies.{language}.tsv").read_text(encoding="utf-8")
        rows = [line.split("\t") for line in text.splitlines()]
        questions = list(dict.fromkeys(question for _, _, question, _ in rows))
        block = {q: at * _BLOCKS // len(questions) for at, q in enumerate(questions)}
        for act, kind, question, message in rows:
            part = block[question] % _PARTS
            yield _Written(_NUMBERS[act], _KINDS[kind], question, message, language, part, True)


def _under_questions(written: list[_Written]) -> list[_Written]:
    """Put clauses that do the same under any question each under one of those that there are."""
    chance = np.random.default_rng(_SEED)
    found: list[_Written] = []
    for language in _LANGUAGES:
        here = [each for each in written if each.language == language]
        every = list({each.question: each for each in here}.values())
        plain = [q for q in every if q.kind in _YES_OR_NO and not _is_turned(q.question)]
        text = (FOLDER / f"clauses.{language}.tsv").read_text(encoding="utf-8")
        for act, clause in (line.split("\t") for line in text.splitlines()):
            some = plain if act in ("yes", "no") else every
            under = some[chance.integers(len(some))]
            # What is told answers this question, or another one.
            if act != "tells":
                found.append(under._replace(act=_NUMBERS[act], message=clause, own=False))
    return found


def _said_plainly(written: list[_Written]) -> Iterator[_Written]:
    """Put a plain yes or no before messages that mean one, and alone under their questions.

    Whoever wrote the messages left out what everybody says.
    """
    chance = np.random.default_rng(_SEED)
    for each in written:
        plain, turned = _PLAINLY.get(REPLY_ACTS[each.act]), _is_turned(each.question)
        if plain is None or turned or each.kind not in _YES_OR_NO:
            continue
        said = plain[each.language]
        opening = said[chance.integers(len(said))]
        message = opening if chance.random() < _ALONE else f"{opening}, {each.message}"
        yield each._replace(message=message, own=False)


def _is_turned(question: str) -> bool:
    return not _TURNED.isdisjoint(fold(question).replace("'", "").split())


def _gather(written: list[_Written]) -> _Replies:
    seen = [reply_row(each.message, each.question, each.kind) for each in written]
    return _Replies(
        np.stack([each.row for each in seen]),
        np.stack([each.said for each in seen]),
        np.stack([each.asked for each in seen]),
        np.array([each.act for each in written], np.intp),
    )


def _cross_validated(written: list[_Written], replies: _Replies) -> Matrix:
    """Return the sums of each message, by networks that know neither it nor its question."""
    sums = np.zeros((len(written), len(REPLY_ACTS)), np.float32)
    bare = [{_bare(each.message), _bare(each.message.partition(", ")[2])} for each in written]
    parts = np.array([each.part for each in written])
    for part in range(_PARTS):
        seen = parts == part
        messages = {
            _bare(each.message)
            for each, here in zip(written, seen, strict=True)
            if here and each.own
        }
        known = np.array([messages.isdisjoint(said) for said in bare]) & ~seen
        sums[seen] = _sums(_fitted(replies.only(known), _SEEDS), replies.only(seen))
    return sums


def _bare(message: str) -> str:
    return fold(message).strip(" .!?")


def _surprise(sums: Matrix, acts: npt.NDArray[np.intp]) -> float:
    """Return how unlikely the right acts were."""
    chances = _chances(sums)[np.arange(len(acts)), acts]
    return float(-np.log(np.maximum(chances, 1e-9)).mean())


def _report(written: list[_Written], chances: Matrix) -> None:
    acts, kinds = np.array([each.act for each in written]), np.array([e.kind for e in written])
    said = chances.argmax(axis=1)
    print(f"{len(acts)} messages under questions held out: {(said == acts).mean():.1%} right")
    for act, number in _NUMBERS.items():
        found, right = (acts == number), (said == acts)
        print(f"  {act:8} {right[found].mean():6.1%} found, {right[said == number].mean():6.1%} so")
    for kind in _YES_OR_NO:
        here = kinds == kind
        for level in _LEVELS:
            _report_level(kind, level, acts[here], chances[here])
    for low, high in ((0.5, 0.6), (0.6, 0.7), (0.7, 0.8), (0.8, 0.9), (0.9, 1.01)):
        sure = (chances.max(axis=1) >= low) & (chances.max(axis=1) < high)
        print(f"  of {int(sure.sum()):4} told with {low}: {(said == acts)[sure].mean():.1%} right")


def _report_level(kind: str, level: float, acts: npt.NDArray[np.intp], chances: Matrix) -> None:
    shares: list[str] = []
    for act in ("yes", "no"):
        told, meant = chances[:, _NUMBERS[act]] >= level, acts == _NUMBERS[act]
        right, all_told, all_meant = int((told & meant).sum()), int(told.sum()), int(meant.sum())
        shares.append(f"{act} {right} of {all_meant} found, {all_told - right} wrongly")
    print(f"  {kind} at {level}: {'; '.join(shares)} (of {len(acts)})")


def _chances(sums: Matrix) -> Matrix:
    shares = np.exp(sums - sums.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)


def _sums(fitted: list[Matrix], replies: _Replies) -> Matrix:
    hidden, shift, of_said, of_asked, out, bias = fitted
    units = np.maximum(replies.rows @ hidden + shift, 0)
    met = (replies.said @ of_said) * (replies.asked @ of_asked)
    return _single(np.concatenate([units, met], axis=1) @ out + bias)


def _fitted(replies: _Replies, seeds: tuple[int, ...]) -> list[Matrix]:
    """Fit the networks and write them side by side as one: what they say is added up."""
    share = np.float32(1 / len(seeds))
    each = [_network(replies, seed) for seed in seeds]
    hidden, shift, of_said, of_asked = (
        np.concatenate([params[at] for params in each], axis=-1) for at in range(4)
    )
    outs = [params[4][:_UNITS] for params in each] + [params[4][_UNITS:] for params in each]
    bias = np.sum([params[5] for params in each], axis=0) * share
    return [hidden, shift, of_said, of_asked, np.concatenate(outs) * share, bias]


def _network(replies: _Replies, seed: int) -> list[Matrix]:
    chance = np.random.default_rng(seed)
    size, said, asked = (each.shape[1] for each in replies[:3])
    shapes = ((size, _UNITS), (said, _MET), (asked, _MET), (_UNITS + _MET, len(REPLY_ACTS)))
    spreads = (0.5 * np.sqrt(said / size), 0.3, 0.3, 1 / np.sqrt(_UNITS + _MET))
    hidden, of_said, of_asked, out = (
        (chance.normal(size=shape) * spread).astype(np.float32)
        for shape, spread in zip(shapes, spreads, strict=True)
    )
    shift, bias = np.zeros(_UNITS, np.float32), np.zeros(len(REPLY_ACTS), np.float32)
    params = [hidden, shift, of_said, of_asked, out, bias]
    adam, count = Adam(params, _RATES, _DECAYS), len(replies.acts)
    for epoch in range(_EPOCHS):
        order = chance.permutation(count)
        for start in range(0, count, _BATCH):
            part = replies.at(order[start : start + _BATCH])
            done = (epoch + start / count) / _EPOCHS
            adam.step(_slopes(params, part, chance), 0.5 * (1 + float(np.cos(np.pi * done))))
    return params


def _slopes(params: list[Matrix], part: _Replies, chance: np.random.Generator) -> list[Matrix]:
    """Return the gradient of the smoothed cross-entropy over one batch."""
    hidden, shift, of_said, of_asked, out, bias = params
    before, said, asked = part.rows @ hidden + shift, part.said @ of_said, part.asked @ of_asked
    units = np.concatenate([np.maximum(before, 0), said * asked], axis=1)
    kept = (chance.random(units.shape, dtype=np.float32) > _DROPPED) / np.float32(1 - _DROPPED)
    units *= kept
    wanted = np.full((len(units), len(REPLY_ACTS)), _SMOOTH / (len(REPLY_ACTS) - 1), np.float32)
    wanted[np.arange(len(units)), part.acts] = 1 - _SMOOTH
    error = (_chances(_single(units @ out + bias)) - wanted) / np.float32(len(units))
    back = (error @ out.T) * kept
    plain, met = back[:, :_UNITS] * (before > 0), back[:, _UNITS:]
    slopes = (
        part.rows.T @ plain, plain.sum(0), part.said.T @ (met * asked),
        part.asked.T @ (met * said), units.T @ error, error.sum(0),
    )  # fmt: skip
    return [_single(slope) for slope in slopes]


def _single(numbers: npt.NDArray[np.floating[Any]]) -> Matrix:
    return np.asarray(numbers, np.float32)


if __name__ == "__main__":
    sys.exit(main())

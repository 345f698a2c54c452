"""`python -m training.clauses`: fit the network that tells what a clause does; write its weights.

The clauses were written by hand (`clauses.*.tsv`: act, clause). Each is also shown as people type
it: without accents, capitals and stops, or behind a word that joins it to what came before.
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
from language.encoder import DIMENSIONS, TOKENS, read
from language.matching import fold
from language.speech_acts.classify import ACTS, FILE
from language.speech_acts.marks import TABLE, marks
from training.adam import Adam

FOLDER = Path(__file__).parent
_JOINING = {
    "pt": ("e ", "mas ", "ah, ", "então ", "ó, ", "oi, ", "e aí "),
    "en": ("and ", "but ", "oh, ", "so ", "hi, ", "also ", "well, "),
}
_NUMBERS: dict[str, int] = {act: number for number, act in enumerate(ACTS)}
_SEED = 1
_SEEDS = (1, 2)  # networks, whose mean errs less than each
_UNITS = 128
_EPOCHS = 14
_BATCH = 128
_RATES = (2e-3, 2e-3, 2e-3, 2e-3, 1e-2)  # of each matrix, the marks' last
_DECAYS = (0.15, 0.0, 0.15, 0.0, 1e-3)
_DROPPED, _MARKS_DROPPED = 0.5, 0.2
_SMOOTH = 0.05  # some clauses do two things
_PARTS = 4
_HEATS = np.linspace(0.3, 1.5, 49)
MarkPlaces = list[npt.NDArray[np.intp]]


class _Clauses(NamedTuple):
    rows: Matrix
    places: MarkPlaces
    acts: npt.NDArray[np.intp]
    written: npt.NDArray[np.intp]  # the clause that each is a form of
    plain: npt.NDArray[np.bool_]  # as it was written

    def only(self, chosen: npt.NDArray[np.bool_]) -> _Clauses:
        places = [self.places[at] for at in np.flatnonzero(chosen)]
        return _Clauses(
            self.rows[chosen], places, self.acts[chosen], self.written[chosen], self.plain[chosen]
        )


def main() -> int:
    """Read, embed, cross-validate for the heat, fit, write; print how well it does held out."""
    parser = argparse.ArgumentParser(prog="python -m training.clauses", description=__doc__)
    parser.add_argument("--out", type=Path, default=FILE, help="where the weights are written")
    args = parser.parse_args()
    out: Path = args.out
    clauses = _gather()
    held = _cross_validated(clauses)
    plain = clauses.only(clauses.plain)
    heat = min(_HEATS, key=lambda heat: _surprise(held, plain.acts, float(heat)))
    _report(held, plain.acts, float(heat))
    hidden, shift, outs, bias, marked = _fitted(clauses)
    np.savez_compressed(
        out,
        hidden=hidden.astype(np.float16),
        shift=shift,
        out=outs,
        bias=bias,
        marked=marked.astype(np.float16),
        heat=np.float32(heat),
    )
    return 0


def _gather() -> _Clauses:
    chance = np.random.default_rng(_SEED)
    forms: list[tuple[int, int, str, bool]] = []
    for number, (language, act, clause) in enumerate(_written()):
        forms.append((act, number, clause, True))
        typed = _typed(clause, language, chance)
        if typed not in ("", clause):
            forms.append((act, number, typed, False))
    known = [read([clause])[0] for _, _, clause, _ in forms]
    return _Clauses(
        np.stack([np.concatenate([each.vector, each.tokens.astype(np.float32)]) for each in known]),
        [marks(clause) for _, _, clause, _ in forms],
        np.array([act for act, _, _, _ in forms], np.intp),
        np.array([written for _, written, _, _ in forms], np.intp),
        np.array([plain for _, _, _, plain in forms]),
    )


def _written() -> Iterator[tuple[str, int, str]]:
    """Yield the clauses as they were written: language, number of the act, clause."""
    for language in _JOINING:
        text = (FOLDER / f"clauses.{language}.tsv").read_text(encoding="utf-8")
        for line in text.splitlines():
            act, clause = line.split("\t")
            yield language, _NUMBERS[act], clause


def _typed(clause: str, language: str, chance: np.random.Generator) -> str:
    """Return a clause as somebody in a hurry types it, or behind another one."""
    text = fold(clause) if chance.random() < 0.5 else clause
    text = text.rstrip(".!?, ") if chance.random() < 0.5 else text
    joining = _JOINING[language]
    return joining[chance.integers(len(joining))] + text if chance.random() < 0.25 else text


def _cross_validated(clauses: _Clauses) -> Matrix:
    """Return the sums of each clause as it was written, by networks that have not seen it."""
    sums = np.zeros((int(clauses.plain.sum()), len(ACTS)), np.float32)
    order = np.random.default_rng(_SEED).permutation(int(clauses.written.max()) + 1) % _PARTS
    parts, plain = order[clauses.written], clauses.only(clauses.plain)
    for part in range(_PARTS):
        fitted = _fitted(clauses.only(parts != part))
        seen = order[plain.written] == part
        sums[seen] = _sums(fitted, plain.only(seen))
    return sums


def _surprise(sums: Matrix, acts: npt.NDArray[np.intp], heat: float) -> float:
    """Return how unlikely the right answers were."""
    chances = _chances(sums / heat)[np.arange(len(acts)), acts]
    return float(-np.log(np.maximum(chances, 1e-9)).mean())


def _report(sums: Matrix, acts: npt.NDArray[np.intp], heat: float) -> None:
    chances = _chances(sums / heat)
    said, sure = chances.argmax(axis=1), chances.max(axis=1) >= 0.8
    right = said == acts
    print(
        f"{len(acts)} clauses held out: {right.mean():.1%} right; "
        f"{sure.mean():.1%} are told with 0.8 or more, of which {right[sure].mean():.1%} right"
    )
    for number, act in enumerate(ACTS):
        recall = right[acts == number].mean()
        precision = right[said == number].mean()
        print(f"  {act:8} {recall:6.1%} found, {precision:6.1%} of what is taken for it")


def _chances(sums: Matrix) -> Matrix:
    shares = np.exp(sums - sums.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)


def _sums(fitted: list[Matrix], clauses: _Clauses) -> Matrix:
    hidden, shift, out, bias, marked = fitted
    units = np.maximum(clauses.rows @ hidden + shift, 0)
    return _single(units @ out + bias + _spread(clauses.places) @ marked)


def _spread(places: MarkPlaces) -> Matrix:
    """Write marks as rows over the table, each row of length one."""
    rows = np.zeros((len(places), TABLE), np.float32)
    for row, at in zip(rows, places, strict=True):
        row[at] = 1 / np.sqrt(np.float32(max(1, len(at))))
    return rows


def _fitted(clauses: _Clauses) -> list[Matrix]:
    """Fit the networks and write them side by side as one: what they say is added up."""
    hidden, shift, out, bias, marked = zip(
        *(_network(clauses, seed) for seed in _SEEDS), strict=True
    )
    share = np.float32(1 / len(_SEEDS))
    return [
        np.concatenate(hidden, axis=1),
        np.concatenate(shift),
        np.concatenate(out) * share,
        np.sum(bias, axis=0) * share,
        np.sum(marked, axis=0) * share,
    ]


def _network(clauses: _Clauses, seed: int) -> list[Matrix]:
    chance = np.random.default_rng(seed)
    size = DIMENSIONS + TOKENS
    params = [
        (chance.normal(size=(size, _UNITS)) * 0.5 * np.sqrt(DIMENSIONS / size)).astype(np.float32),
        np.zeros(_UNITS, np.float32),
        (chance.normal(size=(_UNITS, len(ACTS))) / np.sqrt(_UNITS)).astype(np.float32),
        np.zeros(len(ACTS), np.float32),
        np.zeros((TABLE, len(ACTS)), np.float32),
    ]
    adam = Adam(params, _RATES, _DECAYS)
    count = len(clauses.acts)
    for epoch in range(_EPOCHS):
        order = chance.permutation(count)
        for start in range(0, count, _BATCH):
            part = order[start : start + _BATCH]
            slopes = _slopes(params, clauses, part, chance)
            done = (epoch + start / count) / _EPOCHS
            adam.step(slopes, 0.5 * (1 + float(np.cos(np.pi * done))))
    return params


def _slopes(
    params: list[Matrix],
    clauses: _Clauses,
    part: npt.NDArray[np.intp],
    chance: np.random.Generator,
) -> list[Matrix]:
    """Return the gradient of the smoothed cross-entropy over one batch."""
    hidden, shift, out, bias, marked = params
    rows, spread = clauses.rows[part], _spread([clauses.places[at] for at in part])
    spread *= (chance.random(spread.shape, dtype=np.float32) > _MARKS_DROPPED) / np.float32(
        1 - _MARKS_DROPPED
    )
    before = rows @ hidden + shift
    kept = (chance.random(before.shape, dtype=np.float32) > _DROPPED) / np.float32(1 - _DROPPED)
    units = np.maximum(before, 0) * kept
    wanted = np.full((len(part), len(ACTS)), _SMOOTH / (len(ACTS) - 1), np.float32)
    wanted[np.arange(len(part)), clauses.acts[part]] = 1 - _SMOOTH
    sums = _single(units @ out + bias + spread @ marked)
    error = (_chances(sums) - wanted) / np.float32(len(part))
    back = (error @ out.T) * kept * (before > 0)
    slopes = (rows.T @ back, back.sum(0), units.T @ error, error.sum(0), spread.T @ error)
    return [_single(slope) for slope in slopes]


def _single(numbers: npt.NDArray[np.floating[Any]]) -> Matrix:
    return np.asarray(numbers, np.float32)


if __name__ == "__main__":
    sys.exit(main())

"""`python -m training.matters`: fit what tells new matters from those of a thing that is there.

It learns from sentences of many trades (`matter_sentences.tsv`), from what strangers wrote to
workflows of one kind (`matters.tsv` says which, `routes.*.yaml` what), and from sentences that
differ in their matter alone, of whichever thing they speak (`matter_templates.tsv`).
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from guardrails.heads.features import Matrix
from language.code_words import without_codes
from language.encoder import DIMENSIONS, TOKENS, encoder, read
from language.speech_acts.marks import TABLE, marks
from router.matters import FILE, OF_ITS_OWN
from router.sides import MATTERS
from training.adam import Adam, as_single
from training.route_matters import matter_texts
from training.route_projects import PARTS, own_projects

FOLDER = Path(__file__).parent
_SEED = 1
_REMEMBERED = 100_000  # texts
_DRAWN = 4  # things that each template is shown with
_UNITS, _EPOCHS, _BATCH = 64, 24, 128
_RATES = (2e-3, 2e-3, 2e-3, 2e-3, 1e-2)  # of each matrix, the marks' last
_DECAYS = (0.15, 0.0, 0.15, 0.0, 1e-3)
_DROPPED, _MARKS_DROPPED = 0.5, 0.2
_SMOOTH = 0.06
_PLAIN = 3.0  # the weight of what says its matter plainly beside that of stories
_FALSE = (0.01, 0.02, 0.05)


class _MatterText(NamedTuple):
    text: str
    matter: str
    part: int
    plain: bool


class _MatterRows(NamedTuple):
    rows: Matrix
    places: list[npt.NDArray[np.intp]]
    matters: npt.NDArray[np.intp]
    parts: npt.NDArray[np.intp]
    plain: npt.NDArray[np.bool_]

    def only(self, chosen: npt.NDArray[np.bool_]) -> _MatterRows:
        places = [self.places[at] for at in np.flatnonzero(chosen)]
        return _MatterRows(
            self.rows[chosen], places, self.matters[chosen], self.parts[chosen], self.plain[chosen]
        )


def main() -> int:
    """Read, embed, cross-validate, fit, write; print how well it does held out."""
    parser = argparse.ArgumentParser(prog="python -m training.matters", description=__doc__)
    parser.add_argument("--out", type=Path, default=FILE, help="where the weights are written")
    out: Path = parser.parse_args().out
    encoder().remembered = _REMEMBERED
    told = _gather()
    held = np.zeros((len(told.matters), len(MATTERS)), np.float32)
    for part in range(PARTS):
        fitted, seen = _fitted(told.only(told.parts != part)), told.parts == part
        held[seen] = _chances(_sums(fitted, told.only(seen)))
    _report("said plainly", held[told.plain], told.matters[told.plain])
    _report("stories", held[~told.plain], told.matters[~told.plain])
    hidden, shift, outs, bias, marked = _fitted(told)
    half = np.float16
    np.savez_compressed(
        out,
        hidden=hidden.astype(half),
        shift=shift,
        out=outs,
        bias=bias,
        marked=marked.astype(half),
    )
    return 0


def _gather() -> _MatterRows:
    every = [*_templates(), *_sentences(), *_of_projects()]
    texts = [without_codes(each.text) for each in every]
    known = [read([text])[0] for text in texts]
    return _MatterRows(
        np.stack([np.concatenate([each.vector, each.tokens.astype(np.float32)]) for each in known]),
        [marks(text) for text in texts],
        np.array([MATTERS.index(each.matter) for each in every], np.intp),
        np.array([each.part for each in every], np.intp),
        np.array([each.plain for each in every]),
    )


def _templates() -> Iterator[_MatterText]:
    """Yield the templates, each with some things; all forms of one are held out together."""
    chance, things = random.Random(_SEED), dict[str, list[str]]()
    lines = (FOLDER / "matter_templates.tsv").read_text("utf-8").splitlines()
    for number, line in enumerate(lines):
        language, matter, text = line.split("\t")
        if matter == "thing":
            things[language] = text.split("|")
            continue
        named = chance.sample(things[language], _DRAWN) if "{thing}" in text else [""]
        for thing in named:
            yield _MatterText(text.replace("{thing}", thing), matter, number % PARTS, True)


def _sentences() -> Iterator[_MatterText]:
    lines = (FOLDER / "matter_sentences.tsv").read_text("utf-8").splitlines()
    for number, line in enumerate(lines):
        matter, text = line.split("\t")
        yield _MatterText(text, matter, number % PARTS, True)


def _of_projects() -> Iterator[_MatterText]:
    sentences = {each.text for each in _sentences()}
    for project in own_projects():
        for text, matter in matter_texts([project]):
            if text not in sentences:
                yield _MatterText(text, matter, project.part, False)


def _report(name: str, chances: Matrix, matters: npt.NDArray[np.intp]) -> None:
    """Print how many of what concerns a thing that is there are found, at some false alarms."""
    places = [MATTERS.index(each) for each in OF_ITS_OWN]
    there, scores = np.isin(matters, places), chances[:, places].sum(axis=1)
    others = np.sort(scores[~there])[::-1]
    right = (chances.argmax(axis=1) == matters).mean()
    limits = [others[int(len(others) * share)] for share in _FALSE]
    found = ", ".join(
        f"{(scores[there] > limit).mean():.0%} at {share:.0%} false (from {limit:.2f})"
        for share, limit in zip(_FALSE, limits, strict=True)
    )
    print(f"{name}: {len(matters)} held out, {right:.1%} right; of what is there: {found}")


def _chances(sums: Matrix) -> Matrix:
    shares = np.exp(sums - sums.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)


def _spread(places: list[npt.NDArray[np.intp]]) -> Matrix:
    """Write marks as rows over the table, each row of length one."""
    rows = np.zeros((len(places), TABLE), np.float32)
    for row, at in zip(rows, places, strict=True):
        row[at] = 1 / np.sqrt(np.float32(max(1, len(at))))
    return rows


def _sums(fitted: list[Matrix], told: _MatterRows) -> Matrix:
    hidden, shift, out, bias, marked = fitted
    units = np.maximum(told.rows @ hidden + shift, 0)
    return as_single(units @ out + bias + _spread(told.places) @ marked)


def _weights(told: _MatterRows) -> Matrix:
    """Weigh rare kinds more than frequent ones, and what is said plainly more than stories."""
    rare = 1 / np.sqrt(np.bincount(told.matters, minlength=len(MATTERS))[told.matters])
    weights = rare * np.where(told.plain, _PLAIN, 1.0)
    return as_single(weights / weights.mean())


def _fitted(told: _MatterRows) -> list[Matrix]:
    chance, size = np.random.default_rng(_SEED), DIMENSIONS + TOKENS
    params = [
        as_single(chance.normal(size=(size, _UNITS)) * 0.5 * np.sqrt(DIMENSIONS / size)),
        np.zeros(_UNITS, np.float32),
        as_single(chance.normal(size=(_UNITS, len(MATTERS))) / np.sqrt(_UNITS)),
        np.zeros(len(MATTERS), np.float32),
        np.zeros((TABLE, len(MATTERS)), np.float32),
    ]
    adam, weights, count = Adam(params, _RATES, _DECAYS), _weights(told), len(told.matters)
    for epoch in range(_EPOCHS):
        order = chance.permutation(count)
        for start in range(0, count, _BATCH):
            slopes = _slopes(params, told, order[start : start + _BATCH], weights, chance)
            done = (epoch + start / count) / _EPOCHS
            adam.step(slopes, 0.5 * (1 + float(np.cos(np.pi * done))))
    return params


def _slopes(
    params: list[Matrix],
    told: _MatterRows,
    part: npt.NDArray[np.intp],
    weights: Matrix,
    chance: np.random.Generator,
) -> list[Matrix]:
    """Return the gradient of the smoothed cross-entropy over one batch."""
    hidden, shift, out, bias, marked = params
    rows, spread = told.rows[part], _spread([told.places[at] for at in part])
    spread *= (chance.random(spread.shape, dtype=np.float32) > _MARKS_DROPPED) / np.float32(
        1 - _MARKS_DROPPED
    )
    before = rows @ hidden + shift
    kept = (chance.random(before.shape, dtype=np.float32) > _DROPPED) / np.float32(1 - _DROPPED)
    units = np.maximum(before, 0) * kept
    wanted = np.full((len(part), len(MATTERS)), _SMOOTH / (len(MATTERS) - 1), np.float32)
    wanted[np.arange(len(part)), told.matters[part]] = 1 - _SMOOTH
    sums = as_single(units @ out + bias + spread @ marked)
    error = (_chances(sums) - wanted) * weights[part][:, None] / np.float32(len(part))
    back = (error @ out.T) * kept * (before > 0)
    slopes = (rows.T @ back, back.sum(0), units.T @ error, error.sum(0), spread.T @ error)
    return [as_single(slope) for slope in slopes]


if __name__ == "__main__":
    sys.exit(main())

"""Fits what tells the kind of matter that a text brings: new, a question, a complaint, a change.

`matter_sentences.tsv` holds sentences of many trades; `matters.tsv` says which workflows of our own
projects are about one kind, so that the messages of strangers to them are of it, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from guardrails.heads.features import Matrix
from language.encoder import DIMENSIONS
from router.sides import MATTERS, Sides
from training.adam import Adam, as_single
from training.route_projects import TaughtProject

FOLDER = Path(__file__).parent
_STEPS = 300
_RATE, _DECAY = 2e-2, 5e-3
_DROPPED = 0.3
_SMOOTH = 0.1


def matter_texts(projects: Sequence[TaughtProject]) -> list[tuple[str, str]]:
    """Return texts with their kinds: sentences, and all that belongs to workflows of one kind."""
    found = [tuple(line.split("\t")) for line in _lines("matter_sentences.tsv")]
    told = {(p, w): matter for p, w, matter in (line.split("\t") for line in _lines("matters.tsv"))}
    texts = [(text, matter) for matter, text in found]
    for project in projects:
        for each in project.workflows:
            if matter := told.get((project.name, each.name)):
                texts += [(text, matter) for text in (*each.examples, *each.messages)]
    return texts


def _lines(name: str) -> list[str]:
    return (FOLDER / name).read_text(encoding="utf-8").splitlines()


def fit_matters(rows: Matrix, told: Sequence[str], sides: Sides, seed: int) -> Sides:
    """Fit a linear separation of the kinds, each of which weighs the same."""
    few = rows[:, DIMENSIONS:] @ sides.tokens
    known = as_single(np.concatenate([rows[:, :DIMENSIONS], few, np.ones((len(rows), 1))], axis=1))
    kinds = np.array([MATTERS.index(each) for each in told])
    weights = as_single(1 / np.bincount(kinds, minlength=len(MATTERS))[kinds] / len(MATTERS))
    wanted = np.full((len(rows), len(MATTERS)), _SMOOTH / len(MATTERS), np.float32)
    wanted[np.arange(len(rows)), kinds] += 1 - _SMOOTH
    chance = np.random.default_rng(seed)
    matrix = np.zeros((known.shape[1], len(MATTERS)), np.float32)
    adam = Adam([matrix], [_RATE], [_DECAY])
    for step in range(_STEPS):
        kept = known * (chance.random(known.shape, dtype=np.float32) > _DROPPED) / (1 - _DROPPED)
        shares = np.exp(kept @ matrix)
        shares /= shares.sum(axis=1, keepdims=True)
        error = (shares - wanted) * weights[:, None]
        adam.step([as_single(kept.T @ error)], 0.5 * (1 + float(np.cos(np.pi * step / _STEPS))))
    return sides._replace(matters=matrix)

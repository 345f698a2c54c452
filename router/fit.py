"""How likely a message belongs to each workflow, to none though it is of the business, or is chat.

A small network, the same for every workflow, weighs the views of it against those of its best
rival; two more outputs weigh the views of them all. It learned from simulated projects that its
views had not been fitted to (`python -m training.routes`), so that a chance is as often right as it
says.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from router.ngrams import Floats
from router.sides import FILE
from router.views import MessageViews, Surroundings

_MOST_COUNTED = 4  # clauses
_USUAL = 6  # examples of a workflow
_NEVER = 1e-9
_TWO = 2


class Chances(NamedTuple):
    """What is how likely; together they are 1."""

    workflows: Floats
    near: float  # of the business, and no workflow's
    chat: float  # what anybody may be asked, or nothing that belongs here


class FitModel(NamedTuple):
    """The weights: a hidden layer and a straight way past it, for workflows and for all of them."""

    own_mean: Floats
    own_scale: Floats
    own_hidden: Floats
    own_shift: Floats
    own_out: Floats
    own_straight: Floats
    all_mean: Floats
    all_scale: Floats
    all_hidden: Floats
    all_shift: Floats
    all_out: Floats
    all_straight: Floats
    wish: Floats
    bias: Floats

    def chances(self, own: Floats, everything: Floats, wish: Floats, damped: Floats) -> Chances:
        """Weigh the features of a message; what speaks against a workflow damps its chance."""
        each = (own - self.own_mean) / self.own_scale
        units = np.tanh(np.einsum("ij,jk->ik", each, self.own_hidden) + self.own_shift)
        sums = np.einsum("ij,j->i", units, self.own_out)
        sums = sums + np.einsum("ij,j->i", each, self.own_straight)
        whole = (everything - self.all_mean) / self.all_scale
        units = np.tanh(np.einsum("j,jk->k", whole, self.all_hidden) + self.all_shift)
        none = np.einsum("j,jk->k", units, self.all_out) + self.bias
        none = none + np.einsum("j,jk->k", whole, self.all_straight)
        none = none + np.einsum("j,jk->k", wish, self.wish)
        weights = np.concatenate([sums + np.log(np.maximum(damped, _NEVER)), none])
        shares = np.exp(weights - weights.max())
        shares = shares / shares.sum()
        return Chances(shares[:-2], float(shares[-2]), float(shares[-1]))


@cache
def learned_fit() -> FitModel:
    """Return the learned weights, read once."""
    with np.load(FILE) as file:
        return FitModel(*(file[f"fit_{name}"].astype(np.float64) for name in FitModel._fields))


def own_features(seen: MessageViews, around: Surroundings) -> Floats:
    """Return what speaks for each workflow: its views, and by how much they beat the best rival."""
    views = seen.rows
    first, second = _first_two(views)
    rival = np.where(views == first, second, first)
    return np.concatenate([views, views - rival, around.each], axis=1)


def all_features(seen: MessageViews, around: Surroundings) -> Floats:
    """Return what speaks for any workflow at all."""
    first, second = _first_two(seen.rows)
    each = around.each
    has, dense = each[:, :2].mean(axis=0), each[:, 2:4].mean(axis=0)
    beside = [
        np.log(len(each) / _USUAL),
        around.told_apart,
        min(seen.parts, _MOST_COUNTED) / _MOST_COUNTED,
        np.log(1 + seen.words) / 3,
        *dense,
        *has,
    ]
    return np.concatenate([first, first - second, beside, seen.acts, seen.matters])


def _first_two(views: Floats) -> tuple[Floats, Floats]:
    """Return the highest value of each view, and the second highest."""
    if len(views) < _TWO:
        return views[0], np.zeros_like(views[0])
    ordered: Floats = np.sort(views, axis=0)
    return ordered[-1], ordered[-2]

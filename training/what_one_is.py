"""`python -m training.what_one_is`: fit what tells trades and states from names; write it.

The words were written by hand (`what_one_is.tsv`). Ten times a tenth of them is kept apart, and
how many of it are told right is printed.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from language.encoder import read
from language.what_one_is import FILE, LEAD

_WORDS = Path(__file__).with_name("what_one_is.tsv")
_SPREAD = 0.01  # added to the variance of each place: there are fewer words than places
_PARTS = 10
_SEED = 1
_WordRows = npt.NDArray[np.float64]


def main() -> int:
    """Read, embed, cross-validate, fit, write."""
    rows, traits = _words()
    part = np.random.default_rng(_SEED).integers(_PARTS, size=len(rows))
    told = np.zeros(len(rows), bool)
    for held in range(_PARTS):
        direction, shift = _fit(rows[part != held], traits[part != held])
        told[part == held] = rows[part == held] @ direction > shift
    right = f"{told[traits].mean():.1%} of what one is, {(~told[~traits]).mean():.1%} of names"
    sys.stdout.write(f"kept apart, told right: {right}\n")
    direction, shift = _fit(rows, traits)
    np.savez_compressed(FILE, direction=direction.astype(np.float16), shift=np.float32(shift))
    return 0


def _words() -> tuple[_WordRows, npt.NDArray[np.bool_]]:
    lines = [line.split("\t") for line in _WORDS.read_text("utf-8").splitlines()]
    known = {word: kind == "is" for kind, listed in lines for word in listed.split()}
    rows = np.stack([each.vector for each in read([LEAD + word for word in known])])
    return rows.astype(np.float64), np.array(list(known.values()))


def _fit(rows: _WordRows, traits: npt.NDArray[np.bool_]) -> tuple[_WordRows, float]:
    """Return the direction that parts the two kinds best, and where they part."""
    one, other = rows[traits], rows[~traits]
    means = one.mean(0), other.mean(0)
    apart = np.concatenate([one - means[0], other - means[1]])
    spread = apart.T @ apart / len(rows) + _SPREAD * np.eye(rows.shape[1])
    linear: Any = np.linalg  # it has no types
    direction: _WordRows = linear.solve(spread, means[0] - means[1])
    return direction, float((means[0] + means[1]) @ direction / 2)


if __name__ == "__main__":
    sys.exit(main())

"""`python -m training.permission_asked`: fit what tells leave that is asked for from wishes.

The questions were written by hand (`permission_asked.tsv`), of many trades. Ten times a tenth of
them is kept apart, and how many of it are told right is printed.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from language.encoder import read
from language.permission_asked import FILE, permission_row

_QUESTIONS = Path(__file__).with_suffix(".tsv")
_RIDGE = 0.5  # there are fewer questions than places
_PARTS = 10
_SEED = 1
_QuestionRows = npt.NDArray[np.float64]


def main() -> int:
    """Read, embed, cross-validate, fit, write."""
    rows, kinds = _questions()
    part = np.random.default_rng(_SEED).integers(_PARTS, size=len(rows))
    told = np.zeros(len(rows))
    for held in range(_PARTS):
        direction, shift = _fit(rows[part != held], kinds[part != held])
        told[part == held] = rows[part == held] @ direction + shift
    leave = kinds > 0
    right = f"{(told[leave] > 0).mean():.1%} of leave, {(told[~leave] < 0).mean():.1%} of wishes"
    sys.stdout.write(f"kept apart, told right: {right}\n")
    direction, shift = _fit(rows, kinds)
    np.savez_compressed(FILE, direction=direction.astype(np.float16), shift=np.float32(shift))
    return 0


def _questions() -> tuple[_QuestionRows, npt.NDArray[np.float64]]:
    lines = [line.split("\t") for line in _QUESTIONS.read_text("utf-8").splitlines()]
    rows = np.stack([permission_row(read([text])[0]) for _, text in lines])
    kinds = np.array([1.0 if kind == "leave" else -1.0 for kind, _ in lines])
    return rows.astype(np.float64), kinds


def _fit(rows: _QuestionRows, kinds: npt.NDArray[np.float64]) -> tuple[_QuestionRows, float]:
    """Return the direction along which the two kinds lie apart, and what is added to it."""
    linear: Any = np.linalg  # it has no types
    alike = rows @ rows.T + _RIDGE * np.eye(len(rows))
    direction: _QuestionRows = rows.T @ linear.solve(alike, kinds - kinds.mean())
    return direction, float(kinds.mean())


if __name__ == "__main__":
    sys.exit(main())

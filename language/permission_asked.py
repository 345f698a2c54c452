"""Tells "can my son watch?" from "can my son start on Monday?": what asks whether something is
allowed, or so, from what asks for the thing itself.

Both are put as questions, and both are like what a form is for. One direction in the encoder's
space, fitted by `python -m training.permission_asked`.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from language.encoder import WINDOW, SentenceReading, read

FILE = Path(__file__).with_name("permission_asked.npz")
_PermissionRow = npt.NDArray[np.float32]


@lru_cache(1_024)
def permission_asked(question: str) -> float:
    """Tell how much a question asks for leave, or whether something is so: above 0 it rather does
    than asks for what is offered; 1 and -1 are what each of them usually comes to."""
    direction, shift = _fitted()
    known = read([question[:WINDOW]])[0]
    return float(np.einsum("j,j->", permission_row(known), direction) + shift)


def permission_row(known: SentenceReading) -> _PermissionRow:
    """Return what the direction is held against."""
    return np.concatenate([known.vector, known.tokens.astype(np.float32)])


def warm_up() -> None:
    """Load what is known now, so that no message waits for it."""
    _fitted()


@cache
def _fitted() -> tuple[_PermissionRow, float]:
    with np.load(FILE) as file:
        return file["direction"].astype(np.float32), float(file["shift"])

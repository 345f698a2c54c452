"""The marks of a clause: its words, their order and letters, as places in a fixed table.

They hold what a sentence's vector blurs: "not me" and "me", "make it three" and "three".
"""

from __future__ import annotations

import zlib

import numpy as np
import numpy.typing as npt

from language.matching import words

TABLE = 1 << 14
_MOST_WORDS = 40
_OPENING = 3  # words whose place counts
_LONG = 12  # words from which a clause is simply long
_LETTERS = (3, 4, 5)


def marks(text: str) -> npt.NDArray[np.intp]:
    """Return the places of a text's marks, each once."""
    found = {zlib.crc32(mark.encode()) % TABLE for mark in _marks(text)}
    return np.array(sorted(found), np.intp)


def _marks(text: str) -> list[str]:
    said = words(text)[:_MOST_WORDS]
    spaced = f" {' '.join(said)} "
    return [
        *(f"u{word}" for word in said),
        *(f"b{' '.join(said[at : at + 2])}" for at in range(len(said) - 1)),
        *(f"t{' '.join(said[at : at + 3])}" for at in range(len(said) - 2)),
        *(f"p{at}{word}" for at, word in enumerate(said[:_OPENING])),
        *(f"F{size}{' '.join(said[:size])}" for size in range(1, _OPENING + 1)),
        *(f"L{size}{' '.join(said[-size:])}" for size in (1, 2)),
        *(f"c{spaced[at : at + n]}" for n in _LETTERS for at in range(len(spaced) - n + 1)),
        f"n{min(len(said), _LONG)}",
        *_signs(text),
    ]


def _signs(text: str) -> list[str]:
    ending = ["?$"] if text.rstrip().endswith("?") else []
    return [*ending, *(sign for sign in "?!" if sign in text)]

"""A head's second view: which words it has seen in which intent, as they are written.

A sentence's vector tells what a text is like and errs where the form is that of a request for harm;
words, pairs of neighbours and the letters within words err elsewhere. They are hashed into one
table of weights, so none is listed, and fitted together with the networks.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from guardrails.heads.plain import plain

PLACES = 1 << 16  # of the table; a collision costs little, for a text has many words
Places = npt.NDArray[np.int64]
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_LETTERS = (4, 5)
_LONGEST = 20  # letters of a word that are looked at


def places(text: str) -> Places:
    """Return where the weights of a text's words, neighbours and letters are, each once."""
    words = _WORD.findall(plain(text))
    told = {f"w{word}" for word in words}
    told.update(f"b{first} {second}" for first, second in pairwise(words))
    told.update(f"s{first} {third}" for first, third in zip(words, words[2:], strict=False))
    told.update(f"l{letters}" for word in set(words) for letters in _letters(word))
    return np.array(sorted({zlib.crc32(each.encode()) % PLACES for each in told}), np.int64)


def _letters(word: str) -> list[str]:
    ended = f"<{word[:_LONGEST]}>"
    return [ended[at : at + n] for n in _LETTERS for at in range(len(ended) - n + 1)]


def told_by(weights: npt.NDArray[np.float32], found: Sequence[Places]) -> npt.NDArray[np.float32]:
    """Add up the weights of each text's places; a long text weighs no more than a short one."""
    sums = [float(weights[each].sum()) / max(1, len(each)) ** 0.5 for each in found]
    return np.array(sums, np.float32)

"""A text with its unknown words put right, as far as one slip of a finger goes.

What the encoder or a list knows as a word stays; any other becomes the likeliest word one slip
away, if there is one. It errs with names and rare words: it may raise a doubt, never decide.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from functools import cache, lru_cache

from language.common_words import english_words
from language.encoder import encoder

_WORD = re.compile(r"[a-zà-öø-ÿ]{3,20}")
_SHORTEST = 3  # letters
# What a letter left out costs in the logarithm of a word's share: swapped and doubled ones come
# first. One hit beside is no slip here: it turns good words that no list has into others.
_LEFT_OUT = 2.0
_RARE = -13.5  # about the share of a word that the encoder has only in pieces


def respelt(text: str, only_swapped: bool = False) -> str:
    """Return a text in small letters, its unknown words put right; swapped letters are surest."""
    return _WORD.sub(lambda word: _right(word[0], only_swapped), text.lower())


def warm_up() -> None:
    """Gather the words now, so that no message waits for them."""
    _known()


@lru_cache(4_096)
def _right(word: str, only_swapped: bool) -> str:
    known = _known()
    if word in known:
        return word
    near = (
        (known[other] - cost, other)
        for cost, other in (_swapped(word) if only_swapped else _one_slip_away(word))
        if len(other) >= _SHORTEST and other in known
    )
    return max(near, default=(0.0, word))[1]


@cache
def _known() -> dict[str, float]:
    """Return words and the logarithm of each one's share: the encoder's, and rarer English ones."""
    rare = {word: _RARE for word in english_words() if _WORD.fullmatch(word)}
    return rare | {word: share for word, share in encoder().words() if _WORD.fullmatch(word)}


def _swapped(word: str) -> Iterator[tuple[float, str]]:
    for at in range(1, len(word)):
        yield 0.0, word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :]


def _one_slip_away(word: str) -> Iterator[tuple[float, str]]:
    yield from _swapped(word)
    for at in range(1, len(word)):
        if word[at] == word[at - 1]:
            yield 0.0, word[:at] + word[at + 1 :]
    for at in range(1, len(word) + 1):
        yield from ((_LEFT_OUT, word[:at] + more + word[at:]) for more in string.ascii_lowercase)

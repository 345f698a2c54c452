"""Lower case without accents, letter by letter: what is found stands at the same place before."""

from __future__ import annotations

import unicodedata
from functools import lru_cache


def flat(text: str) -> str:
    """Return a text of the same length in lower case, without accents, its digits plain ones."""
    return text.lower() if text.isascii() else "".join(map(_plain, text))


@lru_cache(8192)
def _plain(letter: str) -> str:
    if letter.isdecimal():
        return str(unicodedata.decimal(letter))
    first = unicodedata.normalize("NFKD", letter)[:1]
    lowered = first.lower()
    if letter in _QUOTES:
        return "'"
    return lowered if len(lowered) == 1 and not lowered.isspace() else " " if not lowered.strip() else letter


_QUOTES = "’‘´`ʼ"

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
    if letter in _QUOTES:
        return "'"
    if letter.isspace():
        return " "
    first = unicodedata.normalize("NFKD", letter)[:1].lower()
    return first if len(first) == 1 and (letter.isalpha() or first == letter.lower()) else letter


_QUOTES = "’‘´`ʼ"

"""What may be written to a terminal: text, and nothing that steers it."""

from __future__ import annotations

import unicodedata

_KEPT = "\n\t"
# They turn the order of what is shown around, so that it reads as something else.
_TURNERS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def printable(text: str) -> str:
    """Drop what steers a terminal: models, tools and other people wrote much of what is shown."""
    if text.isascii() and text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return "".join(char for char in text if char in _KEPT or not _steers(char))


def _steers(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Zl", "Zp") or char in _TURNERS

"""Letters without case and accents, as the word lists of the heads know them."""

from __future__ import annotations

import unicodedata

from language.shorthand import friday_in_full

LENGTH = 1_000  # characters that are looked at


def plain_letters(text: str) -> str:
    """Return letters in lower case and without accents, all of them."""
    lowered = unicodedata.normalize("NFKD", text.lower())
    return "".join(c for c in lowered if not unicodedata.combining(c))


def plain(text: str) -> str:
    """Return the beginning of a text in lower case, without accents, and "sex" as Friday if so."""
    begun = friday_in_full(text[:LENGTH])
    lowered = unicodedata.normalize("NFKD", begun.lower()).replace("\u2019", "'")
    return "".join(c for c in lowered if not unicodedata.combining(c))

"""Why a moderator reads what a person wrote: a reason that says something and quotes nothing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

_SHORTEST = 10  # characters
_WORDS = 2
_LETTERS = 5  # different ones
_RUN = 4  # words in a row that make a quotation
_WORD = re.compile(r"[^\W\d_]{2,}")
_TOKEN = re.compile(r"\w+")


def real_reason(given: str) -> str:
    """Return a reason as it is kept; ValueError for none, such as blanks or a letter repeated."""
    reason = " ".join(unicodedata.normalize("NFKC", given).split())
    words = set(_WORD.findall(reason.casefold()))
    letters = set("".join(words))
    if len(reason) < _SHORTEST or len(words) < _WORDS or len(letters) < _LETTERS:
        raise ValueError(
            f"say why the text is needed, in {_WORDS} words and {_SHORTEST} characters at least"
        )
    return reason


def quotes(said: str, texts: Sequence[str]) -> bool:
    """Tell whether what is said repeats the texts; takes a moment, so call it in a thread.

    A reason is kept for longer than the text: what it repeats would outlive its time. Of a text of
    few words all of them together count, one word alone does not.
    """
    for text in texts:
        size = min(_RUN, sum(1 for _ in zip(range(_RUN), _TOKEN.finditer(text), strict=False)))
        if size > 1 and not set(_runs(said, size)).isdisjoint(_runs(text, size)):
            return True
    return False


def _runs(text: str, size: int) -> Iterator[tuple[str, ...]]:
    """Go through the runs of so many words that a text holds."""
    last: list[str] = []
    for token in _TOKEN.finditer(unicodedata.normalize("NFKC", text).casefold()):
        last = [*last[1 - size :], token[0]] if size > 1 else [token[0]]
        if len(last) == size:
            yield tuple(last)

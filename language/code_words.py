"""Order numbers and the like: they say nothing of what is meant, and weigh as much as words."""

from __future__ import annotations

import re
from collections.abc import Collection

from language.matching import fold

_CODE = re.compile(r"(?<![\w-])(?=(?:[\w-]*\d){3})[\w-]{1,40}(?![\w-])")  # three digits or more
_WORD = re.compile(r"[^\W\d_]{2,}")
_ENOUGH = 2  # words that must be left


def without_codes(text: str, known: Collection[str] = ()) -> str:
    """Leave out the codes of a text, but for those that are known as names of something."""
    kept = _CODE.sub(lambda code: code[0] if fold(code[0]) in known else " ", text)
    return text if len(_WORD.findall(kept)) < _ENOUGH else " ".join(kept.split())


def codes_in(text: str) -> frozenset[str]:
    """Return the codes that a text names, folded."""
    return frozenset(map(fold, _CODE.findall(text)))

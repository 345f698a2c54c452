"""Regular expressions that authors write: refused where matching one could take for ever.

Python's matcher tries one way after another. How many ways there are is bounded here before a
pattern is ever used: for each part that may repeat, how often; and inside of a repetition, that to
the power of how often it repeats.
"""

from __future__ import annotations

import importlib
import re
import warnings
from collections.abc import Iterable
from math import log10
from typing import Any

# The only reader of patterns that there is; not public, and alike from Python 3.11 on.
_parser: Any = importlib.import_module("re._parser")
_op: Any = importlib.import_module("re._constants")
LONGEST = 200  # characters of a text that a pattern is matched against
_MOST = 7.0  # decimal logarithm of the ways that may have to be tried: about a second


def pattern_problem(pattern: str, longest: int = LONGEST) -> str | None:
    """Tell why a pattern cannot be used on texts of some length; None when it can."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", FutureWarning)  # what will mean something else one day
            re.compile(pattern)
            ways = _ways(_parser.parse(pattern), longest)
    except (re.error, RecursionError, OverflowError, FutureWarning) as exc:
        return f"not a regular expression: {exc}"
    if ways > _MOST:
        return (
            "a repeated group that itself repeats, or many repeats in a row, could match for ever;"
            " say how often: {1,20}"
        )
    return None


def _ways(parts: Iterable[Any], longest: int) -> float:
    return sum(_ways_of(code, about, longest) for code, about in parts)


def _ways_of(code: Any, about: Any, longest: int) -> float:
    if code in (_op.MAX_REPEAT, _op.MIN_REPEAT):
        least, most, body = about
        most = min(int(most), longest)
        return log10(max(1, most - int(least) + 1)) + most * _ways(body, longest)
    if code is _op.POSSESSIVE_REPEAT:
        return _ways(about[2], longest)
    if code is _op.BRANCH:
        options = about[1]
        return log10(len(options)) + max(_ways(option, longest) for option in options)
    if code is _op.SUBPATTERN:
        return _ways(about[3], longest)
    if code in (_op.ASSERT, _op.ASSERT_NOT):
        return _ways(about[1], longest)
    if code is _op.ATOMIC_GROUP:
        return _ways(about, longest)
    if code in (_op.GROUPREF, _op.GROUPREF_EXISTS):  # looks back at what was matched before
        return float("inf")
    return 0.0

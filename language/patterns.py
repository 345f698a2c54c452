"""Regular expressions that authors write, matched in time that grows with the text and no faster.

The engine is the one inside of pydantic (Rust's `regex`). It never tries one way after another, so
no pattern and no text can keep it busy; what it cannot do that way, such as looking ahead or
referring back, it refuses. What is left to bound is how much a pattern unfolds into: that is
counted before it is ever compiled.
"""

from __future__ import annotations

import importlib
import re
import warnings
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from pydantic_core import SchemaError, SchemaValidator, core_schema

# The only reader of patterns that there is; not public, and alike from Python 3.11 on.
_parser: Any = importlib.import_module("re._parser")
_op: Any = importlib.import_module("re._constants")
LONGEST = 200  # characters of a text that a pattern is matched against
_MOST = 10_000  # states of the engine's machine, roughly: milliseconds to build
_CLASS = 100  # states of a class such as \w, which has hundreds of ranges
_SET = 4
_LARGE = (
    "it unfolds into too much; write + for a large count and bound the length beside it"
    " ('max' of a slot, 'maxLength')"
)


def pattern_problem(pattern: str) -> str | None:
    """Tell why a pattern cannot be used; None when it can."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", FutureWarning)  # what will mean something else one day
            size = _size(_parser.parse(pattern))
        if size > _MOST:
            return _LARGE
        _compiled(pattern)
        _compiled(_whole(pattern))
    except (re.error, RecursionError, OverflowError, FutureWarning) as exc:
        return f"not a regular expression: {exc}"
    except SchemaError as exc:
        return _refusal(str(exc))
    return None


def fits_pattern(pattern: str, text: str) -> bool:
    """Tell whether a pattern matches the whole text, as far as it is looked at."""
    return _compiled(_whole(pattern)).isinstance_python(text[:LONGEST])


def holds_pattern(pattern: str, text: str, *, any_case: bool = False) -> bool:
    """Tell whether a pattern matches a part of a text."""
    return _compiled(f"(?i:{pattern})" if any_case else pattern).isinstance_python(text)


def _whole(pattern: str) -> str:
    return rf"\A(?:{pattern})\z"


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> SchemaValidator:
    return SchemaValidator(core_schema.str_schema(pattern=pattern, regex_engine="rust-regex"))


def _refusal(told: str) -> str:
    """Say in a line what the engine says in several."""
    if "look-around" in told:
        return "looking ahead or behind, (?=…) or (?<…), is not served; describe what is there"
    if "backreferences" in told:
        return "a reference back, \\1, is not served; write the part out again"
    if "size limit" in told:
        return _LARGE
    why = told.rpartition("error: ")[2].splitlines()[0].strip()
    return f"not a regular expression: {why}"


def _size(parts: Iterable[Any]) -> int:
    return sum(_size_of(code, about) for code, about in parts)


def _size_of(code: Any, about: Any) -> int:
    """Estimate how much a part unfolds into; what the engine refuses anyway counts as nothing."""
    if code in (_op.MAX_REPEAT, _op.MIN_REPEAT):
        least, most, body = about
        times = int(least) + 1 if most is _op.MAXREPEAT else int(most)
        return max(1, times) * (_size(body) + 1)
    if code is _op.BRANCH:
        return sum(_size(option) + 1 for option in about[1])
    if code is _op.SUBPATTERN:
        return _size(about[3])
    if code is _op.IN:
        return sum(_CLASS if kind is _op.CATEGORY else _SET for kind, _ in about)
    return _SET if code in (_op.ANY, _op.NOT_LITERAL) else 1

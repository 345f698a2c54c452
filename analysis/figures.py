"""Tells which figures of an answer no executed result bears out."""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Any, cast

from language.detect import Language
from language.numbers import find

MOST_TEXT = 20_000  # characters of an answer that are read
MOST_SHARED = 200  # rows whose shares are known
MOST_KNOWN = 20_000  # figures of results that are compared with
_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]{0,200}`|\[[\w-]{1,80}\]", re.S)
_ORDINAL = re.compile(r"^\s{0,8}\d{1,3}[.)]\s", re.M)  # numbering of a list
_MOMENT = re.compile(
    r"\b\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b|\b\d{1,2}[:h]\d{2}(?::\d{2})?\b|\bQ[1-4]\b"
)


def unsupported_figures(
    answer: str, known: Iterable[float], asked: str, language: Language
) -> list[str]:
    """Return the figures of an answer that neither results nor the question contain, as written.

    A figure may be rounded; one that was worked out from others counts as unsupported, because
    nobody can check it (but see `shares_in`). Dates, times, years and the numbering of lists are
    no figures.
    """
    text = _blanked(answer[:MOST_TEXT])
    given = [float(found.value) for found in find(asked[:4_000], language)]
    borne = sorted({round(abs(v), 10) for v in (*known, *given)})[:MOST_KNOWN]
    odd: list[str] = []
    for found in find(text, language):
        said = text[found.start : found.end].strip()
        if not any(c.isdigit() for c in said) or _is_year(said):
            continue
        if not _is_borne_out(abs(float(found.value)), said, borne) and said not in odd:
            odd.append(said)
    return odd[:20]


def figures_in(value: Any, most: int = MOST_KNOWN) -> list[float]:
    """Return the numbers of plain JSON, those written in its texts too."""
    found: list[float] = []
    open_: list[Any] = [value]
    while open_ and len(found) < most:
        each: Any = open_.pop()
        if isinstance(each, dict):
            open_.extend(cast("dict[str, Any]", each).values())
        elif isinstance(each, list | tuple):
            open_.extend(cast("list[Any]", each))
        elif isinstance(each, int | float) and not isinstance(each, bool):
            if math.isfinite(each):
                found.append(float(each))
        elif isinstance(each, str):
            found += [float(f.value) for f in find(each[:4_000], "en")]
    return found


def shares_in(rows: Sequence[Any], matched: Any) -> list[float]:
    """Return what each figure of a result is of all rows and of its column, in per cent.

    Whoever reads the result can check these at a glance, so they may be said.
    """
    lines = [cast("list[Any]", row) for row in rows[:MOST_SHARED] if isinstance(row, list)]
    columns = zip(*lines, strict=False)
    found: list[float] = []
    for column in columns:
        figures = [v for v in column if isinstance(v, int | float) and not isinstance(v, bool)]
        wholes = {float(sum(figures)), float(matched) if isinstance(matched, int) else 0.0}
        found += [100 * v / whole for whole in wholes if whole for v in figures]
        if len(figures) == 2:
            found.append(abs(figures[0] - figures[1]))
    return [share for share in found if math.isfinite(share)]


def _is_borne_out(value: float, said: str, borne: list[float]) -> bool:
    """Look for a figure that is this one, or is rounded to it at the places that were said."""
    places = len(re.split(r"[.,]", said)[-1]) if re.search(r"[.,]\d{1,2}$", said) else 0
    reach = 0.5 * 10.0**-places + 1e-9 if places or value >= 10 else 1e-9
    at = bisect_left(borne, value - reach)
    return at < len(borne) and borne[at] <= value + reach


def _blanked(text: str) -> str:
    """Leave out what is no figure, keeping places."""
    for pattern in (_CODE, _ORDINAL, _MOMENT):
        text = pattern.sub(lambda m: " " * len(m[0]), text)
    return text


def _is_year(said: str) -> bool:
    return re.fullmatch(r"(?:19|20)\d\d", said) is not None

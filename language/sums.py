"""Whether a message is a sum written in signs, and nothing else: "86.40 / 3", "25 * 3,5 =".

A number between hyphens may be a telephone's or a date, so that a minus needs blanks around it.
"""

from __future__ import annotations

import re

_NUMBER = r"(?:r?\$ ?)?\(?\d[\d.,]{0,20}\)?%?"
_SUM = re.compile(
    rf"\s*{_NUMBER}(?: ?(?:[*/+x×÷^]|\*\*) ?{_NUMBER}| [-−–] {_NUMBER}){{1,20}}\s*[=?.!]*\s*", re.I
)
_DAY = re.compile(r"\s*\d{1,2}/\d{1,2}/\d{2,4}\W*")
_READ = 120


def is_sum(text: str) -> bool:
    """Tell whether a text is nothing but arithmetic in signs."""
    return len(text) <= _READ and _SUM.fullmatch(text) is not None and _DAY.fullmatch(text) is None

"""Whether a message is a sum: in signs and nothing else ("86.40 / 3"), or asked for in words.

A number between hyphens may be a telephone's or a date, so that a minus needs blanks around it.
"""

from __future__ import annotations

import re

from language.detect import Language
from language.expressions import find_expression
from language.requests import asks
from language.scrub import spans

_NUMBER = r"(?:r?\$ ?)?\(?\d[\d.,]{0,20}\)?%?"
_SUM = re.compile(
    rf"\s*{_NUMBER}(?: ?(?:[*/+x×÷^]|\*\*) ?{_NUMBER}| [-−–] {_NUMBER}){{1,20}}\s*[=?.!]*\s*", re.I
)
_DAY = re.compile(r"\s*\d{1,2}/\d{1,2}/\d{2,4}\W*")
_READ = 120


def is_sum(text: str) -> bool:
    """Tell whether a text is nothing but arithmetic in signs."""
    return len(text) <= _READ and _SUM.fullmatch(text) is not None and _DAY.fullmatch(text) is None


def asks_sum(text: str, language: Language) -> bool:
    """Tell whether a text asks for a sum: "quanto é 12 x 30?", "what's 15% of 80"."""
    if len(text) > _READ or not any(map(str.isdigit, text)) or not asks(text):
        return False
    return find_expression(text, language) is not None and not spans(text)

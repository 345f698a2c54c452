"""Messages that are a part of something and ask for nothing: a day or a number alone."""

from __future__ import annotations

import re
from datetime import date

from language.dates import find_dates
from language.detect import Language
from language.flat import flat

_LONGEST = 80
_BARE = re.compile(r"\d{1,2}/\d{1,4}(?:/\d{1,4})?|[\d\s.,:]{1,30}h?")
_DAY = date(2001, 3, 7)  # any day: only whether there is one matters here


def is_fragment(message: str, language: Language) -> bool:
    """Tell whether a message is a day or a number and no more: "yesterday", "03/04", "42"."""
    said = message[:_LONGEST].strip(" .,!?")
    if not any(c.isalnum() for c in said) or len(message) > _LONGEST:
        return False
    if _BARE.fullmatch(said):
        return True
    return any(flat(day.text) == flat(said) for day in find_dates(said, _DAY, language))

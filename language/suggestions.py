"""What somebody may have meant who wrote a name that there is none of."""

from __future__ import annotations

import difflib
from collections.abc import Collection

from contracts.json import JsonMapping


def meant(word: str, known: Collection[str] | JsonMapping) -> str:
    """Suggest what was meant, if something is near."""
    close = difflib.get_close_matches(word, list(known), n=1)
    return f"; did you mean '{close[0]}'?" if close else ""

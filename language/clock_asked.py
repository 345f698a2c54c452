"""Whether a question is for the time or the date of now: "que horas são?"; no form asks that."""

from __future__ import annotations

import re

from language.flat import flat

_LONGEST = 60  # characters
_CLOCK = re.compile(
    r"\W*(?:(?:and|e|oh|ah|so|but|mas|alias|btw|by the way|also|tambem)\W+){0,3}"
    r"(?:(?:do you (?:know|have)|(?:can you )?tell me|me (?:diz|fala)|(?:voce )?sabe(?: me dizer)?)"
    r"\W+)?"
    r"(?:what(?: is|'?s)? (?:the )?time(?: is it| it is)?|the time|(?:que|quantas) horas"
    r" (?:sao|e|eh|tem)|what (?:day|date) is (?:it|today)|what(?: is|'?s) (?:the|today'?s) date"
    r"|(?:que dia|qual a data|qual dia) (?:e|eh|de) hoje|hoje e que dia)"
    r"(?:,? (?:now|right now|there|today|agora|ai|mesmo|btw|by the way)){0,2}\W*"
)


def asks_clock(text: str) -> bool:
    """Tell whether all of a text asks what time or which day it is now."""
    return len(text) <= _LONGEST and _CLOCK.fullmatch(flat(text)) is not None

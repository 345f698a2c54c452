"""Words that name more than one day: a week, a month, the end of one."""

from __future__ import annotations

import re

from language.date_words import MONTHS
from language.flat import flat

_READ = 200
_PERIOD = (
    r"(?:semanas?|mes|meses|ano|weeks?|months?|year|fim de semana|fds|weekends?|quinzena|weekdays?"
    r"|dias? (?:de semana|ut(?:il|eis)))"
)
_MONTH = "|".join(sorted((name for name in MONTHS if len(name) > 3), key=len, reverse=True))
_SPAN = re.compile(
    rf"\b(?:fi(?:m|nal|nzinho)|inicio|comeco|meio|meados|end|start|beginning|middle|mid|early|late)"
    rf"[ -](?:(?:do|da|de|of|deste|desse|desta|dessa) )?(?:(?:the|this|next|proximo) )?"
    rf"(?:{_PERIOD}|{_MONTH}|dezembro)\b"
    rf"|\b{_PERIOD}\b|\bferiado|\bholidays\b"
    rf"|\b(?:em|in|de|para|pra|for|during|por) (?:{_MONTH})\b(?! \d)"
)


def names_span(text: str) -> bool:
    """Tell whether a text names a week, a month or another stretch of days."""
    return bool(_SPAN.search(flat(text[:_READ])))

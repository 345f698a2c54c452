"""How often a week: "twice a week", "todos os dias", "de segunda a sexta"."""

from __future__ import annotations

import re

from language.date_words import WEEKDAYS
from language.flat import flat
from language.found import Found

_READ = 200
_ASKS = re.compile(
    r"\b(?:times?|vezes|days?|dias?|lessons?|aulas?|often|frequencia|visits?|visitas?"
    r"|classes|sessions|sessoes)\b.{0,30}\b(?:week|semana|weekly|semanal)"
)
_EVERY_DAY = re.compile(
    r"\b(?:every ?(?:single )?day|daily|each day|todos? (?:os |santo )?dias?"
    r"|diariamente|7 days|(?:a )?semana (?:toda|inteira))\b"
)
_OF_WORK = re.compile(
    r"\b(?:todos? (?:os )?)?dias? (?:uteis|util|da semana)\b"
    r"|\b(?:weekdays?|working days?|week days?)\b"
)
_BUT = re.compile(r"\b(?:but|except|menos|exceto|fora|tirando|not|nao)\b")
_TIMES = {"once": 1, "twice": 2, "thrice": 3}
_SAID = re.compile(r"\b(?:once|twice|thrice)\b(?! (?:more|again))")
_NAMES = "|".join(sorted((day for day in WEEKDAYS if len(day) > 2), key=len, reverse=True))
_SPAN = re.compile(
    rf"\b(?P<first>{_NAMES})(?:[ -]feira)? ?(?:to|til|till|until|through|thru|a|ate|[-–]) ?(?:a )?"
    rf"(?P<last>{_NAMES})\b"
)
_WEEK, _WORKING = 7, 5


_COUNT = re.compile(r"(?<![\d.,/])(?P<n>[1-7])(?: ?x\b| (?:days?|dias?|times?|vez(?:es)?)\b)")


def times_a_week(text: str, question: str) -> Found[int] | None:
    """Return how often a week an answer tells, where that is asked for."""
    plain = flat(text[:_READ])
    if _ASKS.search(question) is None or _BUT.search(plain):
        return None
    counted = [*_COUNT.finditer(plain)]
    if re.search(r"\d", _COUNT.sub(" ", plain)) or len(counted) > 1:
        return None
    if counted:
        return Found(int(counted[0]["n"]), *counted[0].span())
    for pattern, times in ((_OF_WORK, _WORKING), (_EVERY_DAY, _WEEK)):
        if found := pattern.search(plain):
            return Found(times, *found.span())
    if span := _SPAN.search(plain):
        days = (WEEKDAYS[span["last"]] - WEEKDAYS[span["first"]]) % _WEEK + 1
        return Found(days, *span.span())
    said = [*_SAID.finditer(plain)]
    return Found(_TIMES[said[0][0]], *said[0].span()) if len(said) == 1 else None

"""Days that are told by another: "the Tuesday after Thanksgiving", "a quarta dessa semana".

A weekday before or after something that no calendar tells is no day, and an occasion none either
where a day is told beside it: "everyone comes for Christmas, so the 18th".
"""

from __future__ import annotations

import re
from datetime import date, timedelta

_STEP = re.compile(
    r",? ?(?:(?P<after>(?:right |just |logo )?(?:after|following|depois d[aeo]s?|apos"
    r"|seguinte a[os]?))|(?P<before>(?:right |just )?(?:before|antes d[aeo]s?)))"
    r"(?: (?:a|an|as|os|o|the|dia|day|feriado(?: de| do| da)?|festa d[eo]|that))* ?"
)
_UNKNOWN = re.compile(
    r" (?:after|before|depois d[aeo]s?|antes d[aeo]s?) (?!(?:it|that|this|iss[oa]|dis[st]o"
    r"|el[ea]|then)\b)"
    r"(?!(?:(?:the|o|a|as|os|my|meu|minha|i|eu) )?(?:as )?\d)"
    r"(?!(?:(?:the|o|a|as|os|my|meu|minha|i|eu) )?(?:noon|midday|mid|lunch|work|school"
    r"|dinner|breakfast|tea|hours|dark|class|church|mass|nap|one|two|three|four|five|six|seven|eight|nine"
    r"|ten|eleven|twelve|almoco|trabalho|expediente|aula|escola|meio|servico|janta|jantar|cafe|missa"
    r"|novela|academia|culto|lanche|uma|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|onze|doze"
    r"|soneca|turno|finish|get|leave|start|sair|saio|chegar|escurecer|sunset|sol)\b)"
)
_SAME_WEEK = (
    r"(?:that|the same|same|d?ess[ae]|d?aquela|n?aquela|ness[ae]|d?a mesma|na mesma|mesma) "
    r"(?:same )?(?:week|semana)"
)
_IN_WEEK = re.compile(rf"\b{_SAME_WEEK}\b")
_WEEK_OF = re.compile(
    r"\b(?:week|semana) (?:of|beginning|commencing|starting|d[aeo]s?)(?: (?:the|o|a|dia|day))* ?$"
)
_WEEK_BEHIND = re.compile(r" (?:week|weekend)\b")
_ANY_WEEK = re.compile(rf"\b(?:{_SAME_WEEK}|week|semana)\b")
_LED_TO = re.compile(
    r"\b(?:for|at|over|around|before|after|during|past|pr[oa]|para [oa]|pra [oa]|n[oa]|antes d[aeo]"
    r"|depois d[aeo]|passar [oa]|is|e|eh|cai n[oa]|has|have)(?: (?:the|o|a|dia de))? $"
)
_CHOSEN = re.compile(r"(?:\b(?:or|ou|and|to|until|till|ate) (?:\w+ )?$|[-–] ?$)")
_SAME = re.compile(r"^\W*(?:or|ou)\b")
_BEHIND = re.compile(r"\b(?:or|ou|not|no|nao|and|e|to|until|ate)\b|[-–]")
_IS = re.compile(r"(?:'s| is| e| eh| cai n[ao]| falls on)(?: the| o| a)? ")
_EVENT = (
    r"(?:birthday|anniversary|bday|holiday|wedding|party|funeral|exam|trip|day off|bank holiday"
    r"|aniversario|niver|feriado|casamento|festa|folga|velorio|prova|viagem|consulta|surgery|cirurgia)"
)
_OF_EVENT = re.compile(
    rf"(?:'s| is| e| eh| cai n[ao])(?: (?:my|our|his|her|their|a|an|the|o|um|uma|meu|minha|nosso"
    rf"|nossa|seu|sua|dia d[aeo])){{0,2}}(?: \w+(?:'s)?)? {_EVENT}\b"
)
_TOLD_EVENT = re.compile(
    rf"\b{_EVENT}\W{{1,3}}(?:(?:that|which|it)(?:'s| is)|que e|que cai|e)"
    r"(?: (?:on|no|em|the|o|dia))* $"
)
_STEPS = re.compile(
    r"(?<!any )(?<!some )(?<!qualquer )(?<!algum )(?:\b(?P<n>\d{1,2}|an?|uma?|one|the|o|no) )?"
    r"\b(?P<unit>days?|weeks?|dias?|semanas?) (?:(?P<after>after|from|depois d[aeo])"
    r"|(?:before|antes d[aeo]))(?: the| o)?"
    r"(?: (?:feriado|festa|dia)(?: d[aeo])?)? $"
)
_BETWEEN = 40  # characters between a weekday and the date that it is said with
_WIDTH = 24


def counted_from(between: str, anchor: date, weekday: int) -> date | None:
    """Return the weekday next to a day, as what stands between them says: after it, or before."""
    found = _STEP.fullmatch(between)
    if found is None:
        return None
    if found["before"]:
        return anchor - timedelta(days=(anchor.weekday() - weekday - 1) % 7 + 1)
    return anchor + timedelta(days=(weekday - anchor.weekday() - 1) % 7 + 1)


def said_with(between: str) -> bool:
    """Tell whether a weekday and a date of the same day are one: "Tuesday after it, the 1st"."""
    close = len(between) <= _BETWEEN and not is_told_of(between)
    return close and not _BEHIND.search(between)


def steps_before(text: str, start: int) -> tuple[int, int | None] | None:
    """Return where "two days before" a day stands and how many they are; None days for a week."""
    found = _STEPS.search(text, max(0, start - 2 * _WIDTH), start)
    if found is None or found.end() != start:
        return None
    week, number = found["unit"][0] in "ws", found["n"] or "the"
    if week and not number.isdigit() and number not in ("a", "an", "one", "um", "uma"):
        return found.start(), None  # "the week after Christmas"
    days = (int(number) if number.isdigit() else 1) * (7 if week else 1)
    return found.start(), days if found["after"] else -days


def is_told_of(between: str) -> bool:
    """Tell "Thursday is Thanksgiving", which chooses neither."""
    return _IS.fullmatch(between) is not None


def rests_on_unknown(text: str, end: int) -> bool:
    """Tell "the Tuesday after our wedding", which no calendar tells, from "Tuesday after lunch"."""
    return _UNKNOWN.match(text, end) is not None


def in_its_week(text: str, day: tuple[int, int], weekday: tuple[int, int]) -> bool:
    """Tell whether a weekday is meant of the week of a day that stands before it."""
    around = text[day[1] : weekday[1] + _WIDTH]
    return names_week_of(text, day[0]) or _IN_WEEK.search(around) is not None


def names_week_of(text: str, start: int, end: int | None = None) -> bool:
    """Tell "the week of December 7th" and "Thanksgiving week", which are no days."""
    led = _WEEK_OF.search(text[max(0, start - _WIDTH) : start])
    return led is not None or (end is not None and _WEEK_BEHIND.match(text, end) is not None)


def names_week(text: str) -> bool:
    """Tell whether a text speaks of a week."""
    return _ANY_WEEK.search(text) is not None


def is_of_event(text: str, start: int, end: int) -> bool:
    """Tell "the 14th is my birthday", which says of a day what is on it."""
    before = text[max(0, start - 2 * _WIDTH) : start]
    return bool(_OF_EVENT.match(text, end) or _TOLD_EVENT.search(before))


def is_occasion(text: str, start: int, end: int) -> bool:
    """Tell whether a feast is only what something is for: no choice between it and a day."""
    before = text[max(0, start - _WIDTH) : start]
    chosen = _CHOSEN.search(before) or _SAME.match(text[end : end + _WIDTH])
    return _LED_TO.search(before) is not None and not chosen

"""What leaves open when: "any time after lunch", "de tarde", "antes das 10", "whenever".

None of it is a moment. It says between which ends one is wished, or that any will do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime

from language.clock_times import find_times
from language.date_matches import Lean
from language.dates import mentioned_dates
from language.detect import Language
from language.flat import flat

_LONGEST = 80
_MOST_WORDS = 10
_BEFORE_IT = 20  # characters before a moment that may say on which side of it
_WAKING, _LATE = "07:00", "21:00"  # between which a bare hour is meant
_FROM = r"\b(?:depois d[aeo]s?|apos(?: [ao]s?)?|after|past|from|since|a partir d[aeo]s?)"
_UNTIL = r"\b(?:antes d[aeo]s?|before|ate(?: [ao]s?)?|until|till?|by|no later than)"
_SIDES = {
    side: re.compile(rf"{words}(?: (?:the|o|a|as|dia|d[eoa]))* ?$")
    for side, words in (("low", _FROM), ("high", _UNTIL))
}
_LED = {side: re.compile(words) for side, words in (("low", _FROM), ("high", _UNTIL))}
_PARTS = (  # the longer ones first: "after lunch" is no lunch, and "fim da tarde" no afternoon
    (rf"{_FROM} (?:the |my )?(?:lunch|almoco|noon|midday|meio[ -]?dia)", "12:00", None),
    (rf"{_UNTIL} (?:the |my )?(?:lunch|almoco|noon|midday|meio[ -]?dia)", None, "12:00"),
    (rf"{_FROM} (?:the |my )?(?:work|school|trabalho|servico|expediente|escola)", "17:00", None),
    (r"\b(?:late|fim d[ae]|final d[ae]|fi[mn]zinho d[ae]) (?:afternoon|tarde)", "16:00", "18:00"),
    (r"(?<!boa )(?<!good )(?<!mais )\b(?:afternoons?|tardes?|tardinha)\b(?! demais)",
     "12:00", "18:00"),
    (r"(?<!good )(?<!amanha de )\b(?:mornings?|manhas?|manhazinha)\b", None, "12:00"),
    (r"(?<!boa )(?<!good )\b(?:evenings?|nights?|noites?|noitinha|tonight)\b", "18:00", None),
)  # fmt: skip
_ANY = re.compile(
    r"\b(?:any ?(?:time|hour|day|date|slot|moment)?|whenever|whatever|whichever"
    r"|(?:em |a )?qualquer(?: (?:hora|horario|dia|data|momento|um|uma|coisa))?|tanto faz"
    r"|(?:it )?(?:doesn'?t|does not|don'?t|do not) (?:really )?(?:matter|mind|care)"
    r"|(?:no|sem) (?:preference|preferencia)|you (?:choose|pick|decide)|up to you"
    r"|(?:vo?ces?|vcs?) (?:que sabem?|escolhem?|decidem?)|[ao] que (?:tiver|for|der|sobrar|houver)"
    r"|quando (?:der|puder|quiser|tiver)|nao (?:importa|faz diferenca|faco questao|me importo"
    r"|tenho preferencia)|flexible|flexivel|indiferente)\b"
)


@dataclass(frozen=True, slots=True)
class OpenMoment:
    """Between which ends something is wished; none of them where any will do."""

    low: str | None = None
    high: str | None = None


def open_time(text: str, now: datetime, language: Language) -> OpenMoment | None:
    """Return between which times of day an answer wants something, where it says no more."""
    plain = _brief(text)
    if not plain:
        return None
    for found in find_times(text, now, language):
        if side := _side(plain, found.start, found.end):
            clock = found.value if _WAKING <= found.value <= _LATE else found.either
            return OpenMoment(**{side: clock or found.value})
    for pattern, low, high in _PARTS:
        if re.search(pattern, plain):
            return OpenMoment(low, high)
    return OpenMoment() if _ANY.search(plain) else None


def open_day(
    text: str, today: date, language: Language, lean: Lean | None, day_first: bool | None
) -> OpenMoment | None:
    """Return between which days an answer wants something, where it says no more."""
    plain = _brief(text)
    if not plain:
        return None
    for found in mentioned_dates(text, today, language, lean, day_first):
        if side := _side(plain, found.start, found.end):
            return OpenMoment(**{side: found.value.isoformat()})
    return OpenMoment() if _ANY.search(plain) else None


def _brief(text: str) -> str:
    """Return a short text as it is compared; what is longer tells more than when."""
    plain = flat(text)
    short = len(plain) <= _LONGEST and len(plain.split()) <= _MOST_WORDS
    return plain if short and len(plain) == len(text) else ""


def _side(plain: str, start: int, end: int) -> str | None:
    """Tell on which side of a moment something is wished: "after", "antes das"."""
    before, said = plain[max(0, start - _BEFORE_IT) : start], plain[start:end]
    sides = (s for s in _SIDES if _SIDES[s].search(before) or _LED[s].match(said))
    return next(sides, None)

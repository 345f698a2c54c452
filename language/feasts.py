"""The days that people call by a name, those too that move from year to year."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from functools import partial

_THURSDAY, _MONDAY, _SUNDAY = 3, 0, 6

FIXED: Mapping[str, tuple[int, int]] = {
    "vespera de natal": (12, 24), "vespera do natal": (12, 24), "noite de natal": (12, 24),
    "natal": (12, 25), "dia de natal": (12, 25),
    "christmas eve": (12, 24), "xmas eve": (12, 24), "christmas day": (12, 25), "christmas": (12,
    25), "xmas": (12, 25), "boxing day": (12, 26),
    "new year's eve": (12, 31), "new years eve": (12, 31), "nye": (12, 31), "new year's day": (1,
    1), "new years day": (1, 1), "new year's": (1, 1), "new year": (1, 1), "new years": (1, 1),
    "vespera de ano novo": (12, 31), "vespera do ano novo": (12, 31), "reveillon": (12, 31),
    "virada do ano": (12, 31), "ano novo": (1, 1), "dia de ano novo": (1, 1),
    "halloween": (10, 31), "valentine's day": (2, 14), "valentines day": (2, 14),
    "independence day": (7, 4), "fourth of july": (7, 4),
    "dia dos namorados": (6, 12), "dia das criancas": (10, 12), "finados": (11, 2),
    "dia de finados": (11, 2), "tiradentes": (4, 21), "dia do trabalho": (5, 1),
    "dia do trabalhador": (5, 1), "consciencia negra": (11, 20), "dia da consciencia negra": (11,
    20), "sao joao": (6, 24), "dia de sao joao": (6, 24), "dia de reis": (1, 6),
    "navidad": (12, 25), "nochebuena": (12, 24), "noel": (12, 25),
}  # fmt: skip


def feast_in(name: str, year: int) -> date:
    """Return the day of a feast in a year."""
    if name in FIXED:
        return date(year, *FIXED[name])
    return _MOVING[name](year)


def _easter(year: int, days: int = 0) -> date:
    """Return Easter Sunday by the calendar of Gregory, or the day so many days from it."""
    golden, century = year % 19, year // 100
    leap = (century - century // 4 - (8 * century + 13) // 25 + 19 * golden + 15) % 30
    moon = leap - (leap // 28) * (1 - (29 // (leap + 1)) * ((21 - golden) // 11))
    offset = moon - (year + year // 4 + moon + 2 - century + century // 4) % 7
    month = 3 + (offset + 40) // 44
    return date(year, month, offset + 28 - 31 * (month // 4)) + timedelta(days=days)


def _nth(month: int, weekday: int, nth: int, year: int, days: int = 0) -> date:
    """Return the first, second and so on of a weekday in a month; the last one of nth 0."""
    first = date(year, month, 1)
    if nth == 0:
        last = date(year, month + 1, 1) - timedelta(days=1)
        return last - timedelta(days=(last.weekday() - weekday) % 7)
    ahead = (weekday - first.weekday()) % 7
    return first + timedelta(days=ahead + 7 * (nth - 1) + days)


def _thanksgiving(year: int, days: int = 0) -> date:
    return _nth(11, _THURSDAY, 4, year, days)


_MOVING: Mapping[str, Callable[[int], date]] = {
    "thanksgiving": _thanksgiving, "thanksgiving day": _thanksgiving,
    "black friday": partial(_thanksgiving, days=1),
    "labor day": partial(_nth, 9, _MONDAY, 1), "memorial day": partial(_nth, 5, _MONDAY, 0),
    "dia das maes": partial(_nth, 5, _SUNDAY, 2), "dia dos pais": partial(_nth, 8, _SUNDAY, 2),
    "easter": _easter, "easter sunday": _easter, "easter day": _easter, "pascoa": _easter,
    "domingo de pascoa": _easter, "easter monday": partial(_easter, days=1),
    "good friday": partial(_easter, days=-2), "sexta-feira santa": partial(_easter, days=-2),
    "sexta feira santa": partial(_easter, days=-2), "sexta santa": partial(_easter, days=-2),
    "ash wednesday": partial(_easter, days=-46), "quarta de cinzas": partial(_easter, days=-46),
    "quarta-feira de cinzas": partial(_easter, days=-46), "carnaval": partial(_easter, days=-47),
    "terca de carnaval": partial(_easter, days=-47),
    "segunda de carnaval": partial(_easter, days=-48), "corpus christi": partial(_easter, days=60),
}  # fmt: skip
FEASTS = frozenset([*FIXED, *_MOVING])

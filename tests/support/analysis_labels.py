"""Labels of groups as people write them: accents, plurals, months, weekdays, yes and no."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from datetime import date

_MONTHS = (
    ("janeiro", "january"),
    ("fevereiro", "february"),
    ("marco", "march"),
    ("abril", "april"),
    ("maio", "may"),
    ("junho", "june"),
    ("julho", "july"),
    ("agosto", "august"),
    ("setembro", "september"),
    ("outubro", "october"),
    ("novembro", "november"),
    ("dezembro", "december"),
)
_SAME = {
    "monday": ("segunda feira", "segunda"),
    "tuesday": ("terca feira", "terca"),
    "wednesday": ("quarta feira", "quarta"),
    "thursday": ("quinta feira", "quinta"),
    "friday": ("sexta feira", "sexta"),
    "saturday": ("sabado",),
    "sunday": ("domingo",),
    "yes": ("sim", "true"),
    "no": ("nao", "false"),
}


def plain(text: str) -> str:
    """Take accents, case and marks away, character by character: places stay where they are."""
    return "".join(_bare(char) for char in text)


def _bare(char: str) -> str:
    first = unicodedata.normalize("NFKD", char)[0].lower()
    return first if len(first) == 1 and first.isalnum() else " "


def pattern(label: str, peers: Iterable[str] = (), *, cell: bool = False) -> re.Pattern[str]:
    """Make what finds a label in a plain text; of months of two years the year must stand there.

    Three letters stand for a weekday or a month in a cell only: "ter", "mar" and "out" are words.
    """
    ways = [_words(way) for way in _ways(label.strip(), [peer.strip() for peer in peers])]
    weekday = _SAME.get(plain(label), ()) if plain(label).endswith("day") else ()
    if cell:
        ways += [name[:3] for name in (*weekday, plain(label)) if weekday]
    return re.compile(rf"(?<!\w)(?:{'|'.join(sorted(ways, key=len, reverse=True))})(?!\w)")


def _words(way: str) -> str:
    # One written as a pattern already says so by its brackets.
    if "(?:" in way:
        return way
    words = [re.escape(word) for word in plain(way).split()]
    return r"\s+(?:(?:de|da|do|of|the|and|e)\s+)?".join(words) + "(?:e?s)?"


def _ways(label: str, peers: list[str]) -> list[str]:
    if week := re.fullmatch(r"(\d{4})-W(\d\d)", label):
        year, number = int(week[1]), int(week[2])
        monday = date.fromisocalendar(year, number, 1).isoformat()
        return [label, *_ways(monday, []), f"(?:semana|week|w|s) 0?{number}"]
    if quarter := re.fullmatch(r"(\d{4})-Q(\d)", label):
        return _quarter(quarter[1], int(quarter[2]))
    if month := re.fullmatch(r"(\d{4})-(\d\d)", label):
        return _month(month[1], int(month[2]), sum(p[4:] == label[4:] for p in peers) < 2)
    if day := re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d).*)?", label):
        return _day(*day.groups())
    if re.fullmatch(r"-?\d+(?:\.0)?", label):
        return [f"(?:0?{int(float(label))}(?:h| h| 00)?)"]
    return [label, *_SAME.get(plain(label), ())]


def _month(year: str, number: int, alone: bool) -> list[str]:
    dated = rf"(?:\s+(?:de\s+|of\s+)?(?:{year}|{year[2:]}))"
    names, short = "|".join(_MONTHS[number - 1]), _short(number)
    return [
        rf"(?:{names}){dated}" + ("?" if alone else ""),
        rf"(?:{short}){dated}",
        rf"(?:{year} {number:02}(?: 01(?: 00 00 00)?)?)",
        rf"(?:0?{number} {year})",
    ]


def _short(number: int) -> str:
    return "|".join(sorted({name[:3] for name in _MONTHS[number - 1]}))


def _quarter(year: str, number: int) -> list[str]:
    first = f"{year}-{3 * number - 2:02}-01"
    name = rf"(?:[qt]{number}|{number}\s?[qt]|{number}\W{{0,2}}[oa]?\s+(?:trimestre|quarter))"
    return [rf"{name}\s+(?:de\s+|of\s+)?{year}(?:)", rf"(?:{year} {name})", *_ways(first, [])]


def _day(year: str, month: str, day: str, hour: str | None, minute: str | None) -> list[str]:
    names, number = "|".join((*_MONTHS[int(month) - 1], _short(int(month)))), int(day)
    ways = [rf"{year} {month} {day}", rf"0?{number} 0?{int(month)}(?: (?:{year}|{year[2:]}))?+"]
    ways.append(
        rf"0?{number}(?:st|nd|rd|th|o)?\s+(?:de\s+|of\s+)?(?:{names})(?:\s+(?:de\s+)?{year})?+"
    )
    ways.append(rf"(?:{names})\s+0?{number}(?:st|nd|rd|th)?(?:\s+{year})?+")
    if hour is None:
        return [rf"(?:(?:{'|'.join(ways)})(?: 00 00(?: 00)?)?)"]
    # A date alone will do; with another time of the day it will not.
    clock = rf"\D{{0,12}}0?{int(hour)}(?:\s?h| {minute}(?: 00)?)"
    other = r"(?!\D{0,12}\d{1,2}(?:\s?h\b| \d\d))"
    ways.append(rf"{year} {month} {day}(?=t\d)")
    return [rf"(?:(?:{'|'.join(ways)})(?:{clock}|{other}))"]

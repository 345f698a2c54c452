"""Bounds of a slot: numbers, days and hours, also such as are counted from today (`+90d`)."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from typing import Literal

from language.date_matches import months_on

Bound = float | datetime | date | str
BoundKind = Literal["number", "date", "time", "datetime"]
BOUND_KINDS: dict[str, BoundKind] = {
    "text": "number", "name": "number", "city": "number", "email": "number", "url": "number",
    "integer": "number", "number": "number", "money": "number", "list": "number",
    "date": "date", "time": "time", "datetime": "datetime",
}  # fmt: skip
EXAMPLES: dict[BoundKind, str] = {
    "number": "numbers",
    "date": "dates (2026-01-31), 'today', or counted from today: +90d, -18y",
    "time": "times in quotes (\"09:00\"), 'now', or counted from now: +2h",
    "datetime": "dates with a time (\"2026-01-31T09:00\"), 'now', 'today', or counted: +2h, +90d",
}
_MINUTES_OF_A_DAY = 24 * 60
_RELATIVE = re.compile(
    r"(?:(?P<from>today|now) ?)?(?:(?P<sign>[+-]) ?(?P<n>\d{1,5}) ?(?P<unit>min|h|d|w|m|y))?"
)
_UNITS: dict[BoundKind, str] = {
    "date": "d w m y",
    "time": "min h",
    "datetime": "min h d w m y",
    "number": "",
}


def bound_problem(bound: Bound, kind: BoundKind) -> bool:
    """Tell whether a bound is none of its kind."""
    return resolved(bound, kind, datetime(2026, 1, 1, 10, 0)) is None  # noqa: DTZ001


def resolved(bound: Bound, kind: BoundKind, now: datetime) -> float | str | None:
    """Return what values are compared with: a number, or a date or time as slots hold it."""
    if isinstance(bound, bool):
        return None
    if isinstance(bound, int | float):
        return _counted(bound, kind)
    if isinstance(bound, datetime):
        return f"{bound:%Y-%m-%dT%H:%M}" if kind == "datetime" else None
    if isinstance(bound, date):
        return {"date": bound.isoformat(), "datetime": f"{bound}T00:00"}.get(kind)
    if kind == "number":
        return None
    return _relative(bound.strip(), kind, now) or _absolute(bound.strip(), kind)


def _counted(bound: float, kind: BoundKind) -> float | str | None:
    """YAML reads a bare 14:30 as minutes, 870: of a time that is what is meant."""
    if kind == "time" and float(bound).is_integer() and 0 <= bound < _MINUTES_OF_A_DAY:
        return f"{int(bound) // 60:02d}:{int(bound) % 60:02d}"
    return bound if kind == "number" else None


def _relative(text: str, kind: BoundKind, now: datetime) -> str | None:
    found = _RELATIVE.fullmatch(text)
    if not text or found is None or (kind == "time" and found["from"] == "today"):
        return None
    if found["unit"] and found["unit"] not in _UNITS[kind].split():
        return None
    # A day is open from its first minute on: only hours are counted from the minute.
    precise = found["from"] == "now" or found["unit"] in ("min", "h")
    begin = now if precise or kind == "time" else datetime.combine(now.date(), time())
    then = _moved(begin, found)
    if then is None:
        return None
    forms: dict[BoundKind, str] = {
        "date": "%Y-%m-%d",
        "time": "%H:%M",
        "datetime": "%Y-%m-%dT%H:%M",
    }
    if kind == "time" and then.date() != now.date():
        return "23:59" if then > now else "00:00"
    return then.strftime(forms[kind]).rjust(10, "0") if kind != "time" else then.strftime("%H:%M")


def _moved(begin: datetime, found: re.Match[str]) -> datetime | None:
    if not found["unit"]:
        return begin
    count, unit = int(found["sign"] + found["n"]), found["unit"]
    try:
        if unit in ("m", "y"):
            day = months_on(begin.date(), count * (12 if unit == "y" else 1))
            return datetime.combine(day, begin.time())
        sizes = {
            "min": timedelta(minutes=1),
            "h": timedelta(hours=1),
            "d": timedelta(days=1),
            "w": timedelta(days=7),
        }
        return begin + count * sizes[unit]
    except (OverflowError, ValueError):
        return None


def _absolute(text: str, kind: BoundKind) -> str | None:
    try:
        if kind == "date":
            return date.fromisoformat(text).isoformat()
        if kind == "time":
            return f"{time.fromisoformat(text):%H:%M}"
        return f"{datetime.fromisoformat(text.replace(' ', 'T')):%Y-%m-%dT%H:%M}"
    except ValueError:
        return None

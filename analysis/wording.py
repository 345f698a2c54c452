"""How figures, dates and columns are said in English and Portuguese, in prose and in charts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from analysis.query import Aggregate
from analysis.result import ResultColumn
from language.detect import Language

_WEEKDAYS: dict[Language, tuple[str, ...]] = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "pt": ("segunda", "terça", "quarta", "quinta", "sexta", "sábado", "domingo"),
}
_MONTHS: dict[Language, tuple[str, ...]] = {
    "en": tuple(
        "January February March April May June July August September October November"
        " December".split()
    ),
    "pt": tuple(
        "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro"
        " dezembro".split()
    ),
}
_TRUTH: dict[Language, tuple[str, str]] = {"en": ("no", "yes"), "pt": ("não", "sim")}
_EMPTY: dict[Language, str] = {"en": "(empty)", "pt": "(vazio)"}
_AGGREGATES: dict[Language, dict[Aggregate, str]] = {
    "en": {
        "count": "count", "count_distinct": "different {0}", "sum": "total {0}",
        "mean": "average {0}", "median": "median {0}", "min": "lowest {0}", "max": "highest {0}",
        "deviation": "standard deviation of {0}", "share": "share",
        "first_quartile": "first quartile of {0}", "third_quartile": "third quartile of {0}",
    },
    "pt": {
        "count": "quantidade", "count_distinct": "{0} distintos", "sum": "total de {0}",
        "mean": "média de {0}", "median": "mediana de {0}", "min": "menor {0}",
        "max": "maior {0}", "deviation": "desvio padrão de {0}", "share": "percentual",
        "first_quartile": "primeiro quartil de {0}", "third_quartile": "terceiro quartil de {0}",
    },
}  # fmt: skip


def shown(value: Any, column: ResultColumn, language: Language, places: int = 0) -> str:
    """Say one value of a result as people write it, with its unit and at least so many places."""
    if value is None:
        return _EMPTY[language]
    if column.bucket == "weekday":
        return _WEEKDAYS[language][int(value) - 1]
    if column.bucket == "month_of_year":
        return _MONTHS[language][int(value) - 1]
    if column.bucket == "hour":
        return f"{int(value):02d}h"
    if column.bucket:
        return _in_bucket(str(value), column.bucket, language)
    if isinstance(value, bool):
        return _TRUTH[language][value]
    if isinstance(value, int | float):
        low = number(value, language, column.unit, places)
        return (
            f"{low} – {number(value + column.step, language, column.unit)}" if column.step else low
        )
    return _moment(str(value), language) if column.kind in ("date", "datetime") else str(value)


def places_of(values: Iterable[Any]) -> int:
    """Tell how many places figures that stand in one list need to be read one below the other."""
    figures = [v for v in values if isinstance(v, int | float) and not isinstance(v, bool)]
    return max((_places(v) for v in figures if abs(v) >= 1 or not v), default=0)


def _places(value: float) -> int:
    text = f"{value:.2f}".rstrip("0")
    return len(text.partition(".")[2])


def number(value: float, language: Language, unit: str | None = None, least_places: int = 0) -> str:
    """Write a number with the language's own marks, at most two places unless it is small."""
    small = abs(value) < 1 and not float(value).is_integer() and unit not in ("%", "R$")
    places = max(_places(value), least_places, 2 if unit == "R$" else 0)
    text = f"{value:,.{places}f}"
    if small:
        text = f"{value:.4f}".rstrip("0").rstrip(".")
    if language == "pt":
        text = text.translate(str.maketrans(",.", ".,"))
    if not unit:
        return text
    return (
        f"{text}%"
        if unit == "%"
        else f"{unit} {text}"
        if _stands_before(unit)
        else f"{text} {unit}"
    )


def column_label(column: ResultColumn, language: Language) -> str:
    """Name a column of a result in words."""
    if column.aggregate is None:
        return readable(column.name)
    if column.name not in (column.aggregate, f"{column.aggregate}_{column.of}"):
        return column.name  # somebody gave it a label
    return _AGGREGATES[language][column.aggregate].format(readable(column.of or ""))


def readable(name: str) -> str:
    """Write a column's name as words."""
    return re.sub(r"[_\s]+", " ", name).strip() or name


def _in_bucket(value: str, bucket: str, language: Language) -> str:
    if bucket == "month" and (month := re.fullmatch(r"(\d{4})-(\d\d)", value)):
        named = _MONTHS[language][int(month[2]) - 1]
        return f"{named} {month[1]}" if language == "en" else f"{named} de {month[1]}"
    if bucket == "quarter" and (quarter := re.fullmatch(r"(\d{4})-Q(\d)", value)):
        return f"{'Q' if language == 'en' else 'T'}{quarter[2]} {quarter[1]}"
    if bucket == "week" and (week := re.fullmatch(r"(\d{4})-W(\d\d)", value)):
        named = "week" if language == "en" else "semana"
        return f"{named} {int(week[2])}, {week[1]}"
    return _moment(value, language) if bucket == "day" else value


def _moment(value: str, language: Language) -> str:
    found = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d)(?::00(?:\.0+)?)?)?(.*)", value)
    if not found or language == "en":
        return value.replace("T", " ")
    year, month, day, clock, rest = found.groups()
    return f"{day}/{month}/{year}{' ' + clock if clock else ''}{rest}"


def _stands_before(unit: str) -> bool:
    return unit.endswith("$") or unit in ("€", "£", "¥")

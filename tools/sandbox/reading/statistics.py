"""What is known of a table's columns: figures over all rows, and the most frequent values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from contracts.json import JsonObject
from tools.sandbox.reading.columns import ReadColumn
from tools.sandbox.tables import quoted

_NUMBERS = ("integer", "decimal")
_BATCH = 16
_EXACT_ROWS = 300_000
_EXACT_DISTINCT = 50_000
_SHORT = 200
PREVIEW = 10
_PREVIEW_CELL = 120


def profile_of(connection: Any, columns: Sequence[ReadColumn], rows: int) -> list[JsonObject]:
    """Return the profile of each column of the table `data`."""
    profiles: list[JsonObject] = []
    most = 200 if len(columns) <= 60 else 50 if len(columns) <= 300 else 20
    most = most if len(columns) <= 1_000 else 5
    for start in range(0, len(columns), _BATCH):
        part = columns[start : start + _BATCH]
        for column, figures in zip(part, _figures(connection, part, rows), strict=True):
            profiles.append(_profile(connection, column, figures, most))
    return profiles


def preview_of(connection: Any) -> list[list[Any]]:
    """Return the first rows, with long texts cut."""
    from tools.sandbox.programs.run_query import plain

    found = connection.execute(f"SELECT * FROM data LIMIT {PREVIEW}").fetchall()
    return [[_short(plain(value)) for value in row] for row in found]


def _figures(connection: Any, columns: Sequence[ReadColumn], rows: int) -> list[JsonObject]:
    asked: list[tuple[str, str]] = []
    for at, column in enumerate(columns):
        name = quoted(column.name)
        asked.append((f"filled{at}", f"count({name})"))
        counted = "count(DISTINCT" if rows <= _EXACT_ROWS else "approx_count_distinct("
        asked.append((f"distinct{at}", f"{counted} {name})"))
        if column.form.kind in (*_NUMBERS, "date", "datetime", "time"):
            asked += [(f"least{at}", f"min({name})"), (f"most{at}", f"max({name})")]
        if column.form.kind in _NUMBERS:
            asked += [
                (f"mean{at}", f"avg({name})"),
                (f"median{at}", f"median({name})"),
                (f"deviation{at}", f"stddev_samp({name})"),
            ]
    found = connection.execute(f"SELECT {', '.join(sql for _, sql in asked)} FROM data").fetchone()
    told = dict(zip((key for key, _ in asked), found, strict=True))
    figures = [
        {key.removesuffix(str(at)): value for key, value in told.items() if _of(key, at)}
        for at in range(len(columns))
    ]
    for column, figure in zip(columns, figures, strict=True):
        if rows > _EXACT_ROWS and figure["distinct"] <= _EXACT_DISTINCT:
            figure["distinct"] = connection.execute(
                f"SELECT count(DISTINCT {quoted(column.name)}) FROM data"
            ).fetchone()[0]
        figure["distinct"] = min(figure["distinct"], figure["filled"])
    return figures


def _of(key: str, at: int) -> bool:
    return key.rstrip("0123456789") + str(at) == key


def _profile(connection: Any, column: ReadColumn, figures: JsonObject, most: int) -> JsonObject:
    told = {key: _plain(value) for key, value in figures.items()}
    kind = column.form.kind
    profile = {"name": column.name, "kind": kind, **told}
    if column.form.unit:
        profile["unit"] = column.form.unit
    if kind in ("text", "boolean") or figures["distinct"] <= most:
        profile["top"] = _top(connection, column, most)
    return profile


def _top(connection: Any, column: ReadColumn, most: int) -> list[JsonObject]:
    name = quoted(column.name)
    found = connection.execute(
        f"SELECT left(CAST({name} AS VARCHAR), {_SHORT}) AS value, count(*) AS rows FROM data"
        f" WHERE {name} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT {most}"
    ).fetchall()
    return [{"value": value, "count": count} for value, count in found]


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, int):
        return value
    return value.isoformat() if hasattr(value, "isoformat") else float(value)


def _short(value: Any) -> Any:
    if isinstance(value, str) and len(value) > _PREVIEW_CELL:
        return value[: _PREVIEW_CELL - 1] + "…"
    return value

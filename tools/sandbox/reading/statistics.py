"""What is known of a table's columns: figures over all rows, and the most frequent values."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

from contracts.json import JsonObject
from tools.sandbox.reading.columns import ReadColumn
from tools.sandbox.tables import quoted

_NUMBERS = ("integer", "decimal")
_ORDERED = (*_NUMBERS, "date", "datetime", "time")
_BATCH = 20  # a divisor of the columns of one table
_FEW_ROWS = 20_000  # whose values are counted faster here than by a query for each column
_EXACT_ROWS = 300_000
_EXACT_DISTINCT = 500_000  # texts
_SHORT = 200
PREVIEW = 10
_PREVIEW_CELL = 120
_PREVIEW_COLUMNS = 60


def profile_of(connection: Any, columns: Sequence[ReadColumn], rows: int) -> list[JsonObject]:
    """Return the profile of each column; those that are asked at once are of one table."""
    most = _most_values(len(columns))
    profiles: list[JsonObject] = []
    for start in range(0, len(columns), _BATCH):
        part = columns[start : start + _BATCH]
        if rows <= _FEW_ROWS:
            counts = _counted(connection, part)
        else:
            counts = [_asked(connection, column, rows, most) for column in part]
        for column, (distinct, top), told in zip(
            part, counts, _figures(connection, part), strict=True
        ):
            profile = {"name": column.name, "kind": column.form.kind, "distinct": distinct, **told}
            if column.form.unit:
                profile["unit"] = column.form.unit
            if column.form.kind in ("text", "boolean") or distinct <= most:
                profile["top"] = [{"value": v, "count": n} for v, n in top[:most]]
            profiles.append(profile)
    return profiles


def preview_of(connection: Any) -> list[list[Any]]:
    """Return the first rows, with long texts cut."""
    from tools.sandbox.programs.run_query import plain

    found = connection.execute(f"SELECT * FROM data LIMIT {PREVIEW}").fetchall()
    return [[_short(plain(value)) for value in row[:_PREVIEW_COLUMNS]] for row in found]


def _most_values(columns: int) -> int:
    """Return how many values of a column a profile keeps: fewer where there are many columns."""
    return next(most for width, most in ((60, 200), (300, 50), (1_000, 20), (5_000, 5))
                if columns <= width)  # fmt: skip


def _figures(connection: Any, columns: Sequence[ReadColumn]) -> list[JsonObject]:
    """Return what is asked of all of a column's values at once."""
    asked: list[str] = []
    for column in columns:
        name, kind = quoted(column.name), column.form.kind
        told = {"filled": f"count({name})"}
        if kind in _ORDERED:
            told |= {"least": f"min({name})", "most": f"max({name})"}
        if kind in _NUMBERS:
            told |= {"mean": f"avg({name})", "median": f"median({name})"}
            told["deviation"] = f"stddev_samp({name})"
        asked.append("{" + ", ".join(f"'{key}': {sql}" for key, sql in told.items()) + "}")
    found = connection.execute(f"SELECT {', '.join(asked)} FROM {columns[0].table}").fetchone()
    return [{key: _plain(value) for key, value in each.items()} for each in found]


Counts = tuple[int, list[tuple[str, int]]]  # how many values there are, and the most frequent


def _counted(connection: Any, columns: Sequence[ReadColumn]) -> list[Counts]:
    """Count the values of some columns here."""
    chosen = ", ".join(f"left(CAST({quoted(c.name)} AS VARCHAR), {_SHORT})" for c in columns)
    rows = connection.execute(f"SELECT {chosen} FROM {columns[0].table}").fetchall()
    counts: list[Counts] = []
    for cells in zip(*rows, strict=True) if rows else ((),) * len(columns):
        found = Counter[str](cell for cell in cells if cell is not None)
        counts.append((len(found), sorted(found.items(), key=lambda each: (-each[1], each[0]))))
    return counts


def _asked(connection: Any, column: ReadColumn, rows: int, most: int) -> Counts:
    """Have the values of one column counted; of very many, about how many there are."""
    name = quoted(column.name)

    def ask(counted: str) -> int:
        found = connection.execute(f"SELECT {counted} FROM {column.table}").fetchone()
        return int(found[0])

    distinct = ask(f"approx_count_distinct({name})") if rows > _EXACT_ROWS else 0
    if column.form.kind != "text" or distinct <= _EXACT_DISTINCT:
        distinct = ask(f"count(DISTINCT {name})")
    if column.form.kind not in ("text", "boolean") and distinct > most:
        return min(distinct, ask(f"count({name})")), []
    top = connection.execute(
        f"SELECT left(CAST({name} AS VARCHAR), {_SHORT}) AS value, count(*) AS rows"
        f" FROM {column.table} WHERE {name} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT {most}"
    ).fetchall()
    return min(distinct, ask(f"count({name})")), top


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

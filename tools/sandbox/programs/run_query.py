"""Run one SELECT over the job's tables and leave `result.json`.

Params: `sql`; `values`, a list or an object of them; `max_rows` (1,000); `tables`, names of inputs.
"""

from __future__ import annotations

import datetime
import decimal
import math
from collections.abc import Iterable
from typing import Any, cast

from contracts.json import JsonObject
from tools.sandbox.inputs import JobInputs
from tools.sandbox.outlet import Outlet, ProgramFault
from tools.sandbox.tables import open_tables

_CELL = 10_000  # characters of a text that travel
_DEEP = 20


def main(inputs: JobInputs, params: JsonObject, out: Outlet) -> None:
    """Answer with columns, types, rows and how many rows there are in all."""
    import duckdb

    connection = open_tables(inputs, params)
    try:
        sql = single_select(connection, str(params["sql"]))
        out.write("result.json", answer(connection, sql, params))
    except duckdb.OutOfMemoryException as exc:
        raise ProgramFault("memory", _first_line(exc)) from exc
    except duckdb.Error as exc:
        raise ProgramFault("sql", str(exc)[:1_000]) from exc


def single_select(connection: Any, sql: str) -> str:
    """Return the statement if it is one, and one that reads; by DuckDB's own parser."""
    import duckdb

    statements = connection.extract_statements(sql)
    if len(statements) != 1:
        raise ProgramFault("statements", f"one statement is run at a time, not {len(statements)}")
    if statements[0].type != duckdb.StatementType.SELECT:
        kind = str(statements[0].type).rpartition(".")[2]
        raise ProgramFault("statements", f"only SELECT and WITH may be run, not {kind}")
    ends = [at for at, kind in duckdb.tokenize(sql) if kind == duckdb.token_type.operator]
    return sql[: next((at for at in ends if sql[at] == ";"), len(sql))]


def answer(connection: Any, sql: str, params: JsonObject) -> JsonObject:
    """Run it; rows beyond `max_rows` are counted and do not travel."""
    values: Any = params.get("values") or []
    most = int(params.get("max_rows", 1_000))
    connection.execute(sql, values)
    described: list[Any] = connection.description or []
    rows: list[Any] = connection.fetchmany(most + 1)
    total = len(rows)
    if total > most:
        # A line break ends a comment that the statement may end with.
        counted = connection.execute(f"SELECT count(*) FROM ({sql}\n)", values)
        total = counted.fetchone()[0]
    return {
        "columns": [column[0] for column in described],
        "types": [str(column[1]) for column in described],
        "rows": [[plain(value) for value in row] for row in rows[:most]],
        "total_rows": total,
    }


def plain(value: Any, depth: int = 0) -> Any:
    """Return a value as JSON has it: numbers as numbers, dates as ISO 8601, the rest as text."""
    match value:
        case None | bool() | int():
            return value
        case float():
            return value if math.isfinite(value) else None
        case decimal.Decimal():
            return _number(value)
        case str():
            return value if len(value) <= _CELL else value[: _CELL - 1] + "…"
        case datetime.datetime() | datetime.date() | datetime.time():
            return value.isoformat()
        case datetime.timedelta():
            return value.total_seconds()
        case list() | tuple() if depth < _DEEP:
            return [plain(each, depth + 1) for each in cast("Iterable[Any]", value)]
        case dict() if depth < _DEEP:
            pairs = cast("dict[Any, Any]", value).items()
            return {str(key): plain(each, depth + 1) for key, each in pairs}
        case bytes():
            return value[: _CELL // 2].hex()
        case _:
            return str(value)[:_CELL]


def _number(value: decimal.Decimal) -> float | int | None:
    if not value.is_finite():
        return None
    return int(value) if value == value.to_integral_value() else float(value)


def _first_line(exc: Exception) -> str:
    return str(exc).partition("\n")[0][:300]

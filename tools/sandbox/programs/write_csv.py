"""Write rows of the table `data` as CSV that no spreadsheet carries out.

Params: `offset`. Leaves pieces of CSV and `result.json`: their names, and where to go on.
"""

from __future__ import annotations

import csv
import io
from typing import Any

from contracts.json import JsonObject
from tools.sandbox.inputs import JobInputs
from tools.sandbox.outlet import Outlet, ProgramFault
from tools.sandbox.tables import open_tables

_ROWS = 2_000
_ENOUGH = 6 << 20
_PIECE = 4 << 20
# What a spreadsheet takes for a formula, in any of the forms that it strips first.
_ORDERS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def main(inputs: JobInputs, params: JsonObject, out: Outlet) -> None:
    """Write rows until there are enough, or no more."""
    import duckdb

    offset = int(params["offset"])
    try:
        connection = open_tables(inputs)
        connection.execute(f"SELECT * FROM data OFFSET {offset}")
        text = io.StringIO(newline="")
        writer = csv.writer(text, lineterminator="\r\n")
        if offset == 0:
            writer.writerow(defused(column[0]) for column in connection.description)
        while rows := connection.fetchmany(_ROWS):
            writer.writerows([defused(value) for value in row] for row in rows)
            offset += len(rows)
            if text.tell() > _ENOUGH:
                break
    except duckdb.Error as exc:
        raise ProgramFault("sql", str(exc)[:500]) from exc
    data = text.getvalue().encode()
    names: list[str] = []
    for start in range(0, len(data), _PIECE):
        names.append(f"part-{len(names)}")
        out.write(names[-1], data[start : start + _PIECE])
    out.write("result.json", {"pieces": names, "next": offset if rows else None})


def defused(value: Any) -> Any:
    """Return a cell that is read as the text it is."""
    if isinstance(value, str):
        return f"'{value}" if value.startswith(_ORDERS) else value
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if hasattr(value, "isoformat") else value

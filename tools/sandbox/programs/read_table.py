"""Read a file that a stranger sent: each table in it becomes Parquet, with a profile.

Params: `name`, the file's name. Input: `file`. Leaves `result.json` and the tables in pieces.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

from contracts.json import JsonObject
from tools.sandbox.inputs import JobInputs
from tools.sandbox.outlet import Outlet, ProgramFault
from tools.sandbox.reading import jsonlines, parquet, textfile, workbook
from tools.sandbox.reading.columns import ColumnReader, make_tables
from tools.sandbox.reading.formats import format_of
from tools.sandbox.reading.read import RawTable
from tools.sandbox.reading.statistics import preview_of, profile_of
from tools.sandbox.tables import literal, open_engine

FILE = "file"
PIECE = 4 << 20
MOST_PARQUET = 48 << 20
MOST_NOTES = 20


def main(inputs: JobInputs, params: JsonObject, out: Outlet) -> None:
    """Read every table of the file."""
    import duckdb

    name = str(params["name"])
    out.progress(0.0, "looking at the file")
    kind = format_of(name, inputs.path(FILE))
    connection = _engine(inputs)
    try:
        told = [
            _table(connection, raw, at, inputs.spare, out)
            for at, raw in enumerate(_tables(connection, kind, inputs, name, out))
        ]
    except duckdb.OutOfMemoryException as exc:
        raise ProgramFault("memory", "the table needs too much memory; send less of it") from exc
    if not told:
        raise ProgramFault("empty", "the file holds no rows; send one that has some")
    out.write("result.json", {"datasets": told})


def _engine(inputs: JobInputs) -> Any:
    """Connect to a DuckDB that reaches the file and where the job may write, and nothing else."""
    engine = open_engine(inputs)
    paths = f"{literal(inputs.path(FILE))}, {literal(inputs.spare)}"
    engine.execute(f"SET allowed_paths = [{paths}]")
    if inputs.scratch:
        engine.execute(f"SET allowed_directories = [{literal(inputs.scratch)}]")
    engine.execute("SET enable_external_access = false")
    engine.execute("SET lock_configuration = true")
    return engine


def _tables(
    connection: Any, kind: str, inputs: JobInputs, name: str, out: Outlet
) -> Iterator[RawTable]:
    ending = name.rpartition(".")[2].lower()
    match kind:
        case "workbook":
            return workbook.read_workbook(connection, inputs.path(FILE), ending, out)
        case "json_lines":
            return jsonlines.read_json_lines(connection, inputs.bytes(FILE))
        case "parquet":
            return parquet.read_parquet(connection, inputs.path(FILE))
        case _:
            return textfile.read_text(connection, inputs, FILE, ending, out)


def _table(connection: Any, raw: RawTable, at: int, spare: str, out: Outlet) -> JsonObject:
    """Give a table its kinds and leave it as Parquet."""
    out.progress(0.4, "finding out what the columns hold")
    names = raw.header.names
    columns = ColumnReader(connection, names, raw.rows, comma=raw.comma).read()
    tables = make_tables(connection, columns)
    connection.execute("DROP TABLE raw")
    out.progress(0.6, "counting")
    notes = [*raw.notes, *(note for column in columns for note in column.notes)]
    profiles = profile_of(connection, columns, raw.rows)
    if raw.rows == 0:
        notes.append("it has a header and no rows")
    told: JsonObject = {
        "sheet": raw.sheet,
        "rows": raw.rows,
        "columns": profiles,
        "preview": preview_of(connection),
        "notes": [_placed(note, raw.header.skip)[:500] for note in notes[:MOST_NOTES]],
    }
    out.progress(0.8, "writing")
    told["pieces"] = _write(connection, at, spare, out)
    connection.execute("DROP VIEW data")
    for table in tables:
        connection.execute(f"DROP TABLE {table}")
    return told


def _placed(note: str, skip: int) -> str:
    """Say a row's number as who opens the file counts it."""
    return re.sub(r"\{row:(\d+)\}", lambda found: str(int(found[1]) + skip + 1), note)


def _write(connection: Any, at: int, path: str, out: Outlet) -> list[str]:
    form = "FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false"
    connection.execute(f"COPY data TO {literal(path)} ({form})")
    size = os.path.getsize(path)
    if size > MOST_PARQUET:
        raise ProgramFault(
            "too_large", f"the table takes {size >> 20} MB when packed; send less of it"
        )
    names: list[str] = []
    with open(path, "rb") as file:
        while piece := file.read(PIECE):
            names.append(f"table-{at}.{len(names)}")
            out.write(names[-1], piece)
    with open(path, "wb"):  # its room is given back
        return names

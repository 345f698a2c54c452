"""Parquet of strangers: read once here and written anew, so that nobody else meets theirs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tools.sandbox.outlet import ProgramFault
from tools.sandbox.reading import rawtable
from tools.sandbox.reading.header import TableHeader, unlike
from tools.sandbox.reading.read import RawTable
from tools.sandbox.tables import literal, quoted

_NESTED = ("STRUCT", "MAP", "UNION", "LIST", "JSON", "VARIANT")


def read_parquet(connection: Any, path: str) -> Iterator[RawTable]:
    """Yield the one table of the file."""
    import duckdb

    source = f"read_parquet({literal(path)})"
    try:
        described = connection.execute(f"DESCRIBE SELECT * FROM {source}").fetchall()
        rawtable.check_width(len(described))
        count = connection.execute(f"SELECT count(*) FROM {source}").fetchone()[0]
        rawtable.check_rows(count)
        chosen = ", ".join(
            f"{rawtable.tidy(_text(str(name), str(kind)))} AS c{at}"
            for at, (name, kind, *_) in enumerate(described)
        )
        connection.execute(f"CREATE OR REPLACE TABLE raw AS SELECT {chosen} FROM {source}")
    except duckdb.OutOfMemoryException:
        raise
    except duckdb.Error as exc:
        raise ProgramFault(
            "damaged", "the Parquet file is damaged or was cut off; write it again and send that"
        ) from exc
    nested = [str(name) for name, kind, *_ in described if _is_nested(str(kind))]
    notes: list[str] = []
    if nested:
        named = ", ".join(f"'{name[:60]}'" for name in nested[:10])
        notes.append(f"nested values are kept as JSON text: {named}")
    yield RawTable(TableHeader(unlike([str(each[0]) for each in described]), 0), count, notes)


def _is_nested(kind: str) -> bool:
    return kind.endswith("]") or kind.startswith(_NESTED)


def _text(name: str, kind: str) -> str:
    """Write a column as text; its kind is found again like any other's."""
    cell = quoted(name)
    if _is_nested(kind):
        return f"CAST(to_json({cell}) AS VARCHAR)"
    if kind == "TIMESTAMP WITH TIME ZONE":
        return f"CAST({cell} AT TIME ZONE 'UTC' AS VARCHAR)"
    if kind == "BLOB":
        return f"hex({cell})"
    return f"CAST({cell} AS VARCHAR)"

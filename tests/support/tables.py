"""Tables for tests, made by DuckDB."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import duckdb

MakeTable = Callable[[str], bytes]


def parquet_of(select: str, folder: Path) -> bytes:
    """Return what a SELECT gives, as Parquet bytes."""
    path = folder / "table.parquet"
    path.unlink(missing_ok=True)
    duckdb.connect().sql(select).write_parquet(str(path), compression="zstd")
    return path.read_bytes()

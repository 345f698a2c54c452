"""DuckDB over a job's inputs: each Parquet file a view, and nothing else within reach."""

from __future__ import annotations

import os
from typing import Any

from contracts.json import JsonObject
from tools.sandbox.inputs import JobInputs

_SHARE = 0.6  # of the job's memory; the rest is for results and the interpreter


_prepared: list[Any] = []


def prepare_engine() -> None:
    """Make the engine that jobs without a scratch folder begin with.

    DuckDB looks at /proc and /sys when one is made, and ends the process where it finds files that
    it may not open. So it is made before anything is forbidden; each job has a copy of its own.
    """
    import duckdb

    _prepared.append(duckdb.connect(":memory:", config=engine_config(None, 256)))


def open_engine(inputs: JobInputs) -> Any:
    """Connect to a fresh DuckDB in memory, within the job's memory and its scratch folder."""
    import duckdb

    if not _prepared:
        return duckdb.connect(":memory:", config=engine_config(inputs.scratch, inputs.memory_mb))
    engine = _prepared[0].cursor()
    engine.execute(f"SET memory_limit = {literal(memory_limit(inputs.memory_mb))}")
    return engine


def memory_limit(memory_mb: int) -> str:
    """Return DuckDB's part of the job's memory."""
    return f"{int(memory_mb * _SHARE)}MB"


def engine_config(scratch: str | None, memory_mb: int) -> JsonObject:
    """Return settings that keep DuckDB within what a job may use; without scratch, no threads."""
    return {
        "threads": len(os.sched_getaffinity(0)) if scratch else 1,
        "async_threads": 1 if scratch else 0,
        "memory_limit": memory_limit(memory_mb),
        "temp_directory": scratch or "",
        "max_temp_directory_size": "48MB" if scratch else "0MB",
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "allow_community_extensions": False,
    }


def open_tables(inputs: JobInputs, params: JsonObject | None = None) -> Any:
    """Connect to a DuckDB that has the inputs as views and is locked: no other file, no setting.

    `params` may name under `tables` which inputs are tables, if not all are.
    """
    engine = open_engine(inputs)
    names = list((params or {}).get("tables") or inputs)
    paths = [inputs.path(name) for name in names]
    engine.execute(f"SET allowed_paths = [{', '.join(literal(path) for path in paths)}]")
    for name, path in zip(names, paths, strict=True):
        engine.execute(f"CREATE VIEW {quoted(name)} AS SELECT * FROM read_parquet({literal(path)})")
    engine.execute("SET enable_external_access = false")
    engine.execute("SET lock_configuration = true")
    return engine


def quoted(name: str) -> str:
    """Write a name as SQL does."""
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    """Write a text as SQL does."""
    return "'" + text.replace("'", "''") + "'"

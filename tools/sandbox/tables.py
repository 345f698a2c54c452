"""DuckDB over a job's inputs: each Parquet file a view, and nothing else within reach."""

from __future__ import annotations

import os
from typing import Any

from contracts.json import JsonObject
from tools.sandbox.inputs import JobInputs

_SHARE = 0.6  # of the job's memory; the rest is for results and the interpreter

_LARGE = 4 << 20  # bytes of inputs from which threads are worth their start
_prepared: list[Any] = []
_opened: list[Any] = []  # held until the process ends, for to take one apart costs more than that


def prepare_engine() -> None:
    """Make the engine that each job begins with a copy of; a new one would cost it 10 ms.

    Without a tree of files of our own it must be made before anything is forbidden: DuckDB looks at
    /proc and /sys, and ends the process where it finds files that it may not open.
    """
    import duckdb

    _prepared.append(duckdb.connect(":memory:", config=engine_config(_NO_INPUTS)))


def open_engine(inputs: JobInputs) -> Any:
    """Connect to a DuckDB in memory, within the job's memory and its scratch folder.

    With a scratch folder every call gets a fresh one; without there is one for the whole job.
    """
    import duckdb

    config, ready = engine_config(inputs), engine_config(_NO_INPUTS)
    if inputs.scratch and not _prepared:
        return duckdb.connect(":memory:", config=config)
    engine = _prepared.pop() if inputs.scratch else _prepared[0].cursor()
    _opened.append(engine)
    for name, value in config.items():
        if value != ready[name]:
            engine.execute(f"SET {name} = {literal(value) if isinstance(value, str) else value}")
    return engine


def engine_config(inputs: JobInputs) -> JsonObject:
    """Return settings that keep DuckDB within what a job may use; without scratch, no threads."""
    scratch = inputs.scratch
    large = scratch and sum(inputs.size(name) for name in inputs) > _LARGE
    return {
        "threads": len(os.sched_getaffinity(0)) if large else 1,
        "async_threads": 1 if large else 0,
        "memory_limit": f"{int(inputs.memory_mb * _SHARE)}MB",
        "max_temp_directory_size": "48MB" if scratch else "0MB",
        "temp_directory": scratch or "",
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "allow_community_extensions": False,
    }


_NO_INPUTS = JobInputs({}, None, 256)


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

"""Runs a program by somebody else in the guest: a person's or a model's."""

from __future__ import annotations

import io
import linecache
import random
import sys
import traceback
from collections.abc import Iterator, Mapping
from functools import wraps
from typing import Any

from tools.sandbox.figures import FigureCollector
from tools.sandbox.inputs import JobInputs
from tools.sandbox.outlet import Outlet
from tools.sandbox.tables import engine_config, literal, open_engine

_NAME = "<program>"


class LazyTables(Mapping[str, object]):
    """The job's tables as DataFrames, each read when it is first asked for."""

    def __init__(self, inputs: JobInputs) -> None:
        self._inputs = inputs
        self._read: dict[str, object] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._inputs.places:
            known = ", ".join(self._inputs) or "there are none"
            raise KeyError(f"no table {name!r}; tables: {known}")
        if name not in self._read:
            self._read[name] = read_table(self._inputs, name)
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._inputs)

    def __len__(self) -> int:
        return len(self._inputs)


def read_table(inputs: JobInputs, name: str) -> Any:
    """Read an input as a DataFrame: Parquet by its mark, anything else as CSV."""
    import pandas

    path = inputs.path(name)
    with open(path, "rb") as file:
        parquet = file.read(4) == b"PAR1"
    if not parquet:
        return pandas.read_csv(path)
    return open_engine(inputs).execute(f"SELECT * FROM read_parquet({literal(path)})").df()


def run(code: str, inputs: JobInputs, out: Outlet) -> int:
    """Execute the program, then collect its pictures; 0 if it came to its end."""
    import matplotlib.pyplot as plt
    import numpy as np
    import pandas as pd

    random.seed()
    np.random.seed()
    if "duckdb" in code:
        tame_engine(inputs)
    figures = FigureCollector(out, inputs.scratch)
    figures.attend()
    tables = LazyTables(inputs)
    names: dict[str, object] = {"__name__": "__main__", "pd": pd, "np": np, "plt": plt,
                             "tables": tables}  # fmt: skip
    linecache.cache[_NAME] = (len(code), None, code.splitlines(keepends=True), _NAME)
    failed = 1
    try:
        program = compile(code, _NAME, "exec", dont_inherit=True)
        if "df" in code and len(tables):
            names["df"] = tables["df" if "df" in tables else next(iter(tables))]
        exec(program, names)  # noqa: S102
        failed = 0
    except SystemExit as exc:
        failed = 0 if exc.code in (None, 0) else 1
        if isinstance(exc.code, str):
            print(exc.code, file=sys.stderr)
    except BaseException as exc:  # noqa: BLE001
        print(explained(exc), file=sys.stderr)
    try:
        figures.collect()
    except Exception as exc:  # noqa: BLE001
        print(f"a picture could not be drawn: {exc}", file=sys.stderr)
    sys.stdout.flush()
    sys.stderr.flush()
    return failed


def tame_engine(inputs: JobInputs) -> None:
    """Let a program's own DuckDB connections begin with our settings: its defaults ask for more
    threads and memory than a job has, and it ends the process where it gets none."""
    import duckdb

    connect: Any = duckdb.connect

    @wraps(connect)
    def connect_tamed(
        database: Any = ":memory:", read_only: bool = False, config: Any = None
    ) -> Any:
        if not inputs.scratch or (database == ":memory:" and not config):
            return open_engine(inputs)
        ours = engine_config(inputs)
        return connect(database, read_only, ours | dict(config or {}))

    duckdb.connect = connect_tamed
    duckdb.set_default_connection(open_engine(inputs))


def explained(exc: BaseException) -> str:
    """Write a traceback that begins in the program, not in what runs it."""
    trace = exc.__traceback__
    while trace and trace.tb_frame.f_code.co_filename != _NAME:
        trace = trace.tb_next
    lines = traceback.format_exception(type(exc), exc, trace or None, limit=-8, chain=False)
    return without_places("".join(lines).rstrip())


def without_places(text: str) -> str:
    """Leave out where the libraries lie on this machine."""
    for place in sorted(filter(None, sys.path), key=len, reverse=True):
        text = text.replace(f'"{place}/', '"')
    return text


def warm() -> None:
    """Do once what each job would do anew: find the fonts, draw, read a table."""
    import matplotlib.pyplot as pyplot
    import pandas

    plt: Any = pyplot
    pd: Any = pandas
    plt.switch_backend("Agg")
    frame = pd.DataFrame({"when": pd.to_datetime(["2026-01-01"]), "what": ["x"], "many": [1.5]})
    frame.groupby("what")["many"].sum().plot.bar(title="x")
    plt.savefig(io.BytesIO(), format="png")
    plt.close("all")
    frame.describe().to_string()

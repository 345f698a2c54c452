"""What work on tables costs beside plain DuckDB and pandas in a process of one's own."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from tools.sandbox import Sandbox

_MAKE = """
COPY (
  SELECT i AS id, 'city ' || (i % 50) AS city, 'product ' || (i * 7 % 400) AS product,
         round(((i * 7919) % 100000) / 100.0, 2) AS price, (i * 31 % 9) + 1 AS pieces,
         DATE '2025-01-01' + CAST(i % 700 AS INTEGER) AS day
  FROM range({rows}) t(i)
) TO '{path}' ({format})
"""
_GROUP = (
    "SELECT city, count(*) AS n, sum(price) AS total, median(price) AS middle FROM data"
    " GROUP BY city ORDER BY total DESC"
)


@dataclass(frozen=True, slots=True)
class TablePlan:
    """How often to measure, and how many rows are grouped and sent."""

    times: int
    rows: int
    sent: int


@dataclass(frozen=True, slots=True)
class TableFigure:
    """One comparison: ours and the plain way, in milliseconds."""

    name: str
    ours: float
    plain: float
    plain_is: str

    @property
    def ratio(self) -> float:
        return self.ours / self.plain


def measure_tables(plan: TablePlan) -> list[TableFigure]:
    """Measure each beside its peer, in turn."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.parquet"
        make_rows(path, plan.rows, "FORMAT parquet, COMPRESSION zstd")
        return [*_jobs(plan.times), _grouped(path, plan)]


def make_rows(path: Path, rows: int, form: str) -> None:
    """Write a table of made-up sales."""
    import duckdb

    with duckdb.connect() as link:
        link.execute(_MAKE.format(rows=rows, path=path, format=form))


def _jobs(times: int) -> list[TableFigure]:
    """Measure a program of one line: in a sandbox that begins, and in one that is there."""
    fresh: list[float] = []
    for _ in range(max(3, times // 5)):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", "import pandas; print(1)"], check=True, stdout=-3)
        fresh.append((time.perf_counter() - began) * 1000)
    sandbox = Sandbox()
    try:
        cold = _took(lambda: _sound(sandbox.run("print(1)")))
        warm = median(_took(lambda: _sound(sandbox.run("print(1)"))) for _ in range(times))
    finally:
        sandbox.close()
    plain, name = median(fresh), "a new Python with pandas"
    return [
        TableFigure("first job, the sandbox begins", cold, plain, name),
        TableFigure("job in a sandbox that is there", warm, plain, name),
    ]


def _grouped(path: Path, plan: TablePlan) -> TableFigure:
    """Measure a grouped query over many rows."""
    import duckdb

    data = path.read_bytes()
    sandbox = Sandbox()
    params = {"sql": _GROUP, "values": [], "max_rows": 100, "tables": ["data"]}

    async def ask() -> None:
        _sound(await sandbox.run_program("run_query", {"data": data}, params, memory_mb=1024))

    def plain() -> None:
        with duckdb.connect() as link:
            link.execute(f"CREATE VIEW data AS SELECT * FROM '{path}'")
            link.execute(_GROUP).fetchall()

    try:
        asyncio.run(ask())
        plain()
        ours = [_took(lambda: asyncio.run(ask())) for _ in range(plan.times)]
        theirs = [_took(plain) for _ in range(plan.times)]
    finally:
        sandbox.close()
    name = f"four figures in 50 groups of {plan.rows:,} rows"
    return TableFigure(name, median(ours), median(theirs), "DuckDB")


def _took(work: Callable[[], Any]) -> float:
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def _sound(result: Any) -> None:
    if result.status != "ok":
        raise RuntimeError(f"the sandbox says {result.status}: {result.reason}{result.stderr}")

"""What a person waits for with tables: a large file up to its first answer, a full dashboard."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from statistics import median
from typing import Any

import httpx
import orjson

from bench.stage import BenchSetup, serving
from bench.tables import TableFigure, TablePlan, make_rows
from server.identity.identity import Identity
from server.settings import Settings
from store import users
from store.pool import open_pool

_DASHBOARD_ROWS = 100_000
_QUESTION = "total price by city"
_KEYLESS = {"BATUTA_MODEL": "local", "ANTHROPIC_API_KEY": "", "BATUTA_MAX_UPLOAD_MB": "60"}
_GROUPS = ("city", "product", "pieces")
_AGGREGATES = ("sum", "mean", "median", "max")


async def measure_server(stage: BenchSetup, plan: TablePlan) -> list[TableFigure]:
    """Measure a server that answers without a model, beside pandas and DuckDB in this process."""
    async with serving(stage, "batuta", more=_KEYLESS) as server:
        token = await _token(stage)
        base, auth = f"http://127.0.0.1:{server.port}", {"authorization": f"Bearer {token}"}
        async with httpx.AsyncClient(base_url=base, headers=auth, timeout=300) as http:
            small = await asyncio.to_thread(_csv, stage.folder, "small", 1_000)
            await _send(http, small)  # the sandbox is there before anything is measured
            return [
                await _first_answer(http, stage, plan),
                await _dashboard(http, stage, plan.times),
            ]


async def _first_answer(http: httpx.AsyncClient, stage: BenchSetup, plan: TablePlan) -> TableFigure:
    """Measure from the upload of a file to the end of the answer to a question about it."""
    path = await asyncio.to_thread(_csv, stage.folder, "large", plan.sent)
    began = time.perf_counter()
    session = await _send(http, path)
    text = await _asked(http, session, _QUESTION)
    ours = (time.perf_counter() - began) * 1000
    if "city 1" not in text:
        raise RuntimeError(f"the answer is not about cities: {text[:300]}")
    plain = await asyncio.to_thread(_by_pandas, path)
    size = path.stat().st_size / 2**20
    return TableFigure(f"upload of {size:.0f} MB of CSV to its first answer", ours, plain, "pandas")


async def _dashboard(http: httpx.AsyncClient, stage: BenchSetup, times: int) -> TableFigure:
    """Measure twelve widgets of one table; making a dashboard runs the query of each."""
    path = await asyncio.to_thread(_csv, stage.folder, "board", _DASHBOARD_ROWS)
    session = await _send(http, path)
    ours: list[float] = []
    for number in range(times):  # other queries each time: results are remembered for a while
        body = {"title": "bench", "session_id": session, "widgets": _widgets(path.name, number)}
        began = time.perf_counter()
        made = await http.post("/dashboards", json=body)
        ours.append((time.perf_counter() - began) * 1000)
        made.raise_for_status()
    plain = [await asyncio.to_thread(_by_duckdb, path) for _ in range(times)]
    return TableFigure("dashboard with 12 widgets", median(ours), median(plain), "DuckDB")


def _widgets(dataset: str, number: int) -> list[dict[str, Any]]:
    return [
        {
            "kind": "chart",
            "chart": "bar",
            "title": f"{aggregate} by {group}",
            "query": {
                "dataset": dataset,
                "measures": [{"aggregate": aggregate, "column": "price"}],
                "group_by": [{"column": group}],
                "limit": 100 + number,
            },
        }
        for group in _GROUPS
        for aggregate in _AGGREGATES
    ]


async def _send(http: httpx.AsyncClient, path: Path) -> str:
    session = (await http.post("/sessions", json={})).json()["id"]
    content = await asyncio.to_thread(path.read_bytes)
    sent = await http.post(f"/sessions/{session}/files", files={"file": (path.name, content)})
    sent.raise_for_status()
    return str(session)


async def _asked(http: httpx.AsyncClient, session: str, message: str) -> str:
    body = {"message": message, "session_id": session, "workflow": "analysis"}
    answer = await http.post("/chat", json=body)
    answer.raise_for_status()
    events = [orjson.loads(line) for line in answer.text.splitlines() if line.strip()]
    return "".join(e["content"] for e in events if e["type"] == "text")


async def _token(stage: BenchSetup) -> str:
    async with await open_pool(stage.dsns["batuta"], 2) as pool:
        identity = await Identity.open(pool, Settings.load({}))
        try:
            person = await users.add(pool, email="tables@bench.example", roles=("user",))
            if person is None:
                raise RuntimeError("the bench's person is there already")
            return await identity.issue(person)
        finally:
            await identity.close()


def _csv(folder: Path, name: str, rows: int) -> Path:
    path = folder / f"{name}.csv"
    make_rows(path, rows, "FORMAT csv, HEADER")
    return path


def _by_pandas(path: Path) -> float:
    import pandas as pd

    loaded: Any = pd
    began = time.perf_counter()
    loaded.read_csv(path).groupby("city").price.sum().sort_values()
    return (time.perf_counter() - began) * 1000


def _by_duckdb(path: Path) -> float:
    import duckdb

    with duckdb.connect() as link:
        link.execute(f"CREATE TABLE data AS SELECT * FROM '{path}'")
        began = time.perf_counter()
        for group in _GROUPS:
            for aggregate in ("sum", "avg", "median", "max"):
                link.execute(f"SELECT {group}, {aggregate}(price) FROM data GROUP BY 1").fetchall()
        return (time.perf_counter() - began) * 1000

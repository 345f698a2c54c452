"""The run: rounds in which each server has its turn, under each load, in changing order."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import orjson
import psutil

from bench import judging
from bench.client import Job, LoadResult
from bench.counting import CountingProxy
from bench.judging import Cost
from bench.stage import BenchSetup, Server, cpu_of, serving, set_up
from bench.table_server import measure_server
from bench.tables import TableFigure, TablePlan, measure_tables
from bench.talks import Talks

HISTORIES = (2, 100)


@dataclass(frozen=True, slots=True)
class Plan:
    """How much to measure: turns for each number of concurrent conversations."""

    rounds: int
    turns: dict[int, int]
    warm_up: int
    counted: int
    idle_seconds: float
    judged: int
    tables: TablePlan


FULL = Plan(
    rounds=3,
    turns={1: 40, 50: 100, 200: 200},
    warm_up=60,
    counted=30,
    idle_seconds=20,
    judged=200,
    tables=TablePlan(times=20, rows=1_000_000, sent=800_000),  # some 40 MB of CSV
)
QUICK = Plan(
    rounds=1,
    turns={1: 15, 50: 50},
    warm_up=20,
    counted=5,
    idle_seconds=3,
    judged=30,
    tables=TablePlan(times=5, rows=1_000_000, sent=100_000),
)


@dataclass(frozen=True, slots=True)
class LoadSample:
    """What one round of one load cost one server."""

    first_ms: list[float]
    whole_ms: list[float]
    per_second: float
    cpu_ms: float
    database_ms: float
    model_ms: float
    failed: int


@dataclass(slots=True)
class Results:
    """Everything measured; keys are server, concurrent conversations, earlier messages."""

    samples: dict[tuple[str, int, int], list[LoadSample]] = field(
        default_factory=dict[tuple[str, int, int], list[LoadSample]]
    )
    round_trips: dict[tuple[str, int], float] = field(default_factory=dict[tuple[str, int], float])
    judging: list[Cost] = field(default_factory=list[Cost])
    tables: list[TableFigure] = field(default_factory=list[TableFigure])
    idle_cpu: float = 0.0
    idle_database_cpu: float = 0.0
    idle_seconds: float = 0.0
    seconds: float = 0.0
    load: float = 0.0


async def measure(plan: Plan, before: Path | None = None) -> Results:
    """Run the whole bench; `before` is another tree of ours, measured in the same run."""
    began = time.monotonic()
    results = Results(idle_seconds=plan.idle_seconds)
    async with set_up(before) as stage:
        async with contextlib.AsyncExitStack() as stack:
            opening = (stack.enter_async_context(serving(stage, name)) for name in stage.names)
            servers = list(await asyncio.gather(*opening))
            await _compare(plan, stage, servers, results)
            await _idle(plan, stage, servers[-1], results)
        await asyncio.gather(*(_count(plan, stage, name, results) for name in stage.names[1:]))
        results.tables = await asyncio.to_thread(measure_tables, plan.tables)
        results.tables += await measure_server(stage, plan.tables)
    results.judging = await asyncio.to_thread(judging.measure, plan.judged)
    results.seconds = time.monotonic() - began
    results.load = os.getloadavg()[1]
    return results


async def _compare(plan: Plan, stage: BenchSetup, servers: list[Server], results: Results) -> None:
    needed = plan.rounds * sum(plan.turns.values()) + 2 * plan.warm_up
    talks = {server.name: Talks(server) for server in servers}
    for server in servers:
        await talks[server.name].prepare(stage, dict.fromkeys(HISTORIES, needed))
    for server in servers:
        for concurrency in (1, min(50, max(plan.turns))):
            for messages in HISTORIES:
                asked = talks[server.name].requests(messages, plan.warm_up // 2)
                await _load(stage, server, asked, concurrency)
    for number in range(plan.rounds):
        for concurrency, turns in plan.turns.items():
            for messages in HISTORIES:
                for server in _in_turn(servers, number):
                    asked = talks[server.name].requests(messages, turns)
                    sample = await _load(stage, server, asked, concurrency)
                    key = (server.name, concurrency, messages)
                    results.samples.setdefault(key, []).append(sample)


def _in_turn(servers: list[Server], number: int) -> list[Server]:
    """Let another server begin in each round."""
    first = number % len(servers)
    return servers[first:] + servers[:first]


async def _load(
    stage: BenchSetup, server: Server, asked: list[str], concurrency: int
) -> LoadSample:
    """Send requests and tell what each cost; every answer must be the right one."""
    job: Job = {"port": server.port, "concurrency": concurrency, "requests": asked}
    before = server.cpu(), stage.database_cpu(), cpu_of(stage.model)
    client = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bench.client",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    told, _ = await client.communicate(orjson.dumps(job))
    seen = cast(LoadResult, orjson.loads(told))
    await asyncio.sleep(0.2)  # what a server still does after its last byte belongs to the turn
    after = server.cpu(), stage.database_cpu(), cpu_of(stage.model)
    if seen["wrong"] > (len(asked) // 10 if server.name == "adk" else 0):
        raise RuntimeError(
            f"{server.name} answered {seen['wrong']} of {len(asked)} turns wrongly:\n"
            f"{seen['example']}"
        )
    cpu, database, model = ((b - a) * 1000 / len(asked) for a, b in zip(before, after, strict=True))
    rate = len(asked) / seen["seconds"]
    return LoadSample(seen["first_ms"], seen["whole_ms"], rate, cpu, database, model, seen["wrong"])


async def _idle(plan: Plan, stage: BenchSetup, server: Server, results: Results) -> None:
    await asyncio.sleep(2)
    before, database, began = server.cpu(), stage.database_cpu(), time.monotonic()
    await asyncio.sleep(plan.idle_seconds)
    passed = time.monotonic() - began
    results.idle_cpu = (server.cpu() - before) / passed
    results.idle_database_cpu = (stage.database_cpu() - database) / passed


async def _count(plan: Plan, stage: BenchSetup, name: str, results: Results) -> None:
    """Count round trips to the database in a phase of its own: a proxy would cost time."""
    async with CountingProxy(stage.dsns[name]) as proxy, serving(stage, name, proxy.dsn) as server:
        talks = Talks(server)
        await talks.prepare(stage, dict.fromkeys(HISTORIES, plan.counted + 5))
        for messages in HISTORIES:  # statements are prepared and connections opened on first use
            await _load(stage, server, talks.requests(messages, 5), 1)
        pause = min(5.0, plan.idle_seconds)
        before = proxy.round_trips
        await asyncio.sleep(pause)
        by_itself = (proxy.round_trips - before) / pause
        for messages in HISTORIES:
            asked = talks.requests(messages, plan.counted)
            before, began = proxy.round_trips, time.monotonic()
            await _load(stage, server, asked, 1)
            more = by_itself * (time.monotonic() - began)
            results.round_trips[name, messages] = (proxy.round_trips - before - more) / plan.counted


def machine() -> str:
    """Say what the bench ran on."""
    name = "unknown processor"
    with contextlib.suppress(OSError), open("/proc/cpuinfo") as told:
        names = [line.partition(":")[2].strip() for line in told if line.startswith("model name")]
        name = names[0] if names else name
    memory = psutil.virtual_memory().total / 2**30
    return f"{os.cpu_count()} cores ({name}), {memory:.0f} GB"

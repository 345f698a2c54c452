"""Everything the bench runs against: PostgreSQL, a model server and three servers, as processes."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from pathlib import Path

import httpx
import psutil

from store import embedded
from store.migrate import migrate
from tests.support.homes import fresh_database, fresh_home
from tests.support.workers import free_port

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True, slots=True)
class Server:
    """One of the servers that are compared."""

    name: str
    port: int
    process: psutil.Process

    def cpu(self) -> float:
        """Return the processor seconds it has used."""
        return cpu_of(self.process)


@dataclass(frozen=True, slots=True)
class BenchSetup:
    """What stands while the bench runs."""

    model_url: str
    model: psutil.Process
    home: Path
    folder: Path
    dsns: dict[str, str]
    trees: dict[str, Path]  # where each Batuta that is measured stands

    @property
    def names(self) -> tuple[str, ...]:
        """Name the servers that are measured, the one that matters last."""
        return ("raw", "adk", *self.trees)

    def database_cpu(self) -> float:
        """Return the processor seconds of PostgreSQL, those of ended backends included."""
        pid = embedded.status(self.home).pid
        assert pid
        main = psutil.Process(pid)
        spent = main.cpu_times()
        own = spent.user + spent.system + spent.children_user + spent.children_system
        return own + sum(cpu_of(child) for child in main.children())


def cpu_of(process: psutil.Process) -> float:
    """Return a process's user and system seconds; none of one that has just ended."""
    with contextlib.suppress(psutil.NoSuchProcess):
        spent = process.cpu_times()
        return spent.user + spent.system
    return 0.0


@contextlib.asynccontextmanager
async def set_up(before: Path | None = None) -> AsyncGenerator[BenchSetup]:
    """Start PostgreSQL with a database each for ours and ADK's, and the model server."""
    trees = ({"before": before} if before else {}) | {"batuta": ROOT}
    with fresh_home() as home, tempfile.TemporaryDirectory() as folder:
        dsns = {name: fresh_database(home, f"bench_{name}") for name in ("adk", *trees)}
        await migrate(dsns["batuta"])
        command = [
            sys.executable,
            "-m",
            "tests.support.model_server",
            "--port",
            "0",
            "--keep",
            "10",
        ]
        async with _running(command, {}, Path(folder) / "model.log", wait=True) as (process, said):
            yield BenchSetup(said, process, home, Path(folder), dsns, trees)


@contextlib.asynccontextmanager
async def serving(
    stage: BenchSetup, name: str, dsn: str | None = None, *, more: Mapping[str, str] | None = None
) -> AsyncGenerator[Server]:
    """Run one of the servers until the block ends, with more variables than the others."""
    port = free_port()
    env = {
        "ANTHROPIC_API_KEY": "test",
        "ANTHROPIC_BASE_URL": stage.model_url,
        "DATABASE_URL": dsn or stage.dsns.get(name, ""),
        "BENCH_FOLDER": str(stage.folder),
        "BATUTA_RATE_PER_MINUTE": "0",
        "BATUTA_MAX_OPEN_TURNS": "0",
        "BATUTA_MAX_SESSIONS": "0",
        "BATUTA_MAX_STREAMS_PER_PERSON": "0",
        "PORT": str(port),
        **(more or {}),
    }
    command = [sys.executable, "-m", "bench.rivals", name, str(port)]
    path = "/openapi.json" if name == "raw" else "/list-apps"
    tree = stage.trees.get(name)
    if tree:
        command, path = [_python(tree), "-m", "cli.main", "serve"], "/readyz"
    log = stage.folder / f"{name}.log"
    async with _running(command, env, log, cwd=tree or ROOT) as (process, _):
        await _ready(f"http://127.0.0.1:{port}{path}", process, stage.folder / f"{name}.log")
        yield Server(name, port, process)


def _python(tree: Path) -> str:
    """Return the Python of a tree that was set up, else the one that measures."""
    own = tree / ".venv" / "bin" / "python"
    return str(own) if own.exists() else sys.executable


@contextlib.asynccontextmanager
async def _running(
    command: list[str], env: dict[str, str], log: Path, *, wait: bool = False, cwd: Path = ROOT
) -> AsyncGenerator[tuple[psutil.Process, str]]:
    """Run a program; with `wait` until it has said its first line, which is returned."""
    inherited = {
        k: v
        for k, v in os.environ.items()
        if not k.startswith(("BATUTA_", "ANTHROPIC_", "GOOGLE_"))
    }
    with log.open("ab") as told:
        process = subprocess.Popen(  # noqa: ASYNC220  # forking takes a millisecond
            command,
            cwd=cwd,
            env=inherited | env,
            stdout=subprocess.PIPE if wait else told,
            stderr=told,
            stdin=subprocess.DEVNULL,
        )
    try:
        said = process.stdout.readline().decode().strip() if process.stdout else ""
        yield psutil.Process(process.pid), said
    finally:
        process.terminate()
        try:
            await asyncio.to_thread(process.wait, 20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()


async def _ready(url: str, process: psutil.Process, log: Path) -> None:
    async with httpx.AsyncClient() as http:
        while True:
            if not process.is_running() or process.status() == psutil.STATUS_ZOMBIE:
                raise RuntimeError(f"a server ended at its start:\n{_tail(log)}")
            with contextlib.suppress(httpx.HTTPError):
                if (await http.get(url, timeout=5)).status_code == 200:
                    return
            await asyncio.sleep(0.05)


def _tail(log: Path) -> str:
    return log.read_text()[-3000:]

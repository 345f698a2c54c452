"""Real worker processes for tests: started like an operator does, killed like the kernel does."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import httpx

from tests.support.server_process import ServerProcess, start_server

ROOT = Path(__file__).parent.parent.parent
PROJECT = ROOT / "tests" / "data" / "project"


def free_port() -> int:
    """Find a port that nobody uses right now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@dataclass
class Worker:
    """One `batuta serve` of its own."""

    dsn: str
    env: dict[str, str]
    log: Path
    port: int = field(default_factory=free_port)
    process: ServerProcess | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Worker:
        """Start it without waiting."""
        env = {
            k: v
            for k, v in os.environ.items()
            if not k.startswith(("BATUTA_", "ANTHROPIC_", "GOOGLE_"))
        }
        env |= {"DATABASE_URL": self.dsn, "HOST": "127.0.0.1", "PORT": str(self.port)} | self.env
        self.process = start_server(env, self.env, self.log)
        return self

    async def ready(self) -> Worker:
        """Wait until it takes messages."""
        async with httpx.AsyncClient() as http:
            for _ in range(1200):
                assert self.process
                if self.process.poll() is not None:
                    raise AssertionError(f"worker ended early:\n{self.log.read_text()[-3000:]}")
                try:
                    if (await http.get(f"{self.url}/readyz")).status_code == 200:
                        return self
                except httpx.HTTPError:
                    pass
                await asyncio.sleep(0.05)
        raise AssertionError(f"worker never became ready:\n{self.log.read_text()[-3000:]}")

    def signal(self, number: int) -> None:
        """Send it a signal."""
        assert self.process
        self.process.send_signal(number)

    def kill(self) -> None:
        """Kill it as the kernel would, and see it dead."""
        assert self.process
        self.process.kill()
        self.process.wait(10)

    def end(self) -> None:
        """Clean up, whatever state it is in."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(10)


class SharedWorkers:
    """Workers of a folder's tests, by their settings: who asks for the same gets the same."""

    def __init__(self, new_database: Callable[[], str], logs: Path) -> None:
        self._new_database = new_database
        self._logs = logs
        self._folder: Path | None = None
        self._dsn = ""
        self._started: dict[tuple[object, ...], Worker] = {}
        self._count = 0

    def database(self, folder: Path) -> str:
        """Return the database of a folder; the workers of the folder before are ended."""
        if folder != self._folder:
            self.end()
            self._folder, self._dsn = folder, self._new_database()
        return self._dsn

    async def find(self, env: dict[str, str], number: int = 0) -> Worker:
        """Return the worker of these settings; further ones of the same have a number."""
        key = (number, *sorted(env.items()))
        if key not in self._started:
            self._count += 1
            log = self._logs / f"{self._count}.log"
            self._started[key] = Worker(self._dsn, env, log).start()
        return await self._started[key].ready()

    def end(self) -> None:
        """End them all."""
        for worker in self._started.values():
            worker.end()
        self._started.clear()


def lines(path: Path) -> list[str]:
    """Read what a probe tool has noted."""
    return path.read_text().splitlines() if path.exists() else []


async def until(holds: object, what: str, seconds: float = 40) -> None:
    """Wait for something that has no event to wait for; fails loudly instead of hanging."""
    assert callable(holds)
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            raise AssertionError(f"never happened: {what}")
        await asyncio.sleep(0.02)


@cache
def shares_worker(file: str) -> bool:
    """Tell whether the tests of a file use a worker and a database that others use too."""
    return "pytest.mark.shared_worker" in (ROOT / file).read_text(encoding="utf-8")


def group_of(nodeid: str) -> str:
    """Name what one process runs in one go: a file, or a folder whose files share a worker."""
    file = nodeid.partition("::")[0]
    return file.rpartition("/")[0] if shares_worker(file) else file

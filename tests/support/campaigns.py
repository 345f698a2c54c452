"""Long campaigns: what they have counted, and how long those take that may go on for ever."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator

import psutil

from tests.support.chatting import Chat
from tests.support.workers import Worker

GROWTH_MB = 200  # what a worker may hold more after thousands of odd requests than before


class Tally:
    """What one campaign has counted, told in one line at the end of the run."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.counts: Counter[str] = Counter()

    def count(self, what: str, number: int = 1) -> None:
        self.counts[what] += number

    def __str__(self) -> str:
        return f"{self.title}: " + ", ".join(f"{n} {what}" for what, n in self.counts.items())


def spent(seconds: float) -> Iterator[int]:
    """Count rounds until the time is over; there is always one."""
    until = time.monotonic() + seconds
    round_ = 0
    while round_ == 0 or time.monotonic() < until:
        yield round_
        round_ += 1


def memory_mb(worker: Worker) -> float:
    """Tell how much memory a worker holds."""
    assert worker.process
    return psutil.Process(worker.process.pid).memory_info().rss / 2**20


class Unshaken:
    """Looks at a worker before and after a campaign: alive, no failure in its log, no growth."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._logged = worker.log.stat().st_size if worker.log.exists() else 0
        self._memory = memory_mb(worker)

    async def check(self, chat: Chat) -> float:
        """Find the worker as it was; return by how many MB it grew."""
        assert (await chat.get("/healthz")).status_code == 200
        assert (await chat.get("/readyz")).status_code == 200
        with self._worker.log.open("rb") as log:
            log.seek(self._logged)
            said = log.read().decode(errors="replace")
        at = min(
            (i for i in map(said.find, ("failed unexpectedly", "Traceback")) if i >= 0), default=-1
        )
        assert at < 0, said[max(0, at - 500) : at + 3000]
        grown = memory_mb(self._worker) - self._memory
        assert grown < GROWTH_MB, f"the worker holds {grown:.0f} MB more than before"
        return grown

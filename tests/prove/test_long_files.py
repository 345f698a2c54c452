"""Files at the limits: two million rows and fifty megabytes, in bounded memory and time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.campaigns import Tally
from tests.support.chatting import Chat
from tests.support.uploads import new_session, send
from tests.support.workers import Worker

pytestmark = [pytest.mark.anyio, pytest.mark.prove]
ROWS = 2_000_000
LONGEST = 110  # seconds; what reading one may take at all is 120
HEAVIEST = 420  # MB that the server's own process may grow by


def long_table() -> bytes:
    """Make two million rows in forty-odd megabytes, in Brazilian form."""
    lines = [
        f"{n % 28 + 1:02d}/{n % 12 + 1:02d}/25;{n % 97},{n % 10};{'abc'[n % 3]}x"
        for n in range(ROWS)
    ]
    return ("d;v;t\n" + "\n".join(lines)).encode()


def memory_mb(pid: int) -> float:
    """Return what a process holds."""
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


async def test_two_million_rows_are_read_in_bounded_memory_and_time(
    worker: Worker, chat: Chat, tally: Callable[[str], Tally]
) -> None:
    counted = tally("long files")
    data = await asyncio.to_thread(long_table)
    assert len(data) < 50 << 20
    where = await new_session(chat)
    assert worker.process
    pid = worker.process.pid
    before, most = memory_mb(pid), 0.0
    begun = asyncio.get_running_loop().time()
    sending = asyncio.create_task(send(chat, where, "long.csv", data))
    while not sending.done():
        most = max(most, memory_mb(pid))
        assert (await chat.get("/healthz")).status_code == 200
        await asyncio.wait([sending], timeout=0.25)
    took = asyncio.get_running_loop().time() - begun
    made = sending.result().json()
    assert made["dataset"]["rows"] == ROWS, made
    counted.count("megabytes sent", len(data) >> 20)
    counted.count("seconds", round(took))
    counted.count("megabytes that the server grew by", round(most - before))
    assert took < LONGEST
    assert most - before < HEAVIEST
    first = (await chat.get(f"/files/{made['dataset']['id']}?offset={ROWS - 1}")).json()
    assert len(first["preview"]["rows"]) == 1
    assert [column["kind"] for column in first["profile"]] == ["date", "decimal", "text"]

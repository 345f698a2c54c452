"""A worker that dies while it reads a file leaves nothing of it; the file can be sent again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import asyncpg
import httpx
import pytest

from tests.support.chance import code
from tests.support.chatting import Chat
from tests.support.isolation import Make
from tests.support.uploads import new_session, send, told
from tests.support.workers import Worker

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("after", [0.3, 1.2])
async def test_a_worker_killed_in_an_upload_leaves_nothing(
    launch: Callable[..., Awaitable[Worker]], person: Make, pool: asyncpg.Pool, after: float
) -> None:
    data = b"n;v\n" + b"".join(b"%d;%d,5\n" % (n, n % 97) for n in range(150_000))
    token, key, worker = await person(), code(), await launch()
    async with Chat(worker.url, token) as chat:
        where = await new_session(chat)
        sending = asyncio.create_task(send(chat, where, "a.csv", data, idempotency_key=key))
        await asyncio.wait([sending], timeout=after)
        worker.kill()
        (answer,) = await asyncio.gather(sending, return_exceptions=True)
    kept = (
        "select count(*) from batuta.datasets where session_id = $1::uuid and {0} exists ("
        "select from batuta.dataset_pieces p where p.dataset_id = id)"
    )
    assert await pool.fetchval(kept.format("not"), where) == 0  # whole, or not at all
    if isinstance(answer, httpx.Response):
        assert await pool.fetchval(kept.format(""), where) == 1
    other = await launch()
    async with Chat(other.url, token) as chat:
        again = await send(chat, where, "a.csv", data, idempotency_key=key)
        assert (again.status_code, again.json()["dataset"]["rows"]) == (201, 150_000)
        assert [b["name"] for b in await told(chat, where)] == ["a.csv"]
        assert len((await chat.get(f"/sessions/{where}/files")).json()["datasets"]) == 1

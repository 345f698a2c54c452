"""One request in, one answer out: nothing is hidden in another's body, head, chunk or address."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator

import pytest

from tests.support.campaigns import Tally, Unshaken
from tests.support.chatting import Chat
from tests.support.isolation import Make
from tests.support.raw_http import connected
from tests.support.smuggling import Attempt, attempts
from tests.support.workers import Worker

pytestmark = [pytest.mark.anyio, pytest.mark.prove]
AT_ONCE = 6
SILENCE = 1.5  # seconds without a byte after which nothing more is expected of a server
_ANSWER = re.compile(rb"^HTTP/1\.[01] (\d{3}) ", re.M)


@pytest.fixture(scope="module")
async def worker(launch: Callable[..., Awaitable[Worker]]) -> Worker:
    """A worker that soon gives up on the rest of a body."""
    return await launch(BATUTA_SLOW_READER_SECONDS="0.5")


async def test_a_hidden_request_is_never_answered(
    worker: Worker, person: Make, tally: Callable[[str], Tally]
) -> None:
    """At most one answer for each request that was really sent; the server goes on."""
    counted = tally("smuggling")
    async with Chat(worker.url, await person()) as chat:
        email = (await chat.get("/me")).json()["email"].encode()
        still = Unshaken(worker)
        waiting = iter(attempts(chat.token))
        await asyncio.gather(*(_try_some(worker, waiting, email, counted) for _ in range(AT_ONCE)))
        await still.check(chat)
    assert counted.counts["attempts"] >= 60


async def _try_some(
    worker: Worker, waiting: Iterator[Attempt], email: bytes, counted: Tally
) -> None:
    for attempt in waiting:
        for pieces in (1, 3):
            received = await _send(worker, attempt.sent, pieces)
            what = (attempt.name, pieces, received[:2000])
            statuses = [int(s) for s in _ANSWER.findall(received)]
            final = [s for s in statuses if s >= 200]
            assert len(final) <= attempt.most, what
            assert not [s for s in final if s >= 500 and s not in (501, 505)], what
            assert email not in received, what
            assert 101 not in statuses, what
            counted.count("sent")
            counted.count("answers", len(final))
        counted.count("attempts")


async def _send(worker: Worker, sent: bytes, pieces: int) -> bytes:
    """Send it in so many pieces, and read until the server has nothing more to say."""
    received = b""
    async with connected(worker) as (reader, writer):
        size = -(-len(sent) // pieces)
        for at in range(0, len(sent), size):
            writer.write(sent[at : at + size])
            try:
                await writer.drain()
            except ConnectionError:
                break
            await asyncio.sleep(0.01 if pieces > 1 else 0)
        try:
            while data := await asyncio.wait_for(reader.read(65536), SILENCE):
                received += data
        except (TimeoutError, ConnectionError):
            pass
    return received

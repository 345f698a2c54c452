"""One worker that gets more than it takes: what is refused, what waits, and that all of it ends."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

import httpx
import pytest

from tests.support.chatting import Chat, text_of
from tests.support.model_server import ModelServer
from tests.support.workers import Worker

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def worker_env(worker_env: dict[str, str]) -> dict[str, str]:
    """Two turns at a time, and six open ones a person."""
    return worker_env | {
        "BATUTA_MAX_TURNS": "2",
        "BATUTA_MAX_OPEN_TURNS": "6",
        "BATUTA_LEASE_SECONDS": "30",
    }


async def test_one_person_has_only_so_many_open_turns(
    worker: Worker, models: ModelServer, person: Callable[..., Awaitable[str]], tag: str
) -> None:
    """The worker allows six."""
    async with Chat(worker.url, await person()) as chat:
        turns = [await chat.begin(f"gate {tag} say 1 word {tag}") for _ in range(6)]
        answer = await chat.post("/chat", chat.body("one more"))
        assert (answer.status_code, answer.json()["code"]) == (429, "rate_limited")
        assert "retry-after" in answer.headers
        models.open(tag)
        for turn in turns:
            await chat.follow(turn)
        assert text_of(await chat.say("echo again")) == "again"


async def test_more_turns_than_a_worker_takes_go_to_the_queue(
    worker: Worker, models: ModelServer, person: Callable[..., Awaitable[str]], tag: str
) -> None:
    """The worker keeps two of twelve that come at once; all of them end right."""
    before = await overflowed(worker)
    async with AsyncExitStack() as stack:
        chats = [
            await stack.enter_async_context(Chat(worker.url, await person())) for _ in range(12)
        ]
        turns = await asyncio.gather(
            *(chat.begin(f"gate {tag} echo {n} {tag}") for n, chat in enumerate(chats))
        )
        assert await overflowed(worker) - before == 10
        models.open(tag)
        ended = [await chat.follow(turn) for chat, turn in zip(chats, turns, strict=True)]
    assert [text_of(events) for events in ended] == [f"{n} {tag}" for n in range(12)]


async def overflowed(worker: Worker) -> float:
    """How many turns a worker has passed on so far."""
    async with httpx.AsyncClient() as http:
        told = (await http.get(f"{worker.url}/metrics")).text
    name = "batuta_turns_overflowed_total "
    return sum(float(x.removeprefix(name)) for x in told.splitlines() if x.startswith(name))

"""Who is shut out while something runs: their turns end, and nothing is read any more."""

from __future__ import annotations

import asyncio
import sys
import time
from asyncio.subprocess import PIPE
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import asyncpg
import httpx
import pytest

from server.identity import accounts
from store import tokens
from tests.support.chance import an_email
from tests.support.chatting import Chat, Json, check_whole, events_of, every, types
from tests.support.model_server import ModelServer, call, reply
from tests.support.workers import ROOT, Worker, lines, until

pytestmark = pytest.mark.anyio

Launch = Callable[..., Awaitable[Worker]]
Make = Callable[..., Awaitable[str]]
SECONDS = 5.0


@pytest.fixture(scope="module")
async def second(launch: Launch) -> Worker:
    """Another worker of the same database."""
    return await launch()


@pytest.fixture
async def mail() -> str:
    return an_email()


@pytest.fixture
async def ana(worker: Worker, person: Make, mail: str) -> AsyncGenerator[Chat]:
    """Somebody who will be shut out."""
    async with Chat(worker.url, await person(email=mail), "hers") as chat:
        yield chat


async def disable(pool: asyncpg.Pool, mail: str) -> None:
    async with pool.acquire() as db:
        await accounts.set_disabled(db, await accounts.account_by_email(db, mail), True)


async def by_command(worker: Worker, mail: str) -> None:
    command = [sys.executable, "-m", "cli.main", "user", "disable", mail]
    env = {"DATABASE_URL": worker.dsn, "PATH": "/usr/bin:/bin"}
    run = await asyncio.create_subprocess_exec(*command, cwd=ROOT, env=env, stdout=PIPE)
    await run.communicate()
    assert run.returncode == 0


async def kept(pool: asyncpg.Pool, turn: str, kind: str) -> None:
    """Wait until an event of a kind is kept of a turn."""
    for _ in range(1200):
        if kind in await stored(pool, turn):
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"{turn} never had {kind}")


async def stored(pool: asyncpg.Pool, turn: str) -> list[str]:
    """The types of a turn's events, as they are kept."""
    rows = await pool.fetch(
        "select type from batuta.turn_events where turn_id = $1::uuid order by seq", turn
    )
    return [r[0] for r in rows]


async def read(answer: httpx.Response) -> list[Json]:
    return [event async for event in events_of(answer)]


@pytest.mark.parametrize("way", ["api", "command"])
async def test_the_turn_of_somebody_disabled_ends_on_any_worker(
    worker: Worker, second: Worker, ana: Chat, mail: str, models: ModelServer,
    pool: asyncpg.Pool, tag: str, way: str,
) -> None:  # fmt: skip
    """With one `done`, which those who follow still read; what waits in line ends as well."""
    models.script(reply("one ", "two", match=tag, gate=tag, after=1))
    async with AsyncExitStack() as stack:
        here = await stack.enter_async_context(ana.open(tag))
        turn = here.headers["x-turn-id"]
        waiting = await ana.begin(f"echo later {tag}")
        path = f"{second.url}/chat/{turn}/events"
        there = await stack.enter_async_context(ana.http.stream("GET", path, headers=ana.auth))
        reading = [asyncio.ensure_future(read(answer)) for answer in (here, there)]
        await until(lambda: models.count(tag) == 1, "the model is asked")
        if way == "api":
            await disable(pool, mail)
        else:
            await by_command(worker, mail)
        begun = time.monotonic()
        for events in await asyncio.gather(*reading):
            check_whole(events)
            assert events[-1]["status"] == "cancelled"
        assert time.monotonic() - begun < SECONDS
    models.open(tag)
    for each in (turn, waiting):
        await kept(pool, each, "done")
        assert (await stored(pool, each)).count("done") == 1
    assert "text" not in await stored(pool, waiting)
    assert (await ana.get("/me")).status_code in (200, 401)  # known for five seconds
    assert models.count(tag) == 1


async def test_a_tool_does_nothing_more_for_somebody_disabled(
    ana: Chat, mail: str, models: ModelServer, pool: asyncpg.Pool, probe_folder: Path, tag: str
) -> None:
    """What ran is broken off, what would have come is not begun."""
    models.script(
        call("look", {"name": f"held{tag}"}, match=tag),
        call("pay", {"name": tag}, match=tag),
        reply("done", match=tag),
    )
    async with ana.open(tag) as answer:
        reading = asyncio.ensure_future(read(answer))
        await until(lambda: lines(probe_folder / f"look-held{tag}"), "the tool runs")
        await disable(pool, mail)
        events = await asyncio.wait_for(reading, SECONDS)
    check_whole(events)
    assert [e["status"] for e in every(events, "tool_end")] == ["cancelled"]
    assert "text" not in types(events)
    (probe_folder / f"open-held{tag}").touch()
    assert lines(probe_folder / f"pay-{tag}") == []
    assert models.count(tag) == 1


async def test_who_signs_out_everywhere_ends_their_streams_and_not_their_turns(
    second: Worker, ana: Chat, models: ModelServer, pool: asyncpg.Pool, person: Make, tag: str
) -> None:
    """On both workers; another person's stream, and one opened since, go on."""
    models.script(reply("one ", "two", match=tag, gate=tag, after=1))
    async with AsyncExitStack() as stack:
        here = await stack.enter_async_context(ana.open(tag))
        turn = here.headers["x-turn-id"]
        path = f"{second.url}/chat/{turn}/events"
        there = await stack.enter_async_context(ana.http.stream("GET", path, headers=ana.auth))
        reading = [asyncio.ensure_future(read(answer)) for answer in (here, there)]
        await until(lambda: models.count(tag) == 1, "the model is asked")
        user = (await ana.get("/me")).json()["id"]
        begun = time.monotonic()
        async with pool.acquire() as db:
            await tokens.end_all(db, user)
        for events in await asyncio.gather(*reading):
            assert "done" not in types(events)
        assert time.monotonic() - begun < SECONDS
    models.open(tag)
    await kept(pool, turn, "done")
    ended = await pool.fetchval("select status from batuta.turns where id = $1::uuid", turn)
    assert ended == "finished"


# --- how many streams


async def test_the_oldest_stream_of_a_person_makes_room_for_the_newest(
    launch: Launch, person: Make, models: ModelServer, tag: str
) -> None:
    """A page loaded again and again is never locked out, and costs nobody else a stream."""
    models.script(*(reply("one ", "two", match=tag, gate=tag, after=1) for _ in range(2)))
    worker = await launch(BATUTA_MAX_STREAMS_PER_PERSON="3")
    async with AsyncExitStack() as stack:
        chat, other = [
            await stack.enter_async_context(Chat(worker.url, await person())) for _ in range(2)
        ]
        theirs = await stack.enter_async_context(other.open(tag))
        turn = await chat.begin(tag)
        path = f"{worker.url}/chat/{turn}/events"
        streams: list[asyncio.Future[list[Json]]] = []
        for _ in range(8):
            answer = await stack.enter_async_context(
                chat.http.stream("GET", path, headers=chat.auth)
            )
            assert answer.status_code == 200
            streams.append(asyncio.ensure_future(read(answer)))
        cut = await asyncio.wait_for(asyncio.gather(*streams[:5]), 30)
        assert all("done" not in types(events) for events in cut)
        assert not any(s.done() for s in streams[5:])
        models.open(tag)
        for events in [*await asyncio.gather(*streams[5:]), await read(theirs)]:
            check_whole(events)
        check_whole(await chat.follow(turn))
    worker.end()


async def test_a_worker_that_sends_as_much_as_it_may_takes_no_more(
    launch: Launch, person: Make, models: ModelServer, tag: str
) -> None:
    """The message is refused before it is kept: it may be sent again, here or elsewhere."""
    models.script(*(reply("one ", "two", match=tag, gate=tag, after=1) for _ in range(2)))
    worker = await launch(BATUTA_MAX_STREAMS="2")
    async with AsyncExitStack() as stack:
        chats = [
            await stack.enter_async_context(Chat(worker.url, await person(), "one"))
            for _ in range(3)
        ]
        held = [await stack.enter_async_context(chat.open(tag)) for chat in chats[:2]]
        answer = await chats[2].post("/chat", chats[2].body("echo hi"))
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        assert answer.headers["retry-after"] == "1"
        assert (await chats[2].get("/sessions")).json()["sessions"] == []
        models.open(tag)
        for stream in held:
            check_whole(await read(stream))
        check_whole(await chats[2].say("echo hi"))
    worker.end()


async def test_whose_session_it_is_not_has_no_stream(
    worker: Worker, ana: Chat, person: Make, tag: str
) -> None:
    """404, like any other thing of another person's; 204 is for one's own that is quiet."""
    await ana.say(f"echo {tag}", session_id="quiet")
    assert (await ana.get("/sessions/quiet/stream")).status_code == 204
    listed = (await ana.get("/sessions")).json()["sessions"]
    async with Chat(worker.url, await person()) as other:
        for foreign in (listed[0]["id"], "quiet", tag, "00000000-0000-4000-8000-000000000000"):
            assert (await other.get(f"/sessions/{foreign}/stream")).status_code == 404

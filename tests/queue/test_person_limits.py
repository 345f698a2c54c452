"""What one person may have and do: limits that deleting things does not lift."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import asyncpg
import pytest

from tests.support.chance import an_id
from tests.support.chatting import Chat, text_of
from tests.support.model_server import ModelServer
from tests.support.raw_http import is_problem
from tests.support.workers import Worker

pytestmark = pytest.mark.anyio

Launch = Callable[..., Awaitable[Worker]]
Make = Callable[..., Awaitable[str]]


@pytest.fixture(scope="module")
async def strict(launch: Launch) -> Worker:
    """A worker with small limits."""
    return await launch(
        BATUTA_RATE_PER_MINUTE="3",
        BATUTA_MAX_OPEN_TURNS="2",
        BATUTA_MAX_SESSIONS="4",
        BATUTA_LEASE_SECONDS="30",
    )


@pytest.fixture(scope="module")
async def other(launch: Launch) -> Worker:
    """Another worker of the same database, with the same limits."""
    return await launch(
        BATUTA_RATE_PER_MINUTE="3",
        BATUTA_MAX_OPEN_TURNS="2",
        BATUTA_MAX_SESSIONS="4",
        BATUTA_LEASE_SECONDS="30",
    )


async def me(chat: Chat) -> str:
    """The id of a person."""
    return (await chat.get("/me")).json()["id"]


async def pass_a_minute(pool: asyncpg.Pool, user: str) -> None:
    """Make what a person did a minute older."""
    await pool.execute(
        "update batuta.recent_uses set at = at - interval '61 seconds' where user_id = $1::uuid",
        user,
    )


async def test_a_deleted_conversation_is_counted_on(
    strict: Worker, other: Worker, person: Make, pool: asyncpg.Pool
) -> None:
    """At any worker, whoever deletes it: its owner, the retention, a hand in the database."""
    token = await person()
    async with Chat(strict.url, token) as here, Chat(other.url, token) as there:
        for chat, way in ((here, "api"), (there, "api"), (here, "sql")):
            name = f"s{an_id()}"
            await chat.say("echo hi", session_id=name)
            if way == "api":
                assert (await chat.delete(f"/sessions/{name}")).status_code == 204
            else:
                await pool.execute(
                    "delete from batuta.sessions where user_id = $1::uuid", await me(chat)
                )
        for chat in (here, there):
            answer = await chat.post("/chat", {"message": "echo hi"})
            is_problem(answer, 429, "rate_limited")
            assert 0 < int(answer.headers["retry-after"]) <= 60
        await pass_a_minute(pool, await me(here))
        assert text_of(await there.say("echo again", session_id="new")) == "again"


async def test_refused_messages_and_keys_sent_again_count_nothing(
    strict: Worker, person: Make
) -> None:
    async with Chat(strict.url, await person()) as chat:
        key = {"idempotency-key": "once"}
        first = await chat.say("echo hi", key, session_id="a")
        for _ in range(5):
            assert await chat.say("echo hi", key, session_id="a") == first
            is_problem(await chat.post("/chat", {"message": ""}), 422)
        for _ in range(2):
            await chat.say("echo hi", session_id="a")
        is_problem(await chat.post("/chat", {"message": "hi"}), 429, "rate_limited")


async def test_many_at_once_are_counted_one_by_one(
    strict: Worker, other: Worker, person: Make
) -> None:
    token = await person()
    async with Chat(strict.url, token) as here, Chat(other.url, token) as there:
        sent = [
            chat.post("/chat", {"message": "echo hi", "session_id": "one"})
            for chat in (here, there) * 10
        ]
        statuses = [a.status_code for a in await asyncio.gather(*sent)]
    assert sorted(set(statuses)) == [200, 429]
    assert 1 <= statuses.count(200) <= 3


async def test_what_was_done_leaves_no_rows_behind_for_long(
    strict: Worker, person: Make, pool: asyncpg.Pool
) -> None:
    async with Chat(strict.url, await person()) as chat:
        user = await me(chat)
        for _ in range(3):
            await chat.say("echo hi", session_id="a")
            await pass_a_minute(pool, user)
        rows = "select count(*) from batuta.recent_uses where user_id = $1::uuid"
        assert await pool.fetchval(rows, user) == 1


async def test_a_clock_that_was_put_back_locks_nobody_out(
    strict: Worker, person: Make, pool: asyncpg.Pool
) -> None:
    async with Chat(strict.url, await person()) as chat:
        await pool.execute(
            "insert into batuta.recent_uses (user_id, kind, at)"
            " select $1::uuid, 'message', now() + interval '1 hour' from generate_series(1, 9)",
            await me(chat),
        )
        assert text_of(await chat.say("echo hi")) == "hi"


async def test_a_turn_that_is_deleted_while_it_runs_stays_open_for_a_while(
    strict: Worker, other: Worker, person: Make, models: ModelServer, pool: asyncpg.Pool, tag: str
) -> None:
    """Deleting what runs is no way to run more; after some seconds its worker has noticed."""
    token = await person()
    async with Chat(strict.url, token) as here, Chat(other.url, token) as there:
        await here.begin(f"gate {tag} say 1 word {tag}", session_id="a")
        await here.begin(f"gate {tag} say 1 word {tag}", session_id="b")
        for name in ("a", "b"):
            assert (await there.delete(f"/sessions/{name}")).status_code == 204
        answer = await there.post("/chat", there.body("one more"))
        is_problem(answer, 429, "rate_limited")
        await pool.execute(
            "update batuta.recent_uses set at = at - interval '11 seconds'"
            " where user_id = $1::uuid and kind = 'dropped_turn'",
            await me(here),
        )
        assert text_of(await there.say("echo again")) == "again"
    models.open(tag)


async def test_a_person_has_so_many_conversations(
    strict: Worker, person: Make, pool: asyncpg.Pool
) -> None:
    """However they begin; the refusal names what helps, and that helps at once."""
    async with Chat(strict.url, await person()) as chat:
        user = await me(chat)
        for n in range(2):
            assert (await chat.post("/sessions", {"id": f"made{n}"})).status_code == 201
            await chat.say("echo hi", session_id=f"said{n}")
        await pass_a_minute(pool, user)
        for answer in (
            await chat.post("/sessions", {"id": "five"}),
            await chat.post("/chat", {"message": "hi", "session_id": "five"}),
            await chat.post("/chat", {"message": "hi"}),
        ):
            problem = is_problem(answer, 409, "limit_reached")
            assert "DELETE /sessions/" in problem["detail"]
            assert not problem["retryable"]
        is_problem(await chat.get("/sessions/five"), 404)
        assert text_of(await chat.say("echo on", session_id="said0")) == "on"
        is_problem(await chat.post("/sessions", {"id": "made0"}), 422)
        assert (await chat.delete("/sessions/made1")).status_code == 204
        assert text_of(await chat.say("echo five", session_id="five")) == "five"


async def test_many_conversations_begun_at_once_keep_the_limit(
    strict: Worker, other: Worker, person: Make, pool: asyncpg.Pool
) -> None:
    token = await person()
    async with Chat(strict.url, token) as here, Chat(other.url, token) as there:
        for _ in range(3):
            await asyncio.gather(*(c.post("/sessions") for c in (here, there) * 5))
            await pass_a_minute(pool, await me(here))
        listed = (await here.get("/sessions")).json()["sessions"]
    assert len(listed) == 4


async def test_conversations_made_and_deleted_have_a_rate(
    strict: Worker, person: Make, pool: asyncpg.Pool
) -> None:
    async with Chat(strict.url, await person()) as chat:
        for n in range(3):
            assert (await chat.post("/sessions", {"id": f"s{n}"})).status_code == 201
            assert (await chat.delete(f"/sessions/s{n}")).status_code == 204
        answer = await chat.post("/sessions")
        is_problem(answer, 429, "rate_limited")
        assert 0 < int(answer.headers["retry-after"]) <= 60
        await pass_a_minute(pool, await me(chat))
        assert (await chat.post("/sessions")).status_code == 201

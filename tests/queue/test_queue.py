"""Many messages at once: one at a time in a session, in order, within limits, on any worker."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncpg
import httpx
import pytest

from tests.support.chatting import Chat, Json, check_whole, events_of, every, only, text_of, types
from tests.support.model_server import ModelServer, call, fail, reply
from tests.support.seen import alternates, request, transcript
from tests.support.workers import Worker

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]


def span(events: list[Json]) -> tuple[str, str]:
    """When a turn began to run, and when it ended."""
    return only(events, "turn_start")["at"], only(events, "done")["at"]


async def test_two_messages_at_once_are_answered_one_after_the_other(
    talk: Chat, models: ModelServer, tag: str
) -> None:
    models.script(reply("one ", "one", match=f"a {tag}", gate=tag, after=1))
    first = asyncio.create_task(talk.say(f"a {tag}"))
    await models.until(lambda: models.count(f"a {tag}") == 1)
    async with talk.open(f"echo b {tag}") as answer:
        reader = events_of(answer)
        queued = await anext(reader)
        assert (queued["type"], queued["position"], queued["seq"]) == ("queued", 1, 1)
        assert models.count(f"b {tag}") == 0
        models.open(tag)
        events = [queued, *[e async for e in reader]]
    check_whole(events)
    assert span(await first)[1] <= span(events)[0]
    assert text_of(events) == f"b {tag}"
    assert transcript(request(models, f"b {tag}"))[:2] == [f"user: a {tag}", "assistant: one one"]


async def test_many_messages_at_once_never_interleave(
    talk: Chat, second: Worker, models: ModelServer, tag: str
) -> None:
    """Eight at once, at two workers: each sees the whole of all that came before it."""
    async with Chat(second.url, talk.token, talk.session) as there:
        turns = await asyncio.gather(
            *((talk if n % 2 else there).say(f"slow 5 echo m{n} {tag}") for n in range(8))
        )
    spans = sorted(span(events) for events in turns)
    assert all(a[1] <= b[0] for a, b in itertools.pairwise(spans))
    asked = sorted((r for r in models.requests if tag in r.text), key=lambda r: r.index)
    for number, received in enumerate(asked):
        assert len(received.body["messages"]) == 2 * number + 1
        assert alternates(received)
    stored = (await talk.get(f"/sessions/{talk.session}")).json()["messages"]
    assert [m["role"] for m in stored] == ["user", "assistant"] * 8
    assert [m["no"] for m in stored] == list(range(1, 17))


async def test_the_order_of_arrival_is_kept_over_workers(
    talk: Chat, second: Worker, models: ModelServer, tag: str
) -> None:
    models.script(reply("first", match=f"first {tag}", gate=tag))
    turns = [await talk.begin(f"first {tag}")]
    async with Chat(second.url, talk.token, talk.session) as there:
        turns += [await (talk, there)[n % 2].begin(f"echo n{n} {tag}") for n in range(5)]
    models.open(tag)
    ended = [await talk.follow(turn) for turn in turns]
    assert [e["position"] for events in ended for e in every(events, "queued")] == [1, 2, 3, 4, 5]
    spans = [span(events) for events in ended]
    assert spans == sorted(spans)
    assert [text_of(events) for events in ended[1:]] == [f"n{n} {tag}" for n in range(5)]


async def test_who_does_not_want_to_wait_is_told(talk: Chat, models: ModelServer, tag: str) -> None:
    models.script(reply("x", match=tag, gate=tag))
    turn = await talk.begin(f"long {tag}")
    answer = await talk.post("/chat", talk.body("and?", on_busy="reject"))
    assert answer.status_code == 409
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["code"] == "busy"
    models.open(tag)
    await talk.follow(turn)
    assert text_of(await talk.say("echo free", on_busy="reject")) == "free"


async def test_a_queued_message_can_be_cancelled_and_the_others_go_on(
    talk: Chat, models: ModelServer, tag: str
) -> None:
    models.script(reply("x", match=f"a {tag}", gate=tag))
    first = await talk.begin(f"a {tag}")
    unwanted = await talk.begin(f"echo b {tag}")
    wanted = await talk.begin(f"echo c {tag}")
    answer = await talk.post(f"/chat/{unwanted}/cancel")
    assert (answer.status_code, answer.json()["status"]) == (202, "cancelled")
    events = await talk.follow(unwanted)
    check_whole(events)
    assert types(events) == ["queued", "done"]
    models.open(tag)
    assert only(await talk.follow(first), "done")["status"] == "finished"
    assert text_of(await talk.follow(wanted)) == f"c {tag}"
    assert models.count(f"b {tag}") == 0
    assert alternates(request(models, f"c {tag}"))


async def test_the_queue_goes_on_however_a_turn_ends(
    talk: Chat, models: ModelServer, tag: str
) -> None:
    """Behind one that fails, one that is cancelled, and one that waits for a person."""
    models.script(
        fail(400, match=f"failing {tag}", gate=tag),
        reply("x", match=f"cancelled {tag}", gate=f"never{tag}"),
        call("send", {"name": tag}, match=f"asking {tag}"),
    )
    failing = await talk.begin(f"failing {tag}")
    cancelled = await talk.begin(f"cancelled {tag}")
    asking = await talk.begin(f"asking {tag}")
    last = await talk.begin(f"echo last {tag}")
    models.open(tag)
    await models.until(lambda: models.count(f"cancelled {tag}") == 1)
    await talk.post(f"/chat/{cancelled}/cancel")
    ends = [
        only(await talk.follow(t), "done")["status"] for t in (failing, cancelled, asking, last)
    ]
    assert ends == ["failed", "cancelled", "waiting", "finished"]
    assert alternates(request(models, f"last {tag}"))


async def test_the_head_of_the_queue_cancelled_at_the_last_moment_blocks_nobody(
    talk: Chat, models: ModelServer, pool: asyncpg.Pool, tag: str
) -> None:
    """The end of a turn waits for a message that is being cancelled, and then looks again."""
    models.script(reply("x", match=f"a {tag}", gate=tag))
    first = await talk.begin(f"a {tag}")
    unwanted = await talk.begin(f"echo b {tag}")
    wanted = await talk.begin(f"echo c {tag}")
    user = (await talk.get("/me")).json()["id"]
    async with pool.acquire() as conn, conn.transaction():
        await conn.fetchval("select batuta.cancel_turn($1, $2, now())", unwanted, user)
        models.open(tag)
        await _somebody_waits(pool)
    assert only(await talk.follow(first), "done")["status"] == "finished"
    assert text_of(await talk.follow(wanted)) == f"c {tag}"
    assert types(await talk.follow(unwanted)) == ["queued", "done"]


async def _somebody_waits(pool: asyncpg.Pool) -> None:
    """Return when a transaction of this database waits for another's end."""
    waiting = (
        "select count(*) from pg_locks join pg_stat_activity using (pid)"
        " where datname = current_database() and not granted"
    )
    for _ in range(2000):
        if await pool.fetchval(waiting):
            return
        await asyncio.sleep(0.01)
    raise AssertionError("nobody waits")


# --- limits ---


async def test_one_person_s_rate_is_shared_by_all_workers(
    launch: Callable[..., Awaitable[Worker]], person: Callable[..., Awaitable[str]]
) -> None:
    """Three a minute and two open ones: the fourth message is refused, wherever it goes."""
    limits = {"BATUTA_RATE_PER_MINUTE": "3"}
    one, two = await asyncio.gather(launch(**limits), launch(**limits))
    token = await person()
    async with Chat(one.url, token) as here, Chat(two.url, token) as there:
        for chat in (here, there, here):
            await chat.say("echo hi")
        for chat in (here, there):
            answer = await chat.post("/chat", chat.body("echo hi"))
            assert answer.status_code == 429
            assert answer.json()["code"] == "rate_limited"
            assert 0 < int(answer.headers["retry-after"]) <= 60
    async with Chat(two.url, await person()) as other:
        assert text_of(await other.say("echo me")) == "me", "another person is not affected"
    one.end()
    two.end()


# --- the same message twice ---


async def test_the_same_key_twice_at_once_is_one_turn(
    talk: Chat, second: Worker, models: ModelServer, tag: str
) -> None:
    """At two workers: both get the same stream."""
    key = {"idempotency-key": tag}
    async with Chat(second.url, talk.token, talk.session) as there:
        one, two = await asyncio.gather(talk.say(f"echo {tag}", key), there.say(f"echo {tag}", key))
    assert one == two
    assert models.count(tag) == 1
    assert await talk.say(f"echo {tag}", key) == one, "and later again"
    stored = (await talk.get(f"/sessions/{talk.session}")).json()["messages"]
    assert len(stored) == 2


async def test_a_key_with_another_body_is_refused(talk: Chat, tag: str) -> None:
    await talk.say(f"echo {tag}", {"idempotency-key": tag})
    async with talk.open(f"echo other {tag}", {"idempotency-key": tag}) as answer:
        await answer.aread()
        assert answer.status_code == 422
        assert answer.json()["code"] == "invalid_request"


async def test_another_person_s_key_is_another_key(
    talk: Chat, worker: Worker, person: Callable[..., Awaitable[str]], models: ModelServer, tag: str
) -> None:
    await talk.say(f"echo {tag}", {"idempotency-key": tag})
    async with Chat(worker.url, await person()) as other:
        events = await other.say(f"echo {tag}", {"idempotency-key": tag})
    assert text_of(events) == tag
    assert models.count(tag) == 2


# --- very many ---


@pytest.mark.parametrize("count", [200, pytest.param(400, marks=pytest.mark.prove)])
async def test_very_many_turns_at_once_all_end_exactly_right(
    worker: Worker,
    second: Worker,
    models: ModelServer,
    person: Callable[..., Awaitable[str]],
    tag: str,
    count: int,
    probe_folder: Path,
) -> None:
    """On two workers, each with a tool call, held until both are full and the rest is queued."""
    tokens = [await person() for _ in range(10)]
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=50)
    async with httpx.AsyncClient(timeout=120, limits=limits) as http:

        async def one(n: int) -> list[Json]:
            chat = Chat((worker, second)[n % 2].url, tokens[n % 10], http=http)
            look = f'gate {tag} call look {{"name": "x{n}y{tag}"}} then echo n{n} {tag}'
            return await chat.say(look)

        asked = [asyncio.create_task(one(n)) for n in range(count)]
        await models.until(lambda: models.count(tag, outcome="open") >= 128)
        models.open(tag)
        turns = await asyncio.gather(*asked)
    for n, events in enumerate(turns):
        assert text_of(events) == f"n{n} {tag}"
        assert only(events, "tool_end")["output"] == f"found x{n}y{tag}"
        assert only(events, "done")["status"] == "finished"
        assert len((probe_folder / f"look-x{n}y{tag}").read_text().splitlines()) == 1
    assert models.count(tag) == 2 * count

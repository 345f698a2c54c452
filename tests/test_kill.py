"""A worker dies in the middle of a turn: another goes on, and nobody can tell from the answer."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import asyncpg
import pytest

from tests.support.chance import code
from tests.support.chatting import Chat, Json, check_whole, events_of, only, text_of, types
from tests.support.model_server import ModelServer, call, reply
from tests.support.workers import Worker, lines, until

pytestmark = pytest.mark.anyio


@dataclass
class WorkerPair:
    """Two workers of which one will die, and a person whose message the first one got."""

    first: Worker
    second: Worker
    chat: Chat
    models: ModelServer
    probes: Path
    tag: str

    async def post(self, message: str) -> str:
        return await self.chat.begin(f"{message} #{self.tag}")

    def open(self, name: str) -> None:
        (self.probes / f"open-{name}").touch()

    def asked(self, match: str | None = None) -> int:
        return self.models.count(match or f"#{self.tag}")

    async def end_of(self, turn: str) -> list[Json]:
        return await self.chat.follow_stubbornly(turn, [self.second.url])


@pytest.fixture
async def pair(
    launch: Callable[..., Awaitable[Worker]],
    worker: Worker,
    models: ModelServer,
    probe_folder: Path,
    person: Callable[..., Awaitable[str]],
) -> AsyncGenerator[WorkerPair]:
    first = await launch()
    async with Chat(first.url, await person()) as chat:
        yield WorkerPair(first, worker, chat, models, probe_folder, code())
    first.end()


async def test_killed_while_the_model_speaks(pair: WorkerPair) -> None:
    """The second worker asks the model again, and the half sentence is taken back."""
    tag = pair.tag
    pair.models.script(reply("one ", "two ", "three", match=tag, gate=f"g{tag}", after=2))
    pair.models.script(reply("un ", "deux ", "trois", match=tag))
    seen: list[Json] = []
    async with pair.chat.open(f"count #{tag}") as answer:
        turn = answer.headers["x-turn-id"]
        async for event in events_of(answer):
            seen.append(event)
            if text_of(seen) == "one two ":
                break
    pair.first.kill()
    events = await pair.end_of(turn)
    assert events[: len(seen)] == seen, "what a client saw is in the log, unchanged"
    assert "text_restart" in types(events)
    assert text_of(events) == "un deux trois"
    assert only(events, "done")["status"] == "finished"
    assert pair.asked() == 2


async def test_killed_during_a_tool_that_only_looks(pair: WorkerPair) -> None:
    """The first model call is not repeated, the tool runs again, the answer is right."""
    name = f"held{pair.tag}"
    pair.models.script(
        call("look", {"name": name}, match=pair.tag), reply("got it", match=pair.tag)
    )
    turn = await pair.post("look it up")
    await until(lambda: lines(pair.probes / f"look-{name}"), "the tool runs")
    pair.first.kill()
    pair.open(name)
    events = await pair.end_of(turn)
    assert text_of(events) == "got it"
    assert types(events).count("tool_start") == 1
    assert types(events).count("tool_end") == 1
    assert "tool_retry" in types(events)
    assert pair.asked() == 2, "one call before the tool, one after, none twice"
    keys = {line.split()[1] for line in lines(pair.probes / f"look-{name}")}
    assert len(keys) == 1, "the repeat carries the same idempotency key"


async def test_killed_after_a_tool_has_shown_widgets(pair: WorkerPair) -> None:
    """What was shown is shown once, under one id, and is in the stored answer once."""
    name = f"quick{pair.tag}"
    gate = f"g{pair.tag}"
    pair.models.script(
        call("board", {"name": name}, match=pair.tag),
        reply("all ", "shown", match=pair.tag, gate=gate, after=1),
        reply("all ", "shown ", "indeed", match=pair.tag),
    )
    turn = await pair.post("show it")
    await pair.models.until(lambda: pair.asked() == 2)
    pair.first.kill()
    events = await pair.end_of(turn)
    kinds = ["kpi", "table", "chart", "dashboard"]
    assert [kind for kind in types(events) if kind in kinds] == kinds
    assert len(lines(pair.probes / f"board-{name}")) == 1
    pair.chat.url, session = pair.second.url, only(events, "turn_start")["session"]
    answer = (await pair.chat.get(f"/sessions/{session}")).json()["messages"][-1]
    shown = [b["event"]["id"] for b in answer["blocks"] if b["type"] == "widget"]
    assert shown == [event["id"] for event in events if event["type"] in kinds]


async def test_killed_while_a_tool_shows_widgets(pair: WorkerPair) -> None:
    """What a broken call has shown is nothing yet; the repeat shows it."""
    name = f"held{pair.tag}"
    pair.models.script(call("board", {"name": name}, match=pair.tag), reply("ok", match=pair.tag))
    turn = await pair.post("show it")
    await until(lambda: lines(pair.probes / f"board-{name}"), "the tool runs")
    pair.first.kill()
    pair.open(name)
    events = await pair.end_of(turn)
    kinds = ["kpi", "table", "chart", "dashboard"]
    assert [kind for kind in types(events) if kind in kinds] == kinds
    assert only(events, "tool_end")["output"]["chart"] == only(events, "chart")["id"]


async def test_killed_during_an_effect_that_may_be_repeated(pair: WorkerPair) -> None:
    """An idempotent tool is called again with the same key."""
    name = f"held{pair.tag}"
    pair.models.script(
        call("book", {"name": name}, match=pair.tag), reply("booked", match=pair.tag)
    )
    turn = await pair.post("book it")
    await until(lambda: lines(pair.probes / f"book-{name}"), "the tool runs")
    pair.first.kill()
    pair.open(name)
    events = await pair.end_of(turn)
    assert text_of(events) == "booked"
    noted = lines(pair.probes / f"book-{name}")
    assert len(noted) == 2
    assert len({n.split()[1] for n in noted}) == 1


async def test_killed_during_an_effect_that_must_not_be_repeated(pair: WorkerPair) -> None:
    """Nobody knows whether it happened, so the person is asked; the tool does not run again."""
    name = f"held{pair.tag}"
    pair.models.script(call("pay", {"name": name}, match=pair.tag))
    turn = await pair.post("pay them")
    await until(lambda: lines(pair.probes / f"pay-{name}"), "the tool runs")
    pair.first.kill()
    events = await pair.end_of(turn)
    request = only(events, "tool_approval_request")
    assert request["kind"] == "repeat"
    assert only(events, "done")["status"] == "waiting"
    assert len(lines(pair.probes / f"pay-{name}")) == 1
    pair.models.script(reply("left as it is"))
    pair.chat.url = pair.second.url
    after = await pair.chat.approve(request["approval"], False)
    assert text_of(after) == "left as it is"
    assert len(lines(pair.probes / f"pay-{name}")) == 1


async def test_killed_during_the_second_model_call(pair: WorkerPair) -> None:
    """The finished model call and the finished tool call are replayed, not repeated."""
    name = f"quick{pair.tag}"
    pair.models.script(
        call("pay", {"name": name}, match=pair.tag),
        reply("all ", "paid", match=pair.tag, gate=f"g{pair.tag}", after=1),
        reply("all ", "paid ", "indeed", match=pair.tag),
    )
    turn = await pair.post("pay them")
    await pair.models.until(lambda: pair.asked() == 2)
    await until(lambda: lines(pair.probes / f"pay-{name}"), "the tool ran")
    pair.first.kill()
    events = await pair.end_of(turn)
    assert text_of(events) == "all paid indeed"
    assert len(lines(pair.probes / f"pay-{name}")) == 1
    assert types(events).count("tool_start") == types(events).count("tool_end") == 1
    assert pair.asked() == 3


async def test_killed_while_waiting_for_approval(pair: WorkerPair, worker: Worker) -> None:
    """The question outlives its asker; the answer is carried out elsewhere, once."""
    name = f"letter{pair.tag}"
    pair.models.script(call("send", {"name": name}, match=pair.tag), reply("sent"))
    events = await pair.chat.say(f"send it #{pair.tag}")
    request = only(events, "tool_approval_request")
    pair.first.kill()
    pair.chat.url = worker.url
    after = await pair.chat.approve(request["approval"])
    assert text_of(after) == "sent"
    assert len(lines(pair.probes / f"send-{name}")) == 1


async def test_a_frozen_worker_wakes_up_and_writes_nothing(
    pair: WorkerPair, pool: asyncpg.Pool
) -> None:
    """SIGSTOP past the lease, then SIGCONT: the zombie's text is nowhere."""
    tag = pair.tag
    pair.models.script(
        reply("zombie ", "words ", "here", match=tag, gate=f"g{tag}", after=1),
        reply("the living ", "speak", match=tag),
    )
    turn = await pair.post("talk")
    await pair.models.until(lambda: pair.asked() == 1)
    pair.first.signal(signal.SIGSTOP)
    events = await pair.end_of(turn)
    pair.first.signal(signal.SIGCONT)
    pair.models.open(f"g{tag}")
    await pair.models.until(lambda: pair.models.count(f"#{tag}", outcome="open") == 0)
    again = await pair.chat.follow(turn, url=pair.first.url)
    assert again == events, "the woken worker shows the same log"
    assert text_of(events) == "the living speak"
    stored = await pool.fetchval(
        "select count(*) from batuta.messages where turn_id = $1::uuid and role = 'assistant'", turn
    )
    assert stored == 1
    pair.models.script(reply("I am back", match=f"again {tag}"))
    revived = await pair.chat.say(f"again {tag}")
    assert text_of(revived) == "I am back", "and it serves on"


async def test_a_turn_that_kills_its_workers_is_given_up(
    launch: Callable[..., Awaitable[Worker]],
    models: ModelServer,
    person: Callable[..., Awaitable[str]],
    worker: Worker,
    pool: asyncpg.Pool,
) -> None:
    """After three lost workers the turn ends with a clear error and one `done`."""
    tag = code()
    models.script(reply("x", match=tag, gate=f"never{tag}", times=0))
    async with Chat(worker.url, await person()) as chat:
        turn = await chat.begin(f"poison #{tag}")
        for attempt in range(1, 5):
            await models.until(lambda n=attempt: models.count(f"#{tag}") >= n)
            if attempt < 5:
                # the engine is told that its owner is gone, as after a kill
                await _lose_owner(pool, turn)
        events = await chat.follow_stubbornly(turn, [worker.url])
    assert only(events, "error")["code"] == "worker_lost"
    assert only(events, "done")["status"] == "failed"


async def test_a_turn_that_freezes_its_worker_freezes_no_other(
    launch: Callable[..., Awaitable[Worker]], pair: WorkerPair, pool: asyncpg.Pool
) -> None:
    """It is named while the worker stands; what merely ran beside it goes on elsewhere."""
    tag, name = pair.tag, f"held{pair.tag}"
    first = await launch(BATUTA_LEASE_SECONDS="6")
    pair.chat.url = first.url
    pair.first.kill()
    pair.second.signal(signal.SIGSTOP)  # its lease is so short that it might be too early
    pair.models.script(
        call("look", {"name": name}, match=f"beside {tag}"),
        reply("found it", match=f"beside {tag}"),
        call("spin", {"name": tag}, match=f"poison {tag}"),
    )
    beside = await pair.chat.begin(f"beside {tag}")
    await until(lambda: lines(pair.probes / f"look-{name}"), "the innocent tool runs")
    turn = await pair.chat.begin(f"poison {tag}")
    await until(lambda: lines(pair.probes / f"spin-{tag}"), "the worker stands still")
    asked = "select frozen from batuta.turns where id = $1::uuid"
    while not await pool.fetchval(asked, turn):  # noqa: ASYNC110  # another process writes it
        await asyncio.sleep(0.05)
    pair.second.signal(signal.SIGCONT)
    async with asyncio.timeout(90):
        events = await pair.end_of(turn)
    assert only(events, "error")["code"] == "worker_lost"
    assert only(events, "error")["retryable"] is False
    assert only(events, "done")["status"] == "failed"
    assert len(lines(pair.probes / f"spin-{tag}")) == 1, "nobody tried it again"
    pair.open(name)
    async with asyncio.timeout(90):
        assert text_of(await pair.end_of(beside)) == "found it"
    log = first.log.read_text()
    assert "the event loop is held" in log
    assert f'"turn":"{turn}"' in log
    assert "probes.py:" in log
    assert tag not in log
    first.kill()


async def test_a_worker_that_was_held_for_a_while_goes_on_with_its_turn(
    launch: Callable[..., Awaitable[Worker]],
    models: ModelServer,
    person: Callable[..., Awaitable[str]],
    probe_folder: Path,
) -> None:
    """Nobody took the turn over, so it ends as if nothing had been; the metrics tell of it."""
    alone, tag = await launch(BATUTA_LEASE_SECONDS="30"), code()
    models.script(call("spin", {"name": tag}, match=tag), reply("spun", match=tag))
    async with Chat(alone.url, await person()) as chat:
        turn = await chat.begin(f"spin {tag}")
        await until(lambda: "the event loop is held" in alone.log.read_text(), "the log tells")
        (probe_folder / f"open-{tag}").touch()
        assert text_of(await chat.follow(turn)) == "spun"
        metrics = (await chat.http.get(f"{alone.url}/metrics")).text
    most = re.search(r"^batuta_loop_held_most_seconds (\S+)$", metrics, re.MULTILINE)
    assert most
    assert float(most[1]) > 0.05
    assert "batuta_loop_held_seconds_bucket" in metrics


async def _lose_owner(pool: asyncpg.Pool, turn: str) -> None:
    await pool.execute(
        "update dbos.workflow_status set executor_id = 'gone'"
        " where workflow_uuid = $1 and status = 'PENDING'",
        turn,
    )


async def test_reconnecting_all_the_time_loses_nothing(pair: WorkerPair) -> None:
    """A client that re-joins every 300 ms, at alternating workers, ends with the exact text."""
    turn = await pair.post("slow 60 say 40 words")
    events = await pair.chat.follow_stubbornly(
        turn, [pair.first.url, pair.second.url], read_for=0.3
    )
    check_whole(events)
    expected = " ".join(f"w{i}" for i in range(1, 41))
    assert text_of(events) == f"{expected} #{pair.tag}" or text_of(events) == expected
    assert only(events, "done")["status"] == "finished"


async def test_a_worker_that_is_asked_to_stop_hands_its_turn_over(pair: WorkerPair) -> None:
    """SIGTERM: what does not end in time goes on elsewhere, at once."""
    tag = pair.tag
    pair.models.script(
        reply("a ", "b", match=tag, gate=f"g{tag}", after=1), reply("a ", "b ", "c", match=tag)
    )
    turn = await pair.post("talk")
    await pair.models.until(lambda: pair.asked() == 1)
    reader = asyncio.create_task(pair.chat.follow(turn))
    await pair.models.until(lambda: pair.asked() == 1)
    pair.first.signal(signal.SIGTERM)
    events = await pair.end_of(turn)
    assert text_of(events) == "a b c"
    left = await asyncio.wait_for(reader, 20)
    assert events[: len(left)] == left, "its reader was let go, to re-join elsewhere"
    assert pair.first.process
    assert await asyncio.to_thread(pair.first.process.wait, 20) == 0


async def test_the_reader_of_a_deleted_conversation_is_released(pair: WorkerPair) -> None:
    """On this worker and on another, the stream ends instead of beating for ever."""
    tag = pair.tag
    pair.models.script(reply("a ", "b", match=tag, gate=f"never{tag}", after=1))
    turn = await pair.post("talk")
    joined = asyncio.Semaphore(0)

    async def read(url: str) -> list[Json]:
        events: list[Json] = []
        path = f"{url}/chat/{turn}/events"
        async with pair.chat.http.stream("GET", path, headers=pair.chat.auth) as answer:
            async for event in events_of(answer):
                joined.release()
                events.append(event)  # the first one is waited for
        return events

    readers = [asyncio.create_task(read(url)) for url in (pair.first.url, pair.second.url)]
    for _ in readers:
        await joined.acquire()
    listed = (await pair.chat.get("/sessions")).json()["sessions"]
    answer = await pair.chat.http.delete(
        f"{pair.first.url}/sessions/{listed[0]['id']}", headers=pair.chat.auth
    )
    assert answer.status_code == 204
    for events in await asyncio.wait_for(asyncio.gather(*readers), 30):
        assert "done" not in types(events)

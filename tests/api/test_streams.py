"""How a turn is told: NDJSON, server-sent events, re-joining, very long and very odd turns."""

from __future__ import annotations

import asyncio

import asyncpg
import orjson
import pytest

from tests.support.chatting import Chat, Json, check_whole, events_of, text_of, types
from tests.support.model_server import ModelServer, reply
from tests.support.raw_http import is_problem

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]


# --- framing


async def test_ndjson_is_one_event_a_line_with_signs_of_life_between(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    """Whole lines; a blank one is a heartbeat; headers keep proxies from holding it back."""
    models.script(reply("one ", "two", match=tag, gate=tag, after=1))
    async with chat.open(tag) as answer:
        assert answer.headers["content-type"] == "application/x-ndjson"
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["x-accel-buffering"] == "no"
        assert answer.headers["x-content-type-options"] == "nosniff"
        received = b""
        async for piece in answer.aiter_raw():
            received += piece
            if b"\n\n" in received:
                models.open(tag)
    events = [orjson.loads(line) for line in received.split(b"\n") if line]
    check_whole(events)
    assert received.endswith(b"\n")
    assert {e["turn"] for e in events} == {answer.headers["x-turn-id"]}


def sse_frames(text: str) -> tuple[list[Json], list[str], list[str]]:
    """Decode server-sent events as the standard says: events, comments, other fields."""
    events: list[Json] = []
    comments: list[str] = []
    fields: list[str] = []
    for block in text.split("\n\n"):
        known: dict[str, str] = {}
        for line in block.split("\n"):
            name, _, value = line.partition(":")
            if line.startswith(":"):
                comments.append(value)
            elif line:
                known[name] = value.removeprefix(" ")
        if "data" in known:
            event = orjson.loads(known["data"])
            assert known["id"] == f"{event['turn']}:{event['seq']}"
            events.append(event)
        else:
            fields += known
    return events, comments, fields


async def test_sse_carries_the_same_events_with_ids(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    """`id`, `retry` and comment heartbeats; the same objects as NDJSON."""
    models.script(reply("line\nbreaks\r\n\u2028", " and ", "more", match=tag, gate=tag, after=1))
    accept = {"accept": "text/html, text/event-stream;q=0.9"}
    async with chat.open(tag, accept) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        received = ""
        async for piece in answer.aiter_text():
            received += piece
            if "\n: \n" in received or "\n:\n" in received:
                models.open(tag)
    events, comments, fields = sse_frames(received)
    check_whole(events)
    assert comments
    assert fields == ["retry"]
    assert received.startswith("retry:")
    assert events == await chat.follow(answer.headers["x-turn-id"])


async def test_a_reader_goes_on_behind_its_last_event(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    """`after` and `Last-Event-ID`, of an ended turn and of one that runs, say the same."""
    models.script(reply("a ", "b ", "c", match=tag, gate=tag, after=2))
    async with chat.open(tag) as answer:
        turn = answer.headers["x-turn-id"]
        async for event in events_of(answer):
            if event["type"] == "text":
                break
    path = f"{chat.url}/chat/{turn}/events"

    async def rest(after: int | None = None, mark: str | None = None) -> list[Json]:
        query = {} if after is None else {"after": after}
        more = {} if mark is None else {"last-event-id": mark}
        async with chat.http.stream("GET", path, params=query, headers=chat.auth | more) as answer:
            assert answer.status_code == 200
            return [e async for e in events_of(answer)]

    readers = [
        asyncio.create_task(rest(*mark))
        for mark in ((None, None), (2, None), (None, f"{turn}:2"), (1, f"{turn}:3"), (10**6, None))
    ]
    models.open(tag)
    whole, two, by_header, query_wins, beyond = await asyncio.gather(*readers)
    check_whole(whole)
    assert two == by_header == whole[2:]
    assert query_wins == whole[1:]
    assert beyond == [] or whole[-len(beyond) :] == beyond
    for mark in (0, 2, len(whole) - 1, len(whole), len(whole) + 1, 2**31 - 1):
        assert await rest(mark) == whole[mark:]
        assert await rest(mark=f"{turn}:{mark}") == whole[mark:]
    for nonsense in ("", "x", ":", f"{turn}:", f"{turn}:-4", "9" * 90, f"{turn}:{2**40}"):
        assert await rest(mark=nonsense) in (whole, []), nonsense


@pytest.mark.parametrize("after", ["-1", "x", "1.5", str(2**31), str(10**30), "9" * 5000])
async def test_a_mark_that_is_none_is_refused(chat: Chat, after: str) -> None:
    """Before the stream begins, not in the middle of it."""
    turn = (await chat.say("hello"))[0]["turn"]
    is_problem(await chat.get(f"/chat/{turn}/events?after={after}"), 422, "invalid_request")


async def test_a_session_shows_its_running_turn_and_nothing_when_idle(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    """GET /sessions/{id}/stream: the running turn from its first event, 204, or 404."""
    models.script(reply("slow ", "words", match=tag, gate=tag, after=1))
    turn = await chat.begin(tag, session_id="main")
    await models.until(lambda: models.count(tag) == 1)
    path = f"{chat.url}/sessions/main/stream"
    async with chat.http.stream("GET", path, headers=chat.auth) as answer:
        assert answer.headers["x-turn-id"] == turn
        models.open(tag)
        events = [e async for e in events_of(answer)]
    check_whole(events)
    answer = await chat.get("/sessions/main/stream")
    assert (answer.status_code, answer.content) == (204, b"")
    is_problem(await chat.get("/sessions/unheard-of/stream"), 404, "not_found")


async def test_a_very_long_turn_is_told_to_its_end(chat: Chat, pool: asyncpg.Pool) -> None:
    """However many events it has."""
    turn = (await chat.say("hello"))[0]["turn"]
    await pool.execute(
        """with before as (delete from batuta.turn_events where turn_id = $1 and type = 'done'
             returning at, body)
           insert into batuta.turn_events (turn_id, seq, at, type, body)
             select $1::uuid, 1000 + n, at, 'text', '{"message_id": "m", "content": "x"}'
             from before, generate_series(1, 12000) n
             union all select $1, 20000, at, 'done', body from before""",
        turn,
    )
    events = await chat.follow(turn, after=1000)
    assert len(events) == 12_001
    assert events[-1]["type"] == "done"


async def test_a_large_event_is_one_event(chat: Chat, models: ModelServer, tag: str) -> None:
    """Types and text survive characters that framings stumble over."""
    said = '"\\ \u2028\u2029\x85\x0b\x0c \n\r\n data: x\n\nid: 7 🪄 </script>'
    models.script(reply(said, match=tag))
    events = await chat.say(tag)
    assert text_of(events) == said
    assert types(events).count("turn_start") == 1

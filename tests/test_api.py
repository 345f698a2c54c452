"""The HTTP API as its users see it, the careless and the hostile too."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any, cast
from uuid import uuid4

import asyncpg
import httpx
import orjson
import psutil
import pytest

from contracts.errors import CODES
from contracts.events import EVENT_CLASSES
from tests.support.chatting import Chat, Json, check_whole, events_of, only, text_of, types
from tests.support.model_server import ModelServer, call, reply
from tests.support.workers import Worker, until

pytestmark = pytest.mark.anyio

Make = Callable[..., Awaitable[str]]
HEARTBEAT, SLOW = 0.3, 1.0


@pytest.fixture(scope="module")
async def worker(launch: Callable[..., Awaitable[Worker]]) -> Worker:
    """A worker that is impatient, so that nobody has to wait for it."""
    return await launch(
        BATUTA_HEARTBEAT_SECONDS=str(HEARTBEAT), BATUTA_SLOW_READER_SECONDS=str(SLOW)
    )


@pytest.fixture
def tag() -> str:
    return uuid4().hex[:10]


@asynccontextmanager
async def connected(
    worker: Worker,
) -> AsyncGenerator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection without a client's good manners."""
    reader, writer = await asyncio.open_connection("127.0.0.1", worker.port)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


def head(chat: Chat, method: str, path: str, *lines: str) -> bytes:
    """Write a request's head."""
    first = [f"{method} {path} HTTP/1.1", "host: x", f"authorization: Bearer {chat.token}"]
    return "\r\n".join([*first, *lines, "", ""]).encode("latin-1")


def post(chat: Chat, message: str, **more: Any) -> bytes:
    """Write a whole POST /chat."""
    body = orjson.dumps(chat.body(message, **more))
    lines = ("content-type: application/json", f"content-length: {len(body)}")
    return head(chat, "POST", "/chat", *lines) + body


def is_problem(answer: httpx.Response, status: int, code: str | None = None) -> Json:
    """Every refusal has the one documented form."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    said: Json = answer.json()
    assert said["status"] == status
    assert said["code"] in CODES
    assert code in (None, said["code"]), said
    assert said["type"] == f"urn:batuta:error:{said['code']}"
    assert said["title"]
    assert said["detail"]
    assert isinstance(said["retryable"], bool)
    assert said["correlation_id"] == answer.headers["x-correlation-id"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    return said


async def raw_json(
    chat: Chat, method: str, path: str, body: bytes | str, **headers: str
) -> httpx.Response:
    """Send a body as it is."""
    given = chat.auth | {"content-type": "application/json"} | headers
    return await chat.http.request(method, chat.url + path, content=body, headers=given)


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
    """GET /sessions/{id}/stream: the running turn from its first event, or 204."""
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
    assert (await chat.get("/sessions/unheard-of/stream")).status_code == 204


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


# --- what a message may be


async def test_the_names_of_other_frontends_are_understood(chat: Chat) -> None:
    """chatInput, sessionId, userId; unknown fields are no mistake."""
    me = (await chat.get("/me")).json()
    answer = await chat.http.post(
        f"{chat.url}/chat",
        json={
            "chatInput": "echo aliased",
            "sessionId": "alias",
            "userId": me["id"],
            "what": {"ever": [1, 2, "x"]},
        },
        headers=chat.auth,
    )
    events = [orjson.loads(line) for line in answer.content.split(b"\n") if line]
    assert text_of(events) == "aliased"
    detail = (await chat.get("/sessions/alias")).json()
    assert detail["messages"][0]["blocks"] == [{"type": "text", "text": "echo aliased"}]
    await chat.http.post(
        f"{chat.url}/chat", json={"message": "echo more", "session": "alias"}, headers=chat.auth
    )
    assert len((await chat.get("/sessions/alias")).json()["messages"]) == 4


async def test_a_message_is_limited_by_its_bytes(chat: Chat) -> None:
    """32 KB of UTF-8 are taken, one byte more is not, whatever characters it is made of."""
    for most in ("x" * 32_768, "é" * 16_384, "🪄" * 8_192):
        assert (await chat.say(most))[-1]["status"] == "finished"
        is_problem(await chat.post("/chat", {"message": most + "x"}), 413, "too_large")


async def test_a_body_is_limited_however_it_is_sent(chat: Chat) -> None:
    """1 MB by its declared length or by what really comes; nobody has to read the rest."""
    frame = b'{"message": "hello", "metadata": {"x": "%s"}}'
    fits = frame % (b"y" * (1_048_576 - len(frame) + 2))
    assert len(fits) == 1_048_576
    assert (await raw_json(chat, "POST", "/chat", fits)).status_code == 200
    over = fits + b" "
    is_problem(await raw_json(chat, "POST", "/chat", over), 413, "too_large")

    async def pieces() -> AsyncGenerator[bytes]:
        for start in range(0, len(over), 65_536):
            yield over[start : start + 65_536]

    for path in ("/chat", "/sessions", "/auth/login", "/me/preferences"):
        method = "PUT" if path == "/me/preferences" else "POST"
        headers = chat.auth | {"content-type": "application/json"}
        answer = await chat.http.request(method, chat.url + path, content=pieces(), headers=headers)
        is_problem(answer, 413, "too_large")


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{",
        "null",
        "[]",
        '"text"',
        "{}",
        '{"message": null}',
        '{"message": ""}',
        '{"message": " \\n\\t "}',
        '{"message": 7}',
        '{"message": ["hello"]}',
        '{"message": {"text": "hello"}}',
        '{"message": "a\\u0000b"}',
        '{"message": "hi", "session_id": 7}',
        '{"message": "hi", "session_id": "%s"}' % ("x" * 201),
        '{"message": "hi", "autonomous": "perhaps"}',
        '{"message": "hi", "on_busy": "wait"}',
        '{"message": "hi", "on_busy": "queue\\n"}',
        '{"message": "hi", "client_state": []}',
        '{"message": "hi", "metadata": "x"}',
        '{"message": "hi", "metadata": {"x": "\\u0000"}}',
        '{"message": "hi", "metadata": {"\\u0000": 1}}',
        '{"message": "hi", "metadata": {"x": %s}}' % ("9" * 400),
        '{"message": "hi", "metadata": {"x": %s}}' % ("9" * 5000),
        '{"message": "hi", "metadata": {"x": -%s}}' % ("9" * 400),
        '{"message": "hi", "client_state": {"x": %s}}' % ("[" * 300 + "]" * 300),
        '{"message": "hi", "client_state": {"x": %s}}' % ("[" * 5_000 + "]" * 5_000),
        '{"message": "hi", "metadata": %s}' % ('{"x":' * 900 + "1" + "}" * 900),
        '{"ui_result": {"id": "x", "value": %s}}' % ("[" * 300 + "]" * 300),
        '{"ui_result": {"id": "x", "value": %s}}' % ('{"x":' * 900 + "1" + "}" * 900),
        '{"ui_result": {"id": "", "value": 1}}',
        '{"ui_result": {"value": 1}}',
        '{"ui_result": []}',
        "[" * 400_000,
        '{"x":' * 150_000,
        "\xff\xfe".encode("latin-1"),
    ],
    ids=lambda body: repr(body)[:50],
)
async def test_a_malformed_message_is_refused_and_starts_nothing(
    chat: Chat, body: str | bytes
) -> None:
    """A problem of the 4xx kind, and no session or turn is left behind."""
    answer = await raw_json(chat, "POST", "/chat", body)
    assert answer.status_code in (400, 413, 422)
    is_problem(answer, answer.status_code)
    assert (await chat.get("/sessions")).json()["sessions"] == []


@pytest.mark.parametrize("value", ["NaN", "-Infinity", "1e400", "1e-400", "18446744073709551615"])
async def test_numbers_at_the_edge_break_nothing(chat: Chat, value: str) -> None:
    """What JSON readers disagree about is taken or refused, never an error of ours."""
    answer = await raw_json(
        chat, "POST", "/chat", f'{{"message": "hello", "metadata": {{"x": {value}}}}}'
    )
    assert answer.status_code in (200, 400, 422), answer.text


async def test_a_body_that_does_not_say_it_is_json_is_refused(chat: Chat) -> None:
    """A form cannot post to us from another site."""
    for kind in (
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
    ):
        answer = await raw_json(
            chat, "POST", "/chat", b'{"message": "hello"}', **{"content-type": kind}
        )
        assert answer.status_code in (415, 422)
        is_problem(answer, answer.status_code)


# --- refusals have one form


async def test_unknown_paths_and_methods_are_problems(chat: Chat) -> None:
    """404 and 405 like any other refusal; /docs is not served."""
    for path in ("/", "/docs", "/redoc", "/docs/oauth2-redirect", "/chat/", "/sessions/", "/x/y"):
        is_problem(await chat.get(path), 404, "not_found")
    for method, path in (
        ("GET", "/chat"),
        ("DELETE", "/me"),
        ("TRACE", "/healthz"),
    ):
        answer = await chat.http.request(method, chat.url + path, headers=chat.auth)
        is_problem(answer, 405)
        assert answer.headers["allow"]


async def test_a_correlation_id_is_taken_over_if_it_is_harmless(chat: Chat) -> None:
    """Ours or the caller's, it is in the answer and in the problem."""
    for path in ("/healthz", "/me", "/nothing-here"):
        answer = await chat.http.get(chat.url + path, headers={"x-correlation-id": "My-id.1_2"})
        assert answer.headers["x-correlation-id"] == "My-id.1_2"
        for bad in ("x" * 65, "a b", "<script>", "ü", ""):
            sent = {b"x-correlation-id": bad.encode("latin-1")}
            answer = await chat.http.get(chat.url + path, headers=sent)
            given = answer.headers["x-correlation-id"]
            assert given != bad
            assert given.isalnum()
    too_long = await raw_json(
        chat, "POST", "/chat", b" " * 1_048_577, **{"x-correlation-id": "big"}
    )
    assert is_problem(too_long, 413)["correlation_id"] == "big"


async def test_an_empty_idempotency_key_is_none(chat: Chat) -> None:
    """Two different messages under it are two messages."""
    first = await chat.say("echo one", {"idempotency-key": ""})
    second = await chat.say("echo two", {"idempotency-key": ""})
    assert (text_of(first), text_of(second)) == ("one", "two")


async def test_a_key_is_good_for_one_message(chat: Chat, tag: str) -> None:
    """Same key and body: the same turn again; another body: a problem; too long: a problem."""
    key = {"idempotency-key": tag}
    first = await chat.say("echo once", key, session_id="keyed")
    assert await chat.say("echo once", key, session_id="keyed") == first
    for body in ({"message": "echo twice", "session_id": "keyed"}, {"message": "echo once"}):
        answer = await chat.http.post(f"{chat.url}/chat", json=body, headers=chat.auth | key)
        is_problem(answer, 422, "invalid_request")
    long = {"idempotency-key": "k" * 201}
    is_problem(
        await chat.http.post(f"{chat.url}/chat", json={"message": "x"}, headers=chat.auth | long),
        422,
    )


# --- sessions


async def test_a_session_is_made_renamed_listed_and_deleted(chat: Chat) -> None:
    """The whole life of one, and its name may be empty of meaning but not of text."""
    made = await chat.post("/sessions", {"title": "First", "id": "one"})
    assert made.status_code == 201
    known = made.json()["id"]
    is_problem(await chat.post("/sessions", {"id": "one"}), 422)
    path = f"{chat.url}/sessions/{known}"
    renamed = await chat.http.patch(path, json={"title": "Second"}, headers=chat.auth)
    assert renamed.json()["title"] == "Second"
    for title in ("", "x" * 201, "a\x00b", None, 7):
        answer = await chat.http.patch(path, json={"title": title}, headers=chat.auth)
        is_problem(answer, 422)
    assert [s["title"] for s in (await chat.get("/sessions")).json()["sessions"]] == ["Second"]
    assert (await chat.http.delete(path, headers=chat.auth)).status_code == 204
    is_problem(await chat.http.delete(path, headers=chat.auth), 404)
    is_problem(await chat.get(f"/sessions/{known}"), 404)
    assert (await chat.post("/sessions")).status_code == 201


async def test_lists_come_in_pages_without_gaps(chat: Chat) -> None:
    """`next` leads through all sessions and all messages, each once."""
    for n in range(7):
        await chat.post("/sessions", {"id": f"s{n}", "title": f"s{n}"})
    seen: list[str] = []
    before: str | None = None
    while True:
        query = {"limit": "3"} | ({"before": before} if before else {})
        page = (await chat.get("/sessions", params=query)).json()
        seen += [s["title"] for s in page["sessions"]]
        before = page["next"]
        if before is None:
            break
    assert seen == [f"s{n}" for n in reversed(range(7))]
    for n in range(3):
        await chat.say(f"echo {n}", session_id="s0")
    numbers: list[int] = []
    mark: int | None = None
    while True:
        query = {"limit": "2"} | ({"before": str(mark)} if mark else {})
        part = (await chat.get("/sessions/s0", params=query)).json()
        numbers = [m["no"] for m in part["messages"]] + numbers
        mark = part["next"]
        if mark is None:
            break
    assert numbers == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=201",
        "limit=x",
        f"limit={10**30}",
        "before=yesterday",
        "before=2026-01-01",
        "before=2026-01-01T00:00:00",
        "before=0001-01-01T00:00:00%2B14:00",
        "before=9999-12-31T23:59:59-14:00",
        "before=1e300",
        "before=-99999999999999",
        "before=%00",
        "before=",
    ],
)
async def test_a_page_that_is_none_breaks_nothing(chat: Chat, query: str) -> None:
    """A moment without a zone is one in UTC; what is no moment is refused."""
    answer = await chat.get(f"/sessions?{query}")
    assert answer.status_code in (200, 422), answer.text
    if answer.status_code == 422:
        is_problem(answer, 422, "invalid_request")


@pytest.mark.parametrize("query", ["before=0", f"before={2**31}", f"before={10**30}", "limit=501"])
async def test_a_page_of_messages_that_is_none_is_refused(chat: Chat, query: str) -> None:
    """Numbers beyond what a conversation can hold are mistakes."""
    await chat.say("hello", session_id="s")
    is_problem(await chat.get(f"/sessions/s?{query}"), 422, "invalid_request")


async def test_messages_are_shown_again_as_they_were(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    """Text, calls and results of a turn are in the session with all that belongs to them."""
    models.script(call("look", {"name": f"n{tag}"}, match=tag), reply("seen", match=tag))
    await chat.say(f"look {tag}")
    detail = (await chat.get(f"/sessions/{chat.session}")).json()
    question, answer = detail["messages"]
    assert question["blocks"] == [{"type": "text", "text": f"look {tag}"}]
    kinds = [b["type"] for b in answer["blocks"]]
    assert kinds == ["tool_use", "tool_result", "text"]
    use, result, _ = answer["blocks"]
    assert (use["name"], use["args"], result["id"]) == ("look", {"name": f"n{tag}"}, use["id"])
    assert detail["open_turns"] == []
    assert detail["approvals"] == []
    assert detail["title"] == f"look {tag}"


async def test_a_deleted_session_takes_its_running_turn_with_it(
    chat: Chat, models: ModelServer, pool: asyncpg.Pool, tag: str
) -> None:
    """Its readers are let go, whoever waits behind it too, and nothing of it is left."""
    models.script(reply("never ", "ends", match=tag, gate=tag, after=1))

    async def read(message: str) -> list[Json]:
        async with chat.open(message, session_id="doomed") as answer:
            return [e async for e in events_of(answer)]

    running = asyncio.create_task(read(tag))
    await models.until(lambda: models.count(tag) == 1)
    waiting = asyncio.create_task(read("echo later"))
    detail: Json = {"open_turns": []}
    while len(detail["open_turns"]) < 2:
        detail = (await chat.get("/sessions/doomed")).json()
    path = f"{chat.url}/sessions/doomed"
    assert (await chat.http.delete(path, headers=chat.auth)).status_code == 204
    for events in await asyncio.gather(running, waiting):
        assert [e["seq"] for e in events] == list(range(1, len(events) + 1))
    await models.until(lambda: models.count(tag, outcome="open") == 0)
    left = await pool.fetchval(
        "select count(*) from batuta.turns where id = any($1::uuid[])",
        [t["turn"] for t in detail["open_turns"]],
    )
    assert left == 0
    assert text_of(await chat.say("echo anew", session_id="doomed")) == "anew"


async def test_posting_into_a_session_that_is_being_deleted_never_breaks(chat: Chat) -> None:
    """Whoever wins, the message is answered or its reader is let go."""

    async def delete() -> int:
        answer = await chat.http.delete(f"{chat.url}/sessions/race", headers=chat.auth)
        return answer.status_code

    async def say() -> list[Json]:
        async with chat.open("echo x", session_id="race") as answer:
            assert answer.status_code == 200
            return [e async for e in events_of(answer)]

    for _ in range(6):
        said, *deleted = await asyncio.gather(say(), delete(), delete(), delete())
        assert set(deleted) <= {204, 404}
        assert [e["seq"] for e in said] == list(range(1, len(said) + 1))


# --- preferences, usage


async def test_preferences_are_kept_whole_or_refused(chat: Chat) -> None:
    """A typo is noticed, a wrong value changes nothing."""
    path = f"{chat.url}/me/preferences"
    good = {"autonomous": True, "language": "pt", "timezone": "America/Recife", "show_memory": True}
    assert (await chat.http.put(path, json=good, headers=chat.auth)).json() == good
    bodies: list[Any] = [
        {"autonomus": True},
        {"language": "de"},
        {"timezone": "Mars/Olympus"},
        {"timezone": "../../etc/passwd"},
        {"timezone": "a\x00"},
        {"autonomous": "maybe"},
        {"autonomous": None},
        [],
        None,
    ]
    for bad in bodies:
        is_problem(await chat.http.put(path, json=bad, headers=chat.auth), 422, "invalid_request")
    assert (await chat.get("/me/preferences")).json() == good


async def test_usage_adds_up(chat: Chat, models: ModelServer, tag: str) -> None:
    """The sum of what the turns reported, by day and model."""
    models.script(
        reply("a", match=tag, usage={"input": 100, "output": 10, "cached": 7, "written": 0}),
        reply("b", match=tag, usage={"input": 23, "output": 5, "cached": 0, "written": 0}),
    )
    reported = [only(await chat.say(f"{tag} {n}"), "usage") for n in range(2)]
    said = (await chat.get("/me/usage")).json()
    for kind in ("input", "output", "cached"):
        assert said["total"][kind] == sum(r[kind] for r in reported)
        assert said["total"][kind] == sum(d[kind] for d in said["days"])
    assert said["total"]["calls"] == 2
    assert said["total"]["cost_usd"] == pytest.approx(sum(r["cost_usd"] for r in reported))
    for days in ("0", "367", "x", str(10**30)):
        is_problem(await chat.get(f"/me/usage?days={days}"), 422)


# --- what the API says of itself


async def test_the_description_holds_the_union_and_the_problems(worker: Worker, chat: Chat) -> None:
    """OpenAPI: one schema per event with a discriminator, problem+json on each refusal."""
    said = (await chat.get("/openapi.json")).json()
    assert said["openapi"].startswith("3.1")
    schemas = said["components"]["schemas"]
    union = schemas["StreamEvent"]
    assert union["discriminator"]["propertyName"] == "type"
    named = {ref["$ref"].rsplit("/", 1)[-1] for ref in union["oneOf"]}
    assert named == {cls.__name__ for cls in EVENT_CLASSES}
    assert set(union["discriminator"]["mapping"]) == {
        cls.model_fields["type"].default for cls in EVENT_CLASSES
    }
    references = set(_references(said))
    assert {r.rsplit("/", 1)[-1] for r in references} <= schemas.keys()
    assert "HTTPValidationError" not in schemas
    stream = said["paths"]["/chat"]["post"]["responses"]["200"]["content"]
    assert stream.keys() == {"application/x-ndjson", "text/event-stream"}
    for content in stream.values():
        assert content["schema"] == {"$ref": "#/components/schemas/StreamEvent"}
    operations = set[str]()
    for path, methods in said["paths"].items():
        for method, operation in methods.items():
            assert operation["operationId"] not in operations
            operations.add(operation["operationId"])
            failures = {
                s: r for s, r in operation["responses"].items() if s >= "4" or s == "default"
            }
            assert failures, (method, path)
            for answer in failures.values():
                assert answer["content"] == {
                    "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
                }
            public = path in ("/healthz", "/readyz", "/auth/login", "/auth/refresh", "/auth/link")
            assert ("401" in failures) != public or path.startswith("/auth"), path
            assert bool(operation.get("security")) != public, path
    assert said["components"]["securitySchemes"]
    codes = schemas["Problem"]["properties"]["code"]["enum"]
    assert set(codes) == set(CODES)


def _references(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in cast(Json, value).items():
            if key == "$ref":
                yield str(inner)
            else:
                yield from _references(inner)
    elif isinstance(value, list):
        for inner in cast(list[object], value):
            yield from _references(inner)


async def test_answers_carry_what_browsers_need_to_be_careful(chat: Chat) -> None:
    """No sniffing, no framing, no leak of addresses, and nothing that names the server."""
    for path in ("/healthz", "/me", "/openapi.json", "/nothing", "/metrics"):
        answer = await chat.get(path)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "server" not in answer.headers
        assert "access-control-allow-origin" not in answer.headers
    assert (await chat.get("/me")).headers["cache-control"] == "no-store"


# --- metrics


async def metrics(chat: Chat) -> dict[str, float]:
    """Read the worker's numbers, labels and all."""
    text = (await chat.http.get(f"{chat.url}/metrics")).text
    pairs = [line.rsplit(" ", 1) for line in text.splitlines() if line and line[0] != "#"]
    return {name: float(value) for name, value in pairs}


async def test_metrics_count_what_happens(chat: Chat, models: ModelServer, tag: str) -> None:
    """Turns by how they ended, tokens, tool calls, what runs; and recoveries and the queue."""
    before = await metrics(chat)
    models.script(
        call("look", {"name": f"m{tag}"}, match=tag),
        reply(
            "done", match=tag, gate=tag, usage={"input": 11, "output": 3, "cached": 2, "written": 0}
        ),
    )
    turn = await chat.begin(tag)
    await models.until(lambda: models.count(tag) == 2)
    assert (await metrics(chat))["batuta_turns_running"] == before["batuta_turns_running"] + 1
    models.open(tag)
    used = only(await chat.follow(turn), "usage")
    after = await metrics(chat)

    def grown(name: str) -> float:
        return after[name] - before.get(name, 0)

    assert grown('batuta_turns_total{status="finished",workflow="root"}') == 1
    assert grown('batuta_tool_calls_total{status="ok",tool="look"}') == 1
    model = used["model"]
    for kind in ("input", "output", "cached"):
        assert grown(f'batuta_tokens_total{{kind="{kind}",model="{model}"}}') == used[kind]
    assert grown("batuta_turn_seconds_count") == 1
    assert {
        "batuta_recoveries_total",
        "batuta_turns_overflowed_total",
        "batuta_fenced_total",
    } <= after.keys()
    assert after["batuta_turns_running"] == before["batuta_turns_running"]


async def test_metrics_are_closed_to_the_world(
    worker: Worker, chat: Chat, launch: Callable[..., Awaitable[Worker]]
) -> None:
    """Through a proxy nobody reads them, whatever it claims; a token, where set, opens them."""
    for header in ("x-forwarded-for", "X-Forwarded-For", "forwarded", "x-real-ip"):
        for value in ("127.0.0.1", "::1", "10.0.0.1", ""):
            answer = await chat.http.get(f"{chat.url}/metrics", headers={header: value})
            is_problem(answer, 403, "forbidden")
    assert (await chat.http.get(f"{chat.url}/metrics", headers=chat.auth)).status_code == 200
    guarded = await launch(BATUTA_METRICS_TOKEN="measure-me")
    async with httpx.AsyncClient(base_url=guarded.url) as http:
        for token, status in (("measure-me", 200), ("measure-mee", 403), ("", 403), ("ü", 403)):
            sent = {b"authorization": f"Bearer {token}".strip().encode("latin-1")}
            answer = await http.get("/metrics", headers=sent)
            assert answer.status_code == status
    guarded.end()


# --- connections


async def test_a_reader_who_takes_nothing_is_dropped_and_misses_nothing(
    worker: Worker, chat: Chat, models: ModelServer, tag: str
) -> None:
    """Its connection is closed for good, the turn ends by itself, a re-join gets everything."""
    large = ["x" * 30_000] * 100
    models.script(reply(*large, match=tag, delay_ms=1))
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(raw, ("127.0.0.1", worker.port))
    mine = raw.getsockname()[1]
    await loop.sock_sendall(raw, post(chat, tag, session_id="slow"))
    await models.until(lambda: models.count(tag, outcome="done") == 1)
    turns = (await chat.get("/sessions/slow")).json()
    while turns["open_turns"]:
        turns = (await chat.get("/sessions/slow")).json()
    assert worker.process
    server = psutil.Process(worker.process.pid)

    def gone() -> bool:
        return all(not c.raddr or c.raddr.port != mine for c in server.net_connections("tcp"))

    await until(gone, "the connection is closed although its reader still takes nothing")
    raw.close()
    events = await chat.follow(turns["messages"][0]["turn"])
    check_whole(events)
    assert text_of(events) == "".join(large)


async def test_leaving_in_the_middle_of_a_line_cancels_nothing(
    worker: Worker, chat: Chat, models: ModelServer, tag: str
) -> None:
    """A dropped connection, politely or not, is no wish to stop."""
    models.script(reply("one ", "two", match=tag, gate=tag, after=1))
    async with connected(worker) as (reader, writer):
        writer.write(post(chat, tag, session_id="left"))
        received = await reader.readuntil(b"turn_start")
    turn = received.split(b"x-turn-id: ")[1].split(b"\r\n")[0].decode()
    models.open(tag)
    events = await chat.follow(turn)
    check_whole(events)
    assert text_of(events) == "one two"
    assert events[-1]["status"] == "finished"


def resources(worker: Worker) -> tuple[int, int]:
    """Count the worker's open files and threads."""
    assert worker.process
    process = psutil.Process(worker.process.pid)
    return process.num_fds(), process.num_threads()


async def test_connections_that_end_badly_leave_nothing_behind(
    worker: Worker, chat: Chat, models: ModelServer, tag: str
) -> None:
    """Half requests, pipelined ones, resets and abandoned streams: no file stays open."""
    models.script(reply("a ", "b", match=tag, gate=tag, after=1))
    turn = await chat.begin(tag)
    small = {"message": "hi", "session_id": "busy", "on_busy": "reject"}
    chunked = ("content-type: application/json", "transfer-encoding: chunked")

    async def abuse(n: int) -> None:
        async with connected(worker) as (reader, writer):
            match n % 6:
                case 0:  # a stream, left at once
                    writer.write(head(chat, "GET", f"/chat/{turn}/events"))
                    await reader.readuntil(b"turn_start")
                case 1:  # half a head
                    writer.write(b"POST /chat HTTP/1.1\r\nhost: x\r\nx-y: ")
                case 2:  # half a body
                    writer.write(head(chat, "POST", "/chat", *chunked) + b'5\r\n{"mes')
                case 3:  # many requests at once, then away
                    writer.write(head(chat, "GET", "/me") * 20)
                    await reader.readuntil(b"\r\n\r\n")
                case 4:  # a stream, and a further request behind it that must wait
                    writer.write(
                        head(chat, "GET", f"/chat/{turn}/events") + head(chat, "GET", "/me")
                    )
                    await reader.readuntil(b"turn_start")
                case _:  # no HTTP at all
                    writer.write(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20)
                    await reader.read(100)
            await writer.drain()

    await asyncio.gather(*(abuse(n) for n in range(30)))
    await asyncio.gather(*(chat.post("/chat", small) for _ in range(3)))
    base = await settled(worker)
    for _ in range(3):
        await asyncio.gather(*(abuse(n) for n in range(60)))
    await until(lambda: resources(worker)[0] <= base + 2, "all connections are let go")
    models.open(tag)
    check_whole(await chat.follow(turn))


async def settled(worker: Worker) -> int:
    """Wait until the number of open files stands still; return it."""
    last, same = resources(worker)[0], 0
    while same < 10:
        await asyncio.sleep(0.05)
        now = resources(worker)[0]
        last, same = now, same + 1 if now == last else 0
    return last


async def test_two_lengths_or_a_hidden_request_are_refused(worker: Worker, chat: Chat) -> None:
    """What a proxy and we might read differently is not read at all."""
    inner = b"GET /me HTTP/1.1\r\nhost: x\r\n\r\n"
    body = b'{"message": "hi"}'
    json_ = "content-type: application/json"
    lengths = [f"content-length: {len(body)}", "content-length: 3"]
    smuggled = [
        head(chat, "POST", "/chat", json_, *lengths) + body,
        head(
            chat,
            "POST",
            "/chat",
            json_,
            f"content-length: {len(body)}",
            "transfer-encoding: chunked",
        )
        + b"0\r\n\r\n"
        + inner,
        head(chat, "POST", "/chat", json_, "content-length: -1") + body,
        head(chat, "POST", "/chat", json_, "content-length: +5") + body,
        head(chat, "POST", "/chat", json_, "content-length: 1e3") + body,
        head(chat, "POST", "/chat", json_, "transfer-encoding: chunked, identity")
        + b"0\r\n\r\n"
        + inner,
        head(chat, "POST", "/chat", json_, "transfer-encoding: chunked")
        + b"-5\r\nxxxxx\r\n0\r\n\r\n",
        head(chat, "GET", "/me", "x-bad: a\rb"),
        head(chat, "GET", "/me", "x-bad: a\nb"),
        head(chat, "GET", "/me", "x-bad: a\0b"),
        head(chat, "GET", "/me", " folded: yes"),
        head(chat, "GET", "/me", "spaced : yes"),
    ]
    for request in smuggled:
        async with connected(worker) as (reader, writer):
            writer.write(request)
            answer = await reader.read(4096)
            assert b" 200 " not in answer.split(b"\r\n", 1)[0], request
            assert answer.count(b"HTTP/1.1 ") <= 1, request
    assert (await chat.get("/me")).status_code == 200


async def test_huge_heads_are_refused(worker: Worker, chat: Chat) -> None:
    """A head has an end, in bytes."""
    for lines in (["x: " + "y" * 300_000], [f"x{n}: y" for n in range(30_000)]):
        async with connected(worker) as (reader, writer):
            writer.write(head(chat, "GET", "/me", *lines))
            answer = await reader.read(4096)
            assert b" 200 " not in answer.split(b"\r\n", 1)[0]
    answer = await chat.http.get(f"{chat.url}/me?" + "x" * 40_000, headers=chat.auth)
    assert answer.status_code in (200, 400, 414, 431)


async def test_a_request_that_never_comes_to_its_end_is_given_up(
    worker: Worker, chat: Chat
) -> None:
    """Who sends a byte and then nothing does not hold a connection for ever."""
    unfinished = [
        head(chat, "POST", "/chat", "content-type: application/json", "content-length: 50") + b"{",
        head(chat, "POST", "/chat", "content-type: application/json", "transfer-encoding: chunked"),
    ]
    for request in unfinished:
        async with connected(worker) as (reader, writer):
            writer.write(request)
            answer = await reader.read(4096)
            assert answer.startswith(b"HTTP/1.1 408 ")
            assert b"application/problem+json" in answer


# --- approvals, as an attacker would answer them


async def test_an_approval_takes_no_nonsense(
    chat: Chat, models: ModelServer, pool: asyncpg.Pool, tag: str
) -> None:
    """Refused answers leave it open; edited arguments are held against the tool's schema."""
    models.script(call("send", {"name": f"to{tag}"}, match=tag), reply("sent"))
    asked = only(await chat.say(tag), "tool_approval_request")
    path = f"/approvals/{asked['approval']}"
    for body in (
        "{}",
        '{"approve": "perhaps"}',
        '{"approve": null}',
        '{"approve": true, "edited_args": []}',
        '{"approve": true, "edited_args": {}}',
        '{"approve": true, "edited_args": {"name": {}}}',
        '{"approve": true, "edited_args": {"name": "x", "other": 1}}',
        '{"approve": true, "edited_args": {"name": "\\ud800"}}',
        '{"approve": true, "edited_args": {"name": "a\\u0000b"}}',
        '{"approve": true, "edited_args": {"name": %s}}' % ("[" * 900 + "]" * 900),
    ):
        answer = await raw_json(chat, "POST", path, body)
        assert answer.status_code in (400, 422), (body, answer.text)
        is_problem(answer, answer.status_code)
    assert [a["id"] for a in (await chat.get("/approvals")).json()["approvals"]] == [
        asked["approval"]
    ]
    answers = await asyncio.gather(*(chat.post(path, {"approve": True}) for _ in range(5)))
    assert sorted(a.status_code for a in answers) == [200, 410, 410, 410, 410]
    is_problem(await chat.post(path, {"approve": False}), 410, "expired")


async def test_the_same_key_at_once_is_one_turn(chat: Chat, models: ModelServer, tag: str) -> None:
    """Ten clients of one person with one key: one turn, ten equal streams, one model call."""
    models.script(reply("once", match=tag, times=0))
    key = {"idempotency-key": tag}
    streams = await asyncio.gather(*(chat.say(tag, key, session_id="k") for _ in range(10)))
    assert all(s == streams[0] for s in streams)
    assert models.count(tag) == 1


async def test_a_large_event_is_one_event(chat: Chat, models: ModelServer, tag: str) -> None:
    """Types and text survive characters that framings stumble over."""
    said = '"\\ \u2028\u2029\x85\x0b\x0c \n\r\n data: x\n\nid: 7 🪄 </script>'
    models.script(reply(said, match=tag))
    events = await chat.say(tag)
    assert text_of(events) == said
    assert types(events).count("turn_start") == 1

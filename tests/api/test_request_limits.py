"""What a request may take before anybody knows whose it is: time, room, connections."""

from __future__ import annotations

import asyncio
import re
import socket
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack

import httpx
import psutil
import pytest

from tests.api.conftest import REQUEST
from tests.support.chance import an_id
from tests.support.chatting import Chat, Json
from tests.support.model_server import ModelServer, reply
from tests.support.raw_http import Raw, connected, connected_at, head, is_problem, post
from tests.support.workers import Worker, until

pytestmark = pytest.mark.anyio

JSON = "content-type: application/json"
MIB = 1_048_576
Launch = Callable[..., Awaitable[Worker]]


def connected_to(chat: Chat) -> AbstractAsyncContextManager[Raw]:
    """A raw connection to the worker that somebody is at."""
    return connected_at(int(chat.url.rpartition(":")[2]))


def _names(path: str) -> list[str]:
    return re.findall(r"{(\w+)}", path)


def stranger(chat: Chat) -> Chat:
    """Somebody whose token is worth nothing."""
    return Chat(chat.url, "nobody's", http=chat.http)


async def answered(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """Read an answer to the connection's end; a connection that breaks fails the test."""
    async with asyncio.timeout(30):
        said = await reader.read()
    first, _, rest = said.partition(b"\r\n")
    assert first.startswith(b"HTTP/1.1 "), said
    return int(first.split()[1]), rest


async def pour(writer: asyncio.StreamWriter, pieces: int, piece: bytes, pause: float = 0) -> None:
    """Send as a client does that looks at no answer before it has sent everything."""
    async with asyncio.timeout(90):
        for _ in range(pieces):
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(pause)


# --- who calls is asked first


async def test_every_route_that_is_closed_says_so_before_it_reads(chat: Chat) -> None:
    """A head that promises a body is enough for the answer; nothing of the body was sent."""
    said: Json = (await chat.get("/openapi.json")).json()
    nobody, asked = stranger(chat), 0
    for path, methods in said["paths"].items():
        for method, operation in methods.items():
            if not operation.get("security") or path == "/auth/logout":
                continue
            asked += 1
            real = path.format_map(dict.fromkeys(_names(path), str(an_id())))
            lines = (JSON, "content-length: 999")
            async with connected_to(chat) as (reader, writer):
                writer.write(head(nobody, method.upper(), real, *lines))
                status, rest = await answered(reader)
                assert status == 401, (method, path, rest)
                assert b"connection: close" in rest.lower()
    assert asked > 20


async def test_a_role_is_asked_for_before_anything_is_read(chat: Chat) -> None:
    async with connected_to(chat) as (reader, writer):
        writer.write(head(chat, "POST", "/workflows/x/versions", JSON, "content-length: 999"))
        assert (await answered(reader))[0] == 403


async def test_who_is_told_to_wait_with_the_body_is_refused_without_it(chat: Chat) -> None:
    """Expect: 100-continue: strangers and bodies too large never hear `100`, others do."""
    body = b'{"preferences": {}}'
    expect = "expect: 100-continue"
    for who, length, status in ((stranger(chat), 10, 401), (chat, 2 * MIB, 413)):
        async with connected_to(chat) as (reader, writer):
            writer.write(head(who, "POST", "/chat", JSON, expect, f"content-length: {length}"))
            assert (await answered(reader))[0] == status
    async with connected_to(chat) as (reader, writer):
        length = f"content-length: {len(body)}"
        writer.write(head(chat, "PUT", "/me/preferences", JSON, expect, length))
        assert await reader.readuntil(b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n"
        writer.write(body)
        assert (await reader.readline()).split()[1] in (b"200", b"422")


# --- an answer reaches a client that is still sending


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize(("known", "status"), [(False, 401), (True, 413)])
async def test_a_refusal_reaches_who_sends_everything_before_reading(
    chat: Chat, chunked: bool, known: bool, status: int
) -> None:
    piece = b"x" * 65_536
    if chunked:
        framing, piece = "transfer-encoding: chunked", b"10000\r\n" + piece + b"\r\n"
    else:
        framing = f"content-length: {128 * 65_536}"
    async with connected_to(chat) as (reader, writer):
        writer.write(head(chat if known else stranger(chat), "POST", "/chat", JSON, framing))
        await pour(writer, 128, piece)
        said, rest = await answered(reader)
    assert said == status
    assert b"application/problem+json" in rest
    assert b"connection: close" in rest.lower()


async def test_an_unknown_path_answers_who_is_still_sending(chat: Chat) -> None:
    async with connected_to(chat) as (reader, writer):
        writer.write(head(chat, "POST", "/nothing", JSON, f"content-length: {8 * MIB}"))
        await pour(writer, 128, b"x" * 65_536)
        assert (await answered(reader))[0] == 404


async def test_what_is_not_http_is_answered_though_more_of_it_comes(chat: Chat) -> None:
    async with connected_to(chat) as (reader, writer):
        writer.write(b"POST /chat HTTP/1.1\r\nhost: x\r\nno header at all\r\n\r\n")
        await pour(writer, 16, b"x" * 65_536)
        status, rest = await answered(reader)
    assert status == 400
    assert b"application/problem+json" in rest
    assert b"x-correlation-id" in rest


async def test_nobody_sends_for_ever_after_the_answer(worker: Worker, chat: Chat) -> None:
    """So much is taken and for so long, then the connection is gone."""
    async with connected_to(chat) as (reader, writer):
        writer.write(head(stranger(chat), "POST", "/chat", JSON, "transfer-encoding: chunked"))
        assert (await reader.readline()).split()[1] == b"401"
        with pytest.raises(ConnectionError):
            await pour(writer, 1_200, b"1\r\nx\r\n", pause=0.05)
    async with connected_to(chat) as (reader, writer):
        writer.write(head(stranger(chat), "POST", "/chat", JSON, "transfer-encoding: chunked"))
        with pytest.raises(ConnectionError):
            await pour(writer, 4_000, b"10000\r\n" + b"x" * 65_536 + b"\r\n")
    assert (await chat.get("/me")).status_code == 200


async def test_a_connection_is_kept_for_the_next_request_when_all_had_come(chat: Chat) -> None:
    """Refused or not: a small body that came with its head costs nobody the connection."""
    body = b'{"message": 1}'
    length = f"content-length: {len(body)}"
    async with connected_to(chat) as (reader, writer):
        for who, status in ((stranger(chat), b"401"), (chat, b"422"), (chat, b"422")):
            writer.write(head(who, "POST", "/chat", JSON, length) + body)
            said = await reader.readuntil(b"\r\n\r\n")
            assert said.split()[1] == status
            assert b"connection: close" not in said
            size = int(said.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
            await reader.readexactly(size)


# --- one time for all of a request


async def test_a_request_that_drips_is_given_up_like_one_that_is_silent(chat: Chat) -> None:
    """A byte now and then, in the head or in the body, gains no time."""
    starts = [
        (b"POST /chat HTTP/1.1\r\nhost: x\r\nx-y: ", b"y"),
        (head(chat, "POST", "/chat", JSON, "content-length: 9999"), b" "),
        (head(chat, "POST", "/chat", JSON, "transfer-encoding: chunked"), b"1\r\n \r\n"),
    ]

    async def drip(start: bytes, drop: bytes) -> None:
        async with connected_to(chat) as (reader, writer):
            begun = time.monotonic()
            writer.write(start)
            answer = asyncio.ensure_future(answered(reader))
            while not answer.done():
                writer.write(drop)
                await asyncio.sleep(0.2)
            status, _ = answer.result()
            assert status == 408
            assert REQUEST - 1 < time.monotonic() - begun < REQUEST + 20

    await asyncio.gather(*(drip(*start) for start in starts))


async def test_empty_lines_hold_no_connection(worker: Worker, chat: Chat) -> None:
    """Neither before the first request nor after one."""

    async def hold(first: bytes) -> None:
        async with connected_to(chat) as (reader, writer):
            writer.write(first)
            ended = asyncio.ensure_future(reader.read())
            async with asyncio.timeout(60):
                while not ended.done():
                    writer.write(b"\r\n")
                    await asyncio.sleep(0.5)

    await asyncio.gather(*(hold(first) for first in (b"", head(chat, "GET", "/me"))))


async def test_a_stream_is_not_held_to_the_time_of_its_request(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    models.script(reply("one ", "two", match=tag, gate=tag, after=1))
    async with chat.open(tag) as answer:
        begun = time.monotonic()
        async for _ in answer.aiter_raw():
            if time.monotonic() - begun > REQUEST + 1:
                models.open(tag)
                break
        else:
            raise AssertionError("the stream ended before its turn")


# --- answers that nobody takes


async def test_who_takes_no_answer_holds_no_connection(worker: Worker, chat: Chat) -> None:
    """Neither while the answers to many requests wait for each other, nor after the last."""
    for count in (1, 400):
        raw = socket.socket()
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(raw, ("127.0.0.1", worker.port))
        mine = raw.getsockname()[1]
        asked = head(chat, "GET", "/openapi.json") * count
        await loop.sock_sendall(raw, asked + head(chat, "GET", "/me", "connection: close"))
        assert worker.process
        server = psutil.Process(worker.process.pid)

        def gone(server: psutil.Process = server, mine: int = mine) -> bool:
            return all(not c.raddr or c.raddr.port != mine for c in server.net_connections("tcp"))

        await until(gone, "the connection is closed although nothing is taken")
        raw.close()


# --- room


async def test_bodies_that_are_being_read_have_so_much_room_together(
    launch: Launch, person: Callable[..., Awaitable[str]]
) -> None:
    """Then the next one is sent away, and room comes back with the end of a body."""
    worker = await launch(BATUTA_MAX_BODIES_BYTES="100000", BATUTA_MAX_BODY_BYTES="90000")
    async with Chat(worker.url, await person()) as chat, AsyncExitStack() as stack:
        lines = (JSON, "content-length: 85000")
        held = [await stack.enter_async_context(connected(worker)) for _ in range(1)]
        for _, writer in held:
            writer.write(head(chat, "PUT", "/me/preferences", *lines) + b" " * 80_000)
        await asyncio.sleep(0.5)
        async with connected(worker) as (reader, writer):
            writer.write(head(chat, "PUT", "/me/preferences", *lines) + b" " * 80_000)
            status, rest = await answered(reader)
            assert status == 503
            assert b"retry-after: 1" in rest
        for reader, writer in held:
            writer.write(b" " * 4_998 + b"{}")
            assert (await reader.readline()).split()[1] == b"200"
        async with connected(worker) as (reader, writer):
            writer.write(head(chat, "PUT", "/me/preferences", *lines) + b" " * 84_998 + b"{}")
            assert (await reader.readline()).split()[1] == b"200"
    worker.end()


async def test_a_stranger_s_body_is_small(chat: Chat) -> None:
    """What needs no token has little to say."""
    body = b'{"email": "a@example.org", "password": "' + b"x" * 20_000 + b'"}'
    answer = await chat.http.post(
        f"{chat.url}/auth/login", content=body, headers={"content-type": "application/json"}
    )
    is_problem(answer, 413, "too_large")


# --- connections


async def test_who_opens_many_connections_and_says_nothing_keeps_nobody_out(
    launch: Launch, person: Callable[..., Awaitable[str]], models: ModelServer, tag: str
) -> None:
    """The one that is idle longest goes; one that is being answered stays."""
    models.script(reply("one ", "two", match=tag, gate=tag, after=1))
    worker = await launch(BATUTA_MAX_CONNECTIONS="10", BATUTA_REQUEST_SECONDS="120")
    async with Chat(worker.url, await person()) as chat, AsyncExitStack() as stack:
        live = await stack.enter_async_context(connected(worker))
        live[1].write(post(chat, tag))
        await live[0].readuntil(b"turn_start")
        silent = [await stack.enter_async_context(connected(worker)) for _ in range(30)]
        for _, writer in silent[10:]:
            writer.write(b"POST /chat HTTP/1.1\r\nhost: x\r\nx-y: ")
        for _ in range(3):
            assert (await chat.get("/me")).status_code == 200
        async with asyncio.timeout(30):
            with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
                await silent[0][0].readexactly(1)
        models.open(tag)
        assert b'"done"' in await live[0].readuntil(b"done" + b'"')
    worker.end()


async def test_connections_have_a_limit_when_all_are_at_work(
    launch: Launch, person: Callable[..., Awaitable[str]], models: ModelServer, tag: str
) -> None:
    models.script(*(reply("one ", "two", match=tag, gate=tag, after=1) for _ in range(3)))
    worker = await launch(BATUTA_MAX_CONNECTIONS="3")
    async with AsyncExitStack() as stack:
        for _ in range(3):
            chat = await stack.enter_async_context(Chat(worker.url, await person()))
            reader, writer = await stack.enter_async_context(connected(worker))
            writer.write(post(chat, tag))
            await reader.readuntil(b"turn_start")
        async with connected(worker) as (reader, writer):
            writer.write(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")
            status, rest = await answered(reader)
            assert status == 503
            assert b"retry-after: 1" in rest
            assert b"x-correlation-id" in rest
        models.open(tag)
    await worker.ready()  # there is room again
    worker.end()


async def test_one_address_has_so_many_connections_or_requests_through_a_proxy(
    launch: Launch, person: Callable[..., Awaitable[str]], models: ModelServer, tag: str
) -> None:
    """Loopback is a proxy here: whom it speaks for is counted, and it alone is not."""
    models.script(*(reply("one ", "two", match=tag, gate=tag, after=1) for _ in range(9)))
    limits = {"BATUTA_MAX_CONNECTIONS_PER_ADDRESS": "2"}
    behind, open_ = await launch(**limits), await launch(**limits, BATUTA_TRUSTED_PROXIES="none")
    async with AsyncExitStack() as stack:
        for worker in (behind, open_):
            for _ in range(2):
                chat = await stack.enter_async_context(Chat(worker.url, await person()))
                reader, writer = await stack.enter_async_context(connected(worker))
                said = post(chat, tag)
                if worker is behind:
                    said = said.replace(
                        b"host: x\r\n", b"host: x\r\nx-forwarded-for: 192.0.2.9\r\n"
                    )
                writer.write(said)
                await reader.readuntil(b"turn_start")
        async with httpx.AsyncClient() as http:
            for address, status in (
                ("192.0.2.9", 429),
                ("1.1.1.1, 192.0.2.9", 429),
                ("192.0.2.8", 200),
            ):
                sent = {"x-forwarded-for": address}
                answer = await http.get(f"{behind.url}/healthz", headers=sent)
                assert answer.status_code == status, address
                if status == 429:
                    is_problem(answer, 429, "rate_limited")
                    assert answer.headers["retry-after"] == "1"
            assert (await http.get(f"{behind.url}/healthz")).status_code == 200
        async with httpx.AsyncClient() as http:
            sent = {"x-forwarded-for": "192.0.2.77"}  # nobody's word counts there
            is_problem(await http.get(f"{open_.url}/healthz", headers=sent), 429, "rate_limited")
        models.open(tag)
    for worker in (behind, open_):
        worker.end()


# --- heads that can be read in two ways


@pytest.mark.parametrize(
    "line",
    [
        "host: other", "host: x", "Host: x", "authorization: Bearer other",
        "content-type: text/plain", "idempotency-key: a", "last-event-id: a:1",
        "x-correlation-id: a",
    ],
)  # fmt: skip
async def test_what_is_said_twice_is_refused(chat: Chat, line: str) -> None:
    """Also when it is the same both times: a proxy may have seen only one of them."""
    twice = [JSON, "idempotency-key: a", "last-event-id: a:1", "x-correlation-id: a", line]
    async with connected_to(chat) as (reader, writer):
        writer.write(head(chat, "GET", "/me", *twice, "connection: close"))
        status, rest = await answered(reader)
    assert status == 400, line
    assert b"application/problem+json" in rest


@pytest.mark.parametrize("host", [None, "a, b", "a/b", "a b", "user@a", "ü"])
async def test_a_request_names_one_host(chat: Chat, host: str | None) -> None:
    said = head(chat, "GET", "/me", "connection: close")
    line = b"" if host is None else f"host: {host}\r\n".encode("latin-1")
    async with connected_to(chat) as (reader, writer):
        writer.write(said.replace(b"host: x\r\n", line))
        assert (await answered(reader))[0] == 400


async def test_another_protocol_is_not_spoken_here(worker: Worker, chat: Chat) -> None:
    """An offer to upgrade is answered like any request, and the connection counts like any."""
    before = files(worker)
    for offered in ("websocket", "h2c"):
        lines = ["connection: upgrade", f"upgrade: {offered}", "sec-websocket-version: 13",
                 "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=="]  # fmt: skip
        async with connected_to(chat) as (reader, writer):
            writer.write(head(chat, "GET", "/me", *lines))
            assert (await answered(reader))[0] == 200
    await until(lambda: files(worker) <= before, "their connections are closed")


def files(worker: Worker) -> int:
    assert worker.process
    return psutil.Process(worker.process.pid).num_fds()

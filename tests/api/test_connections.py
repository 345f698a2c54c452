"""Connections that are slow, broken or hostile leave nothing behind."""

from __future__ import annotations

import asyncio
import socket

import psutil
import pytest

from tests.support.chatting import Chat, check_whole, text_of
from tests.support.model_server import ModelServer, reply
from tests.support.raw_http import connected, head, post
from tests.support.workers import Worker, until

pytestmark = pytest.mark.anyio  # it fills its worker with connections that end badly


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
    all_gone = "all connections are let go"  # the half heads last: their time is half a minute
    await until(lambda: resources(worker)[0] <= base + 2, all_gone, seconds=120)
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

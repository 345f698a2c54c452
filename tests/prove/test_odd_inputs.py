"""Thousands of odd values, one at a time, in every field of every route."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Callable

import asyncpg
import httpx
import pytest

from tests.support.api_routes import routes_of
from tests.support.campaigns import Tally, Unshaken
from tests.support.chance import code
from tests.support.chatting import Chat
from tests.support.isolation import Make
from tests.support.odd_values import OddRequest, odd_requests
from tests.support.workers import Worker

pytestmark = [pytest.mark.anyio, pytest.mark.prove]
MOST = 6_000  # of one run; the seed says which
AT_ONCE = 6
SECONDS_OF_ROUTE = 40  # some routes work for seconds: they get fewer


async def test_odd_values_are_refused_or_taken_and_break_nothing(
    worker: Worker, person: Make, pool: asyncpg.Pool, tally: Callable[[str], Tally]
) -> None:
    """No 5xx, no answer that takes for ever, each refusal in the one form, and no growth.

    What only so many may do at once may be told to come again.
    """
    counted = tally("odd inputs")
    async with Chat(worker.url, await person("admin")) as chat:
        routes = routes_of((await chat.get("/openapi.json")).json())
        routes = [r for r in routes if r.path != "/auth/logout"]  # it would end this person
        every = list(odd_requests(routes, await _known(chat)))
        random.Random(code()).shuffle(every)
        counted.count("possible", len(every))
        still = Unshaken(worker)
        await _send_all(chat, every[:MOST], counted)
        counted.count("MB grown", max(0, round(await still.check(chat))))
    assert counted.counts["sent"] >= 2_700, counted


async def _known(chat: Chat) -> dict[str, str]:
    """Talk once, so that there is something to name."""
    turn = (await chat.say("echo something"))[0]["turn"]
    me = (await chat.get("/me")).json()["id"]
    return {
        "turn_id": turn,
        "session_id": str(chat.session),
        "uuid": me,
        "name": "root",
        "version": "1",
        "message": "hi",
        "reason": "to see what happens",
        "note": "to see what happens",
    }


async def _send_all(chat: Chat, every: list[OddRequest], counted: Tally) -> None:
    spent: Counter[str] = Counter()
    waiting = iter(every)

    async def some() -> None:
        for odd in waiting:
            name = str(odd.route)
            if spent[name] > SECONDS_OF_ROUTE * 1000:
                counted.count("left out for their time")
                continue
            begun = time.monotonic()
            while (status := await _send(chat, odd)) == 503:
                counted.count("told to try again")
                await asyncio.sleep(1)
            spent[name] += round((time.monotonic() - begun) * 1000)
            counted.count("sent")
            counted.count(f"answered {status // 100}xx" if status else "that no client sends")

    await asyncio.gather(*(some() for _ in range(AT_ONCE)))


async def _send(chat: Chat, odd: OddRequest) -> int:
    headers = {"authorization": f"Bearer {chat.token}"} | odd.headers
    content = odd.raw
    if odd.body is not None:
        content = json.dumps(odd.body).encode()
    if content is not None:
        headers = {"content-type": "application/json"} | headers
    raw = [(k.encode(), _bytes(v)) for k, v in headers.items()]
    what = (str(odd.route), odd.what)
    try:
        async with (
            asyncio.timeout(60),
            chat.http.stream(
                odd.route.method, chat.url + odd.path, content=content, headers=raw
            ) as answer,
        ):
            said = await answer.aread()
    except (httpx.InvalidURL, httpx.LocalProtocolError):
        return 0
    except (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError) as exc:
        raise AssertionError(f"{what}: no answer, but {exc!r}") from exc
    full = answer.status_code == 503 and "retry-after" in answer.headers
    assert answer.status_code < 500 or full, (*what, said[:1000])
    if answer.status_code >= 400 and answer.headers.get("x-correlation-id"):
        assert answer.headers["content-type"] == "application/problem+json", (*what, said[:500])
    return answer.status_code


def _bytes(value: str) -> bytes:
    return value.encode("latin-1" if max(value, default="") <= "\xff" else "utf-8")

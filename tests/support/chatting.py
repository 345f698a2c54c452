"""A strict reader of turns: what it accepts is what every client may rely on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import orjson

from contracts.events import StreamEventAdapter

Json = dict[str, Any]
LONGEST = 150  # seconds: a stream that only beats would outlast the test that reads it


def check_whole(events: list[Json]) -> None:
    """Every event once and in order, one `done` and it is the last."""
    assert [e["seq"] for e in events] == list(range(1, len(events) + 1)), events
    assert [e["type"] for e in events].count("done") == 1
    assert events[-1]["type"] == "done"
    for event in events:
        StreamEventAdapter.validate_python(event)


def text_of(events: list[Json]) -> str:
    """What a client shows in the end."""
    text = ""
    for event in events:
        if event["type"] == "text":
            text += event["content"]
        elif event["type"] == "text_restart":
            text = ""
    return text


def types(events: list[Json]) -> list[str]:
    """The sequence of event types."""
    return [e["type"] for e in events]


def only(events: list[Json], kind: str) -> Json:
    """The one event of a type."""
    found = [e for e in events if e["type"] == kind]
    assert len(found) == 1, f"{kind}: {types(events)}"
    return found[0]


def every(events: list[Json], kind: str) -> list[Json]:
    """All events of a type, in order."""
    return [e for e in events if e["type"] == kind]


@dataclass
class Chat:
    """One person at one worker."""

    url: str
    token: str
    session: str | None = None
    http: httpx.AsyncClient = field(
        default_factory=lambda: httpx.AsyncClient(
            timeout=httpx.Timeout(60, connect=10),
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=20),
        )
    )

    @property
    def auth(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    async def __aenter__(self) -> Chat:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    def body(self, message: str | None, **more: Any) -> Json:
        body: Json = {**more}
        if message is not None:
            body["message"] = message
        if self.session and "session_id" not in body:
            body["session_id"] = self.session
        return body

    @asynccontextmanager
    async def open(
        self, message: str | None, headers: dict[str, str] | None = None, **more: Any
    ) -> AsyncGenerator[httpx.Response]:
        """Post a message and hand out the open stream."""
        async with self.http.stream(
            "POST",
            f"{self.url}/chat",
            json=self.body(message, **more),
            headers=self.auth | (headers or {}),
        ) as answer:
            yield answer

    async def say(
        self, message: str | None, headers: dict[str, str] | None = None, **more: Any
    ) -> list[Json]:
        """Post a message and read its turn to the end, strictly."""
        async with asyncio.timeout(LONGEST), self.open(message, headers, **more) as answer:
            assert answer.status_code == 200, (answer.status_code, await answer.aread())
            events = [e async for e in events_of(answer)]
        check_whole(events)
        start = next((e for e in events if e["type"] == "turn_start"), None)
        if start:
            self.session = start["session"]
        return events

    async def begin(self, message: str, **more: Any) -> str:
        """Post a message, leave at once, and return the turn's id."""
        async with self.open(message, **more) as answer:
            assert answer.status_code == 200, (answer.status_code, await answer.aread())
            return answer.headers["x-turn-id"]

    async def follow(self, turn: str, after: int = 0, url: str | None = None) -> list[Json]:
        """Read a turn from a mark to its end."""
        path = f"{url or self.url}/chat/{turn}/events?after={after}"
        there = self.http.stream("GET", path, headers=self.auth)
        async with asyncio.timeout(LONGEST), there as answer:
            assert answer.status_code == 200, (answer.status_code, await answer.aread())
            return [e async for e in events_of(answer)]

    async def follow_stubbornly(
        self, turn: str, urls: list[str], read_for: float | None = None
    ) -> list[Json]:
        """Follow a turn across workers that die, connection after connection, to its `done`."""
        events: list[Json] = []
        attempt = 0
        while not events or events[-1]["type"] != "done":
            url = urls[attempt % len(urls)]
            attempt += 1
            assert attempt < 600, f"no end in sight: {types(events)}"
            after = events[-1]["seq"] if events else 0
            path = f"{url}/chat/{turn}/events?after={after}"
            try:
                async with asyncio.timeout(read_for):
                    async with self.http.stream("GET", path, headers=self.auth) as answer:
                        if answer.status_code != 200:
                            await asyncio.sleep(0.1)
                            continue
                        async for event in events_of(answer):
                            events.append(event)  # noqa: PERF401  # kept when it breaks off
            except (httpx.HTTPError, TimeoutError):
                await asyncio.sleep(0.05)
        check_whole(events)
        return events

    async def get(self, path: str, **more: Any) -> httpx.Response:
        async with asyncio.timeout(LONGEST):
            return await self.http.get(f"{self.url}{path}", headers=self.auth, **more)

    async def post(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        async with asyncio.timeout(LONGEST):
            url = f"{self.url}{path}"
            return await self.http.post(url, json=body, headers=self.auth, **more)

    async def delete(self, path: str) -> httpx.Response:
        return await self.http.delete(f"{self.url}{path}", headers=self.auth)

    async def approve(self, approval: str, approve: bool = True, **more: Any) -> list[Json]:
        """Answer an approval and read the turn that carries it out."""
        async with self.http.stream(
            "POST",
            f"{self.url}/approvals/{approval}",
            json={"approve": approve, **more},
            headers=self.auth,
        ) as answer:
            assert answer.status_code == 200, (answer.status_code, await answer.aread())
            events = [e async for e in events_of(answer)]
        check_whole(events)
        return events


async def events_of(answer: httpx.Response) -> AsyncGenerator[Json]:
    """Decode NDJSON as it comes; a line that was cut off is no event."""
    rest = b""
    async for chunk in answer.aiter_raw():
        rest += chunk
        *whole, rest = rest.split(b"\n")
        for line in whole:
            if line:
                yield orjson.loads(line)

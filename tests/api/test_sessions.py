"""Sessions, their pages and messages, a person's preferences and usage."""

from __future__ import annotations

import asyncio
from typing import Any

import asyncpg
import pytest

from tests.support.chatting import Chat, Json, events_of, only, text_of
from tests.support.model_server import ModelServer, call, reply
from tests.support.raw_http import is_problem

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]


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
    assert result["facts"]["title"] == "Look"
    assert result["facts"]["cached"] is False
    assert result["facts"]["duration_ms"] >= 0
    assert detail["open_turns"] == []
    assert detail["approvals"] == []
    assert [event["type"] for event in detail["told"]] == ["route", "usage"]
    assert {event["turn"] for event in detail["told"]} == {question["turn"]}
    assert detail["title"] == f"look {tag}"


async def test_what_was_said_of_answers_is_told_with_them(chat: Chat, tag: str) -> None:
    """The latest word comes last; nobody else's is told."""
    await chat.say(f"hello {tag}")
    turn = (await chat.get(f"/sessions/{chat.session}")).json()["messages"][0]["turn"]
    for kind, comment in (("positive", None), ("correction", "shorter")):
        body = {"turn_id": turn, "type": kind, "comment": comment}
        assert (await chat.post("/feedback", body)).status_code == 200
    told = (await chat.get(f"/sessions/{chat.session}")).json()["feedback"]
    assert told == [
        {"turn": turn, "type": "positive", "comment": None},
        {"turn": turn, "type": "correction", "comment": "shorter"},
    ]


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
    good = {
        "autonomous": True,
        "language": "pt",
        "timezone": "America/Recife",
        "show_memory": True,
        "max_steps": 20,
    }
    assert (await chat.http.put(path, json=good, headers=chat.auth)).json() == good
    bodies: list[Any] = [
        {"autonomus": True},
        {"language": "de"},
        {"timezone": "Mars/Olympus"},
        {"timezone": "../../etc/passwd"},
        {"timezone": "a\x00"},
        {"autonomous": "maybe"},
        {"max_steps": 0},
        {"max_steps": 51},
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

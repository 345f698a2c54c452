"""What the worker counts, and who may read it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import httpx
import pytest

from tests.support.chance import an_id
from tests.support.chatting import Chat, only
from tests.support.model_server import ModelServer, call, reply
from tests.support.raw_http import is_problem
from tests.support.workers import Worker

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]


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


async def test_requests_are_counted_by_route_method_and_status(chat: Chat) -> None:
    """A path that is no route's and a method that nobody knows add no label of their own."""
    before = await metrics(chat)
    asked = [
        ("GET", "/me", 200, 'route="/me",status="200"', "GET"),
        ("GET", f"/sessions/{an_id()}", 404, 'route="/sessions/{session_id}",status="404"', "GET"),
        ("DELETE", "/chat", 405, None, "DELETE"),
        ("GET", f"/{an_id()}/made/up", 404, 'route="unknown",status="404"', "GET"),
        ("PROPFIND", f"/{an_id()}", 404, 'route="unknown",status="404"', "unknown"),
        ("GET", "/healthz?secret=quetzal", 200, 'route="/healthz",status="200"', "GET"),
    ]
    for method, path, status, _, _ in asked:
        answer = await chat.http.request(method, f"{chat.url}{path}", headers=chat.auth)
        assert answer.status_code == status
    after = await metrics(chat)
    for _, _, _, labels, method in asked:
        if labels:
            name = f'batuta_http_requests_total{{method="{method}",{labels}}}'
            assert after[name] == before.get(name, 0) + 1
            spent = name.replace("requests_total", "request_seconds_count")
            assert after[spent] == before.get(spent, 0) + 1
    assert not any("quetzal" in name or "made" in name for name in after)


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

"""Pages of other origins: those that are named may call with a token, all others may not."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable

import httpx
import pytest

from server.settings import BadSetting, Settings
from tests.support.workers import Worker

pytestmark = pytest.mark.anyio
OURS, OTHER = "https://chat.example.org", "https://evil.example.org"
ASKED = {"access-control-request-method": "POST", "access-control-request-headers": "authorization"}


@pytest.fixture(scope="module")
async def named(launch: Callable[..., Awaitable[Worker]]) -> AsyncGenerator[Worker]:
    worker = await launch(BATUTA_ALLOWED_ORIGINS=f"{OURS}, http://localhost:5173/")
    yield worker
    worker.end()


async def preflight(worker: Worker, origin: str) -> httpx.Response:
    async with httpx.AsyncClient(base_url=worker.url, trust_env=False) as http:
        return await http.options("/chat", headers={"origin": origin, **ASKED})


async def test_a_page_that_is_named_may_ask_with_a_token_and_never_with_a_cookie(
    named: Worker, person: Callable[..., Awaitable[str]]
) -> None:
    allowed = await preflight(named, OURS)
    assert allowed.status_code == 200
    assert allowed.headers["access-control-allow-origin"] == OURS
    assert "access-control-allow-credentials" not in allowed.headers
    async with httpx.AsyncClient(base_url=named.url, trust_env=False) as http:
        auth = {"authorization": f"Bearer {await person()}", "origin": OURS}
        answer = await http.get("/me", headers=auth)
        refused = await http.get("/me", headers={"origin": OURS})
    assert answer.headers["access-control-allow-origin"] == OURS
    assert "x-turn-id" in answer.headers["access-control-expose-headers"].lower()
    assert refused.status_code == 401  # and the page may read why
    assert refused.headers["access-control-allow-origin"] == OURS


async def test_a_page_that_is_not_named_may_not(named: Worker) -> None:
    refused = await preflight(named, OTHER)
    assert refused.status_code == 400
    assert "access-control-allow-origin" not in refused.headers


async def test_without_the_setting_nothing_is_said_of_origins(worker: Worker) -> None:
    refused = await preflight(worker, OURS)
    assert not [name for name in refused.headers if name.startswith("access-control")]


@pytest.mark.parametrize("said", ["*", "chat.example.org", "https://a.example/path", "null"])
def test_what_is_no_origin_stops_the_start(said: str) -> None:
    with pytest.raises(BadSetting, match=r"BATUTA_ALLOWED_ORIGINS.*no origin"):
        Settings.load({"BATUTA_ALLOWED_ORIGINS": said})

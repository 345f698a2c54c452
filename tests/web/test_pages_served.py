"""The application's files: what is sent, with which headers, and what is never opened."""

from __future__ import annotations

import gzip
from collections.abc import AsyncGenerator

import httpx
import pytest

from server.pages.web_app import web_file
from tests.support.workers import Worker

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]
BUDGET = 220 * 1024


@pytest.fixture
async def http(worker: Worker) -> AsyncGenerator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=worker.url, trust_env=False) as opened:
        yield opened


async def test_the_address_of_the_server_leads_to_the_application(http: httpx.AsyncClient) -> None:
    answer = await http.get("/")
    assert (answer.status_code, answer.headers["location"]) == (303, "/app/")


async def test_every_page_is_the_index_under_a_policy_without_inline_code(
    http: httpx.AsyncClient,
) -> None:
    first = await http.get("/app/")
    for path in ("/app/c/1", "/app/dashboards", "/app/no/such/page"):
        answer = await http.get(path)
        assert (answer.status_code, answer.content) == (200, first.content)
    policy = first.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "<script>" not in first.text
    assert "style=" not in first.text
    assert first.headers["cache-control"] == "no-cache"
    again = await http.get("/app/", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304


async def test_what_is_named_after_its_content_is_kept_and_the_rest_asked_for_again(
    http: httpx.AsyncClient,
) -> None:
    index = (await http.get("/app/")).text
    names = [part.split('"')[0] for part in index.split('"/app/assets/')[1:]]
    assert names
    for name in names:
        answer = await http.get(f"/app/assets/{name}", headers={"accept-encoding": "gzip"})
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
    assert (await http.get("/app/assets/gone.js")).status_code == 404
    assert (await http.get("/app/mark.svg")).headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        "../pyproject.toml",
        "..%2f..%2fpyproject.toml",
        "%2e%2e/%2e%2e/pyproject.toml",
        ".vite/manifest.json",
        "/etc/passwd",
        "assets/../../package.json",
    ],
)
async def test_nothing_but_what_was_built_is_opened(http: httpx.AsyncClient, path: str) -> None:
    answer = await http.get(f"/app/{path}")
    assert b"[project]" not in answer.content
    assert b"root:" not in answer.content
    assert answer.status_code == 404 or answer.content == (await http.get("/app/")).content


async def test_the_first_load_stays_within_its_budget(http: httpx.AsyncClient) -> None:
    index = (await http.get("/app/")).text
    loaded = [part.split('"')[0] for part in index.split('="/app/')[1:]]
    sizes = {name: _weight(name) for name in loaded}
    assert any(name.endswith(".js") for name in sizes)
    assert sum(sizes.values()) <= BUDGET, sizes


async def test_the_chart_library_is_no_part_of_the_first_load(http: httpx.AsyncClient) -> None:
    index = (await http.get("/app/")).text
    loaded = [part.split('"')[0] for part in index.split('="/app/')[1:]]
    texts = {name: web_file(name) for name in loaded if name.endswith(".js")}
    assert texts
    for name, found in texts.items():
        assert found is not None
        assert b"boxplot" not in found.content, f"{name} draws charts"


def _weight(name: str) -> int:
    found = web_file(name)
    assert found is not None, name
    return len(gzip.compress(found.content, 9))

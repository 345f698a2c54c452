"""A page of ours in a browser, as far as requests go: its cookies, and what it sends with them."""

from __future__ import annotations

from typing import Any

import httpx

OF_OUR_PAGE = {"x-batuta-page": "1", "sec-fetch-site": "same-origin"}


def page_at(url: str, **headers: str) -> httpx.AsyncClient:
    """Open a browser whose requests come from a page of this server."""
    return httpx.AsyncClient(
        base_url=url, headers=OF_OUR_PAGE | {"origin": url} | headers, timeout=30
    )


def cookie(answer: httpx.Response, name: str) -> str:
    """Return the line that sets a cookie."""
    [line] = [
        line
        for line in answer.headers.get_list("set-cookie")
        if line.partition("=")[0].endswith(f"batuta_{name}")
    ]
    return line


def value(answer: httpx.Response, name: str) -> str:
    """Return what a cookie was set to."""
    return cookie(answer, name).partition("=")[2].partition(";")[0]


async def sign_in(page: httpx.AsyncClient, email: str, password: str) -> httpx.Response:
    """Sign in as a page does."""
    body: dict[str, Any] = {"email": email, "password": password}
    return await page.post("/auth/browser/login", json=body)

"""A browser for the tests of a file, and people who come with it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import asyncpg
import pytest
from playwright.async_api import Browser

from server.identity import accounts
from store import users
from tests.support.chance import an_email
from tests.support.web_page import WebVisit, chromium, visit
from tests.support.workers import Worker


@pytest.fixture(scope="module")
async def web_browser() -> AsyncGenerator[Browser]:
    async with chromium() as started:
        yield started


@pytest.fixture
async def visitor(
    worker: Worker, web_browser: Browser
) -> AsyncGenerator[Callable[..., Awaitable[WebVisit]]]:
    """Make somebody who comes to the worker's pages; their complaints fail the test."""
    async with AsyncExitStack() as stack:

        async def come(**context: Any) -> WebVisit:
            return await stack.enter_async_context(visit(web_browser, worker.url, **context))

        yield come


@pytest.fixture
async def signed_in(
    worker: Worker, web_browser: Browser, pool: asyncpg.Pool
) -> AsyncGenerator[Callable[..., Awaitable[WebVisit]]]:
    """Make somebody who has been welcomed and is signed in; `email` is theirs."""
    async with AsyncExitStack() as stack:

        async def come(email: str | None = None, new: bool = False, **context: Any) -> WebVisit:
            email = email or an_email()
            await users.ensure_organisation(pool, "default")
            if await users.add(pool, email=email, roles=("user",), org="default") and not new:
                await pool.execute(
                    "insert into batuta.profiles (user_id, org_id, data)"
                    " select id, org_id, '{\"onboarding_completed\": true}'"
                    " from batuta.users where email = $1",
                    email,
                )
            come_in = await stack.enter_async_context(visit(web_browser, worker.url, **context))
            user = await accounts.account_by_email(pool, email)
            link = await accounts.make_link(pool, user, "login")
            answer = await come_in.context.request.post(
                f"{worker.url}/auth/browser/link",
                data={"token": link},
                headers={"x-batuta-page": "1"},
            )
            assert answer.status == 204, await answer.text()
            return come_in

        yield come

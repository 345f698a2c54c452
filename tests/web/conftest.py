"""A browser for the tests of a file, and people who come with it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
from playwright.async_api import Browser

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

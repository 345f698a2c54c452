"""A worker that is impatient, so that nobody has to wait for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from tests.support.workers import Worker

HEARTBEAT, SLOW, REQUEST = 0.3, 1.0, 6.0


@pytest.fixture(scope="module")
async def worker(worker_of: Callable[..., Awaitable[Worker]]) -> Worker:
    """A worker that is impatient, so that nobody has to wait for it."""
    return await worker_of(
        BATUTA_HEARTBEAT_SECONDS=str(HEARTBEAT),
        BATUTA_SLOW_READER_SECONDS=str(SLOW),
        BATUTA_REQUEST_SECONDS=str(REQUEST),
    )

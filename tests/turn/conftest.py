"""Workers of few steps, and one whose models fail."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from tests.support.model_server import ModelServer
from tests.support.workers import Worker


@pytest.fixture(scope="module")
def worker_env(worker_env: dict[str, str]) -> dict[str, str]:
    return worker_env | {"BATUTA_MAX_STEPS": "4", "BATUTA_MODEL_RETRIES": "0"}


@pytest.fixture(scope="module")
async def frail(worker_of: Callable[..., Awaitable[Worker]], models: ModelServer) -> Worker:
    """A worker whose models fail in these tests; what it remembers of that disturbs nobody else."""
    return await worker_of(GOOGLE_API_KEY="test-key", GOOGLE_GEMINI_BASE_URL=models.url)

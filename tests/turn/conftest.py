"""Workers of few steps, and one whose models fail."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from uuid import uuid4

import pytest

from tests.support.model_server import ModelServer
from tests.support.workers import Worker


@pytest.fixture
def tag() -> str:
    """A mark in this test's messages, by which the model server tells them apart."""
    return f"t{uuid4().hex[:10]}"


@pytest.fixture(scope="module")
def worker_env(worker_env: dict[str, str]) -> dict[str, str]:
    """Few steps; and nobody is killed here: a slow machine must not look like a dead worker."""
    return worker_env | {
        "BATUTA_MAX_STEPS": "4",
        "BATUTA_MODEL_RETRIES": "0",
        "BATUTA_LEASE_SECONDS": "30",
    }


@pytest.fixture(scope="module")
async def frail(launch: Callable[..., Awaitable[Worker]], models: ModelServer) -> Worker:
    """A worker whose models fail in these tests; what it remembers of that disturbs nobody else."""
    return await launch(GOOGLE_API_KEY="test-key", GOOGLE_GEMINI_BASE_URL=models.url)

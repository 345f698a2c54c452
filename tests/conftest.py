"""What tests share: one embedded PostgreSQL, one model server, workers, people."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from pathlib import Path
from uuid import uuid4

import asyncpg
import pytest

from server.identity.identity import Identity
from server.settings import Settings
from store import users
from store.migrate import migrate
from store.pool import open_pool
from tests.support.chatting import Chat
from tests.support.homes import fresh_database, fresh_home
from tests.support.model_server import ModelServer
from tests.support.welcomed import welcomed
from tests.support.workers import PROJECT, Worker

LEASE = "2"


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def cluster() -> Generator[Path]:
    """A running embedded PostgreSQL."""
    with fresh_home() as home:
        yield home


@pytest.fixture(scope="module")
async def dsn(cluster: Path, anyio_backend: str) -> str:
    """A migrated database of this module's own."""
    made = fresh_database(cluster, f"t{uuid4().hex[:12]}")
    await migrate(made)
    return made


@pytest.fixture(scope="module")
async def pool(dsn: str) -> AsyncGenerator[asyncpg.Pool]:
    opened = await open_pool(dsn, 4)
    yield opened
    await opened.close()


@pytest.fixture(scope="module")
def models() -> Generator[ModelServer]:
    """The model provider, on a loop of its own."""
    with ModelServer.thread() as server:
        yield server


@pytest.fixture
def probes(tmp_path: Path) -> Path:
    """Where the probe tools of tests/data/project note what they did."""
    return tmp_path


@pytest.fixture(scope="module")
def probe_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder the module's workers were told; names inside are unique per test."""
    return tmp_path_factory.mktemp("probes")


@pytest.fixture(scope="module")
def worker_env(models: ModelServer, probe_folder: Path) -> dict[str, str]:
    """How the workers of this module are set up; modules may override it."""
    return {
        "ANTHROPIC_API_KEY": "test-key",
        "ANTHROPIC_BASE_URL": models.url,
        "BATUTA_PROJECT": str(PROJECT),
        "BATUTA_TEST_PROBES": str(probe_folder),
        "BATUTA_LEASE_SECONDS": LEASE,
        "BATUTA_RATE_PER_MINUTE": "0",
        "BATUTA_MAX_OPEN_TURNS": "0",
        "BATUTA_DRAIN_SECONDS": "3",
    }


@pytest.fixture(scope="module")
def launch(
    dsn: str, worker_env: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Generator[Callable[..., Awaitable[Worker]]]:
    """Start workers; all are ended with the module."""
    started: list[Worker] = []
    logs = tmp_path_factory.mktemp("workers")

    async def start(**more: str) -> Worker:
        worker = Worker(dsn, worker_env | more, logs / f"{len(started)}.log")
        started.append(worker)
        return await worker.start().ready()

    yield start
    for worker in started:
        worker.end()


@pytest.fixture(scope="module")
async def worker(launch: Callable[..., Awaitable[Worker]]) -> Worker:
    """A worker that nobody kills."""
    return await launch()


@pytest.fixture(scope="module")
async def identity(pool: asyncpg.Pool) -> AsyncGenerator[Identity]:
    opened = await Identity.open(pool, Settings.load({}))
    yield opened
    await opened.close()


@pytest.fixture(scope="module")
def person(pool: asyncpg.Pool, identity: Identity) -> Callable[..., Awaitable[str]]:
    """Make a person and return a token of theirs."""

    async def make(*roles: str, org: str = "default", email: str | None = None) -> str:
        email = email or f"p{uuid4().hex[:10]}@example.org"
        await users.ensure_organisation(pool, org)
        user_id = await users.add(pool, email=email, roles=roles or ("user",), org=org)
        assert user_id
        return await identity.issue(user_id)

    return make


@pytest.fixture
async def chat(worker: Worker, person: Callable[..., Awaitable[str]]) -> AsyncGenerator[Chat]:
    """A new person at the worker."""
    async with Chat(worker.url, await person()) as opened:
        yield opened


@pytest.fixture
async def known(chat: Chat, pool: asyncpg.Pool) -> Chat:
    """Somebody at the worker who has been welcomed before."""
    return await welcomed(chat, pool)

"""What tests share: one embedded PostgreSQL, one model server, workers, people."""

from __future__ import annotations

import itertools
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from pathlib import Path
from typing import Any

import asyncpg
import hypothesis
import pytest

from server.identity.identity import Identity
from server.settings import Settings
from store import users
from store.pool import open_pool
from tests.support.chance import an_email, an_id, begin, code, new_seed
from tests.support.chatting import Chat
from tests.support.homes import fresh_database, fresh_home, migrated_database
from tests.support.model_server import ModelServer
from tests.support.publishing import Shop
from tests.support.welcomed import welcomed
from tests.support.workers import PROJECT, SharedWorkers, Worker, group_of

LEASE, LONG_LEASE = "2", "30"


# What takes longest begins first, so that no process is left alone with it at the end.
SLOW = (
    "tests/test_kill.py", "tests/test_mcp.py", "tests/test_workflow_live.py", "tests/test_serve.py",
    "tests/api/test_connections.py", "tests/api",
    "tests/test_versions.py", "tests/queue", "tests/test_approvals.py", "tests/test_attacked.py",
    "tests/test_advisors.py", "tests/test_outage.py", "tests/test_versions_dev.py",
    "tests/test_embedded.py", "tests/cases/test_case_origins.py", "tests/test_workflow_talk.py",
    "tests/test_bench.py", "tests/test_parallel_agents.py", "tests/turn", "tests/cases",
)  # fmt: skip
SEED = pytest.StashKey[int]()
hypothesis.settings.register_profile("repeatable", derandomize=True)
hypothesis.settings.load_profile("repeatable")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seed", type=int, help="the seed of a run that is to be repeated")
    parser.addoption("--fuzz-minutes", type=float, default=4, help="how long `make prove` fuzzes")


def pytest_configure(config: pytest.Config) -> None:
    """Settle the seed; a process of a parallel run is told it by the one that started it."""
    given: int | None = getattr(config, "workerinput", {}).get("seed")
    given = config.getoption("--seed") if given is None else given
    config.stash[SEED] = new_seed() if given is None else given


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    node.workerinput["seed"] = node.config.stash[SEED]


def pytest_report_header(config: pytest.Config) -> str:
    return f"seed: {config.stash[SEED]} (repeat with --seed)"


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Name the seed beside the failures, where a quiet run shows it too."""
    if terminalreporter.stats.get("failed") or terminalreporter.stats.get("error"):
        terminalreporter.line(f"seed: {config.stash[SEED]} (repeat with --seed)")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    rank = {name: place for place, name in enumerate(SLOW)}
    items.sort(key=lambda item: rank.get(group_of(item.nodeid), len(SLOW)))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Hand out what belongs together to one process; `--dist loadgroup` would do, but the ids of
    this pytest no longer carry the group."""
    from xdist.scheduler import LoadScopeScheduling

    class Groups(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return group_of(nodeid)

    return Groups(config, log) if config.getoption("dist") == "loadscope" else None


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    begin(item.config.stash[SEED], item.nodeid)


def shares(request: pytest.FixtureRequest) -> bool:
    """Tell whether a module uses a worker and a database that others use too."""
    return request.node.get_closest_marker("shared_worker") is not None


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def cluster() -> Generator[Path]:
    """A running embedded PostgreSQL."""
    with fresh_home() as home:
        yield home


@pytest.fixture(scope="session")
def migrated(cluster: Path) -> str:
    """The name of a migrated database that nobody uses: others are copies of it."""
    return migrated_database(cluster)


@pytest.fixture(scope="session")
def shared_workers(
    cluster: Path, migrated: str, tmp_path_factory: pytest.TempPathFactory
) -> Generator[SharedWorkers]:
    """Databases and workers that the files of a folder with `shared_worker` use in turn."""
    numbers = itertools.count()

    def new_database() -> str:
        return fresh_database(cluster, f"shared{next(numbers)}", migrated)

    workers = SharedWorkers(new_database, tmp_path_factory.mktemp("shared"))
    yield workers
    workers.end()


@pytest.fixture(scope="module")
def dsn(request: pytest.FixtureRequest, cluster: Path, migrated: str) -> str:
    """A migrated database of this module's own, or the one that is shared."""
    if shares(request):
        workers: SharedWorkers = request.getfixturevalue("shared_workers")
        return workers.database(request.path.parent)
    return fresh_database(cluster, f"t{code()}", migrated)


@pytest.fixture(scope="module")
async def pool(dsn: str) -> AsyncGenerator[asyncpg.Pool]:
    opened = await open_pool(dsn, 4)
    yield opened
    await opened.close()


@pytest.fixture(scope="session")
def model_server() -> Generator[ModelServer]:
    """The model provider, on a loop of its own."""
    with ModelServer.thread() as server:
        yield server


@pytest.fixture(scope="module")
def models(model_server: ModelServer) -> Generator[ModelServer]:
    """The model provider; what a module left of its script is nothing to the next."""
    yield model_server
    model_server.reset()


@pytest.fixture
def probes(tmp_path: Path) -> Path:
    """Where the probe tools of tests/data/project note what they did."""
    return tmp_path


@pytest.fixture(scope="session")
def probe_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that workers were told; names inside are unique per test."""
    return tmp_path_factory.mktemp("probes")


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory, dsn: str) -> Shop:
    """A project that its module writes, edits and publishes."""
    return Shop.make(tmp_path_factory.mktemp("shop") / "shop", dsn)


@pytest.fixture(scope="module")
def worker_env(
    request: pytest.FixtureRequest, models: ModelServer, probe_folder: Path
) -> dict[str, str]:
    """How the workers of this module are set up; modules may override it.

    Where nobody is killed the lease is long: a slow machine must not look like a dead worker.
    """
    return {
        "ANTHROPIC_API_KEY": "test-key",
        "ANTHROPIC_BASE_URL": models.url,
        "BATUTA_PROJECT": str(PROJECT),
        "BATUTA_TEST_PROBES": str(probe_folder),
        "BATUTA_LEASE_SECONDS": LONG_LEASE if shares(request) else LEASE,
        "BATUTA_RATE_PER_MINUTE": "0",
        "BATUTA_MAX_OPEN_TURNS": "0",
        "BATUTA_MAX_SESSIONS": "0",
        "BATUTA_MAX_STREAMS_PER_PERSON": "0",
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
def worker_of(
    request: pytest.FixtureRequest,
    worker_env: dict[str, str],
    launch: Callable[..., Awaitable[Worker]],
) -> Callable[..., Awaitable[Worker]]:
    """Find or start a worker that nobody kills: the module's own, or one that is shared."""
    if not shares(request):
        return launch
    workers: SharedWorkers = request.getfixturevalue("shared_workers")

    async def find(number: int = 0, **more: str) -> Worker:
        return await workers.find(worker_env | more, number)

    return find


@pytest.fixture(scope="module")
async def worker(worker_of: Callable[..., Awaitable[Worker]]) -> Worker:
    """A worker that nobody kills."""
    return await worker_of()


@pytest.fixture(scope="module")
async def second(
    request: pytest.FixtureRequest, worker_of: Callable[..., Awaitable[Worker]]
) -> Worker:
    """Another worker of the same database."""
    assert shares(request)
    return await worker_of(number=1)


@pytest.fixture(scope="module")
async def identity(pool: asyncpg.Pool) -> AsyncGenerator[Identity]:
    opened = await Identity.open(pool, Settings.load({}))
    yield opened
    await opened.close()


@pytest.fixture(scope="module")
def person(pool: asyncpg.Pool, identity: Identity) -> Callable[..., Awaitable[str]]:
    """Make a person and return a token of theirs."""

    async def make(*roles: str, org: str = "default", email: str | None = None) -> str:
        email = email or an_email()
        await users.ensure_organisation(pool, org)
        user_id = await users.add(pool, email=email, roles=roles or ("user",), org=org)
        assert user_id
        return await identity.issue(user_id)

    return make


@pytest.fixture
def tag() -> str:
    """A mark in this test's messages, by which the model server tells them apart."""
    return code()


@pytest.fixture
async def chat(worker: Worker, person: Callable[..., Awaitable[str]]) -> AsyncGenerator[Chat]:
    """A new person at the worker."""
    async with Chat(worker.url, await person()) as opened:
        yield opened


@pytest.fixture
async def talk(chat: Chat) -> Chat:
    """A new person whose conversation has an id before its first message."""
    chat.session = str(an_id())
    return chat


@pytest.fixture
async def known(chat: Chat, pool: asyncpg.Pool) -> Chat:
    """Somebody at the worker who has been welcomed before."""
    return await welcomed(chat, pool)

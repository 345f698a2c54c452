"""A project with teams, a person, and people who answer."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import asyncpg
import pytest

from store import users
from tests.support.chance import an_email, code
from tests.support.chatting import Chat
from tests.support.staffed import Make, Staff, project_at
from tests.support.welcomed import welcomed
from tests.support.workers import Worker

Hire = Callable[..., Awaitable[Staff]]


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return project_at(tmp_path_factory.mktemp("staffed") / "project")


@pytest.fixture(scope="module")
def worker_env(worker_env: dict[str, str], project: Path) -> dict[str, str]:
    """Without a model: the built-in one answers."""
    kept = {k: v for k, v in worker_env.items() if not k.startswith("ANTHROPIC")}
    return kept | {"BATUTA_PROJECT": str(project)}


@pytest.fixture
def org() -> str:
    return f"o{code()}"


@pytest.fixture
async def newcomer(worker: Worker, person: Make, org: str) -> AsyncGenerator[Chat]:
    """Somebody who was never here."""
    async with Chat(worker.url, await person(org=org)) as opened:
        yield opened


@pytest.fixture
async def customer(newcomer: Chat, pool: asyncpg.Pool) -> Chat:
    """Somebody who was welcomed before."""
    return await welcomed(newcomer, pool)


@pytest.fixture
async def hire(worker: Worker, person: Make, org: str, pool: asyncpg.Pool) -> AsyncGenerator[Hire]:
    """Make somebody of the staff, in the organisation of the test."""
    async with AsyncExitStack() as stack:

        async def one(
            *teams: str, name: str | None = None, role: str = "staff", url: str | None = None,
            where: str | None = None,
        ) -> Staff:  # fmt: skip
            email = an_email()
            token = await person(role, org=where or org, email=email)
            chat = await stack.enter_async_context(Chat(url or worker.url, token))
            user = await users.by_email(pool, email)
            assert user
            await pool.execute(
                "insert into batuta.staff (user_id, org_id, teams, name) values ($1,$2,$3,$4)",
                user.id,
                user.org_id,
                list(teams),
                name,
            )
            return Staff(chat, email)

        yield one

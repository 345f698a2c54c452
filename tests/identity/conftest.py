"""A database that is counted, a clock and an issuer that the test turns."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import asyncpg
import pytest

from server.identity.identity import Identity
from server.settings import Settings
from tests.support.identities import Clock, Counting
from tests.support.oidc_issuer import OidcIssuer


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def db(pool: asyncpg.Pool) -> Counting:
    return Counting(pool)


@pytest.fixture
async def identity(db: Counting, clock: Clock) -> AsyncIterator[Identity]:
    opened = await Identity.open(db, Settings.load({}), clock)
    yield opened
    await opened.close()


@pytest.fixture
def issuer() -> Iterator[OidcIssuer]:
    running = OidcIssuer()
    yield running
    running.down()

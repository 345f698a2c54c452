"""On the server's own machine `batuta chat` signs itself in; elsewhere it never does."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.chat import is_loopback
from server.identity import accounts
from server.identity.identity import Identity
from server.settings import Settings
from store import embedded, users
from store.migrate import migrate
from store.pool import open_pool
from tests.support.homes import fresh_home
from tests.support.stream_server import Story, StreamServer, serving

ENV = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}


@pytest.fixture(scope="module")
def home() -> Iterator[Path]:
    with fresh_home() as folder:
        asyncio.run(migrate(embedded.start(folder)))
        yield folder


def chat(home: Path, url: str, *args: str) -> subprocess.CompletedProcess[str]:
    """Send one message without a token."""
    command = [sys.executable, "-m", "cli.main", "chat", "--url", url, "--once", "hi", *args]
    env = ENV | {"BATUTA_HOME": str(home)}
    return subprocess.run(command, capture_output=True, text=True, env=env, check=False)


async def add(home: Path, email: str | None) -> None:
    """Make an account; without an e-mail the first administrator's."""
    db = await open_pool(embedded.ensure(home), 2)
    if email:
        await accounts.add(db, email)
    else:
        await users.add_first(db, accounts.FIRST_ADMIN, {"admin"})
    await db.close()


async def who(home: Path, authorization: str) -> str:
    """Tell whose token it is, as a server would."""
    db = await open_pool(embedded.ensure(home), 2)
    identity = await Identity.open(db, Settings.load({}))
    email = (await identity.caller(authorization)).email
    await identity.close()
    await db.close()
    return email


def test_it_speaks_as_the_first_administrator_or_as_who_is_named(home: Path) -> None:
    def hello() -> Story:
        return Story(
            [
                {"type": "text", "message_id": "m", "content": "Hello."},
                {"type": "done", "status": "finished"},
            ]
        )

    server = StreamServer(hello(), hello())
    with serving(server) as url:
        nobody = chat(home, url)
        asyncio.run(add(home, None))
        asyncio.run(add(home, "ana@example.org"))
        assert chat(home, url).stdout == "Hello.\n"
        assert chat(home, url, "--email", "ana@example.org").stdout == "Hello.\n"
        stranger = chat(home, url, "--email", "nobody@example.org")
    assert "name a person with --email" in nobody.stderr
    assert "batuta user add nobody@example.org" in stranger.stderr
    assert (nobody.returncode, stranger.returncode) == (1, 1)
    used = [call.headers["authorization"] for call in server.calls("POST", "/chat")]
    assert [asyncio.run(who(home, token)) for token in used] == [
        accounts.FIRST_ADMIN,
        "ana@example.org",
    ]


@pytest.mark.parametrize(
    ("url", "local"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://localhost", True),
        ("http://[::1]:8000", True),
        ("http://127.0.0.1.example.org", False),
        ("https://localhost.example.org", False),
        ("http://10.0.0.1", False),
        ("http://", False),
    ],
)
def test_only_this_machine_is_local(url: str, local: bool) -> None:
    assert is_loopback(url) is local

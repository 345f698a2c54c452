"""A project that wants two moderators for fraud, and its people."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import asyncpg
import pytest

from tests.support.chance import code
from tests.support.chatting import Chat
from tests.support.desk import Desk, Make
from tests.support.workers import Worker

POLICY = "policies: {second_review: [fraud], judge: never}\nteams: [legal, fraud_desk]\n"
REPORTING = """\
workflow: watched
version: 1
title: {en: Watched, pt: Vigiado}
route: {when: "the person speaks with a watchful agent"}
agents:
  clerk:
    prompt: Help, and report what breaks the rules.
    tools: [log_moderation]
start: talk
states:
  talk: {agent: clerk, end: completed}
"""
HANDING = """\
workflow: people
version: 1
title: {en: People, pt: Pessoas}
route: {when: "the person wants to speak with a human being"}
start: human
states:
  human: {handoff: support, end: escalated}
"""


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project that wants two moderators for fraud."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "batuta.yaml").write_text(POLICY)
    (folder / "workflows").mkdir()
    (folder / "workflows" / "watched.yaml").write_text(REPORTING)
    (folder / "workflows" / "people.yaml").write_text(HANDING)
    return folder


@pytest.fixture(scope="module")
def worker_env(worker_env: dict[str, str], project: Path) -> dict[str, str]:
    return worker_env | {"BATUTA_PROJECT": str(project)}


@pytest.fixture
async def desk(worker: Worker, person: Make, pool: asyncpg.Pool) -> AsyncGenerator[Desk]:
    org = f"o{code()}"

    async def chat(*roles: str) -> Chat:
        return Chat(worker.url, await person(*roles, org=org))

    async with (
        await chat() as talker,
        await chat("moderator") as first,
        await chat("moderator") as second,
        await chat("admin") as third,
    ):
        yield Desk(talker, first, second, third, org, pool)

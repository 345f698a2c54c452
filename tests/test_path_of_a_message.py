"""The page that leads a newcomer along the path of a message names what a message really passes."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncpg
import pytest

from tests.support.chatting import Chat, only, types
from tests.support.model_server import ModelServer, call, reply
from tests.support.welcomed import welcomed
from tests.support.workers import ROOT, Worker

pytestmark = pytest.mark.anyio

PAGE = ROOT / "docs" / "path-of-a-message.md"
NAMED = re.compile(r"`([\w/]+\.py):([\w.]+)`")
MOST_NAMES, MOST_FILES, MOST_LINES = 40, 20, 40


def named() -> set[tuple[str, str]]:
    return set(NAMED.findall(PAGE.read_text(encoding="utf-8")))


def test_the_path_fits_on_one_screen() -> None:
    names = named()
    assert 20 <= len(names) <= MOST_NAMES
    text = PAGE.read_text(encoding="utf-8")
    assert len(set(re.findall(r"`([\w/]+\.py)", text))) <= MOST_FILES
    assert len(text.splitlines()) <= MOST_LINES


async def test_a_message_passes_everything_that_the_page_names(
    dsn: str,
    worker_env: dict[str, str],
    models: ModelServer,
    person: Callable[..., Awaitable[str]],
    pool: asyncpg.Pool,
    tag: str,
    tmp_path: Path,
) -> None:
    told = tmp_path / "called.txt"
    env = worker_env | {
        "PYTHONPATH": str(ROOT / "tests" / "data" / "trace"),
        "BATUTA_TEST_TRACE": str(told),
        "BATUTA_MODEL": "anthropic/claude-sonnet-5",
    }
    worker = Worker(dsn, env, tmp_path / "worker.log")
    try:
        await worker.start().ready()
        async with Chat(worker.url, await person()) as chat:
            await welcomed(chat, pool)
            models.script(
                call("look", {"name": tag}, match=tag),
                reply("Found.", match=tag),
            )
            events = await chat.say(f"find {tag}")
            assert only(events, "tool_end")["status"] == "ok", types(events)
    finally:
        worker.end()
    called = set(told.read_text(encoding="utf-8").splitlines())
    missed = {f"{file}:{name}" for file, name in named() if not _was_called(file, name, called)}
    assert missed == set()


def _was_called(file: str, name: str, called: set[str]) -> bool:
    """Tell whether a function ran, or anything of a class."""
    mark = f"{file}:{name}"
    return mark in called or any(one.startswith(f"{mark}.") for one in called)

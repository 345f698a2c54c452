"""Somebody with data, and a dashboard of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from tests.support.boards import Board, make_board
from tests.support.chatting import Chat

ROOT = """\
workflow: root
version: 1
title: Test
agents:
  analyst:
    model: fast
    prompt: "You are under test."
    tools: [create_dashboard, update_dashboard, undo_dashboard, share_dashboard]
start: answer
states:
  answer: {agent: analyst}
"""


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose only agent works with dashboards."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "workflows").mkdir()
    (folder / "workflows" / "root.yaml").write_text(ROOT)
    return folder


@pytest.fixture(scope="module")
def worker_env(worker_env: dict[str, str], project: Path) -> dict[str, str]:
    return worker_env | {"BATUTA_PROJECT": str(project)}


@pytest.fixture
def board(chat: Chat) -> Callable[..., Awaitable[Board]]:
    return partial(make_board, chat)

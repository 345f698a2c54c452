"""Somebody with data, and a dashboard of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.support.boards import Board, Json, tile
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
DATA = Path(__file__).parent.parent / "data" / "analysis" / "defeitos.csv"


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
    async def make(*widgets: Json, title: str = "Defeitos") -> Board:
        where = (await chat.post("/sessions", {})).json()["id"]
        sent = await chat.http.post(
            f"{chat.url}/sessions/{where}/files",
            files={"file": ("defeitos.csv", DATA.read_bytes())},
            headers=chat.auth,
        )
        assert sent.status_code == 201, sent.text
        wanted = list(widgets) or [
            tile("kpi", "Total"),
            tile("chart", "Por turno", chart="bar"),
            tile("markdown", "Nota", text="# Hoje"),
        ]
        made = await chat.post(
            "/dashboards", {"title": title, "widgets": wanted, "session_id": where}
        )
        assert made.status_code == 201, made.text
        return Board(chat, made.json()["id"], where)

    return make

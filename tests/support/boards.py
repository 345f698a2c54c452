"""A dashboard over the API, and whose it is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from tests.support.chatting import Chat
from tests.support.tiles import content

Json = dict[str, Any]
DATA = Path(__file__).parent.parent / "data" / "analysis" / "defeitos.csv"


@dataclass
class Board:
    """A dashboard, and whose it is."""

    chat: Chat
    id: str
    session: str

    @property
    def path(self) -> str:
        return f"/dashboards/{self.id}"

    async def edit(self, *edits: Json, **more: Any) -> httpx.Response:
        return await request(self.chat, "PATCH", self.path, {"edits": list(edits)} | more)

    async def share(self, **body: Any) -> Json:
        made = await self.chat.post(f"{self.path}/shares", body)
        assert made.status_code == 201, made.text
        return made.json()


async def make_board(chat: Chat, *widgets: Json, title: str = "Defeitos") -> Board:
    """Make a dashboard over the API, of a file that was sent into a conversation of its own."""
    where = await send_defects(chat)
    wanted = list(widgets) or [
        tile("kpi", "Total"),
        tile("chart", "Por turno", chart="bar"),
        tile("markdown", "Nota", text="# Hoje"),
    ]
    made = await chat.post("/dashboards", {"title": title, "widgets": wanted, "session_id": where})
    assert made.status_code == 201, made.text
    return Board(chat, made.json()["id"], where)


async def send_defects(chat: Chat) -> str:
    """Send two hundred rows of defects into a new conversation and return its id."""
    where: str = (await chat.post("/sessions", {})).json()["id"]
    sent = await chat.http.post(
        f"{chat.url}/sessions/{where}/files",
        files={"file": ("defeitos.csv", DATA.read_bytes())},
        headers=chat.auth,
    )
    assert sent.status_code == 201, sent.text
    return where


async def request(chat: Chat, method: str, path: str, body: Any = None) -> httpx.Response:
    return await chat.http.request(method, chat.url + path, json=body, headers=chat.auth)


def tile(kind: str, title: str, **more: Any) -> Json:
    return content(kind, title, **more).model_dump(mode="json", exclude_defaults=True)

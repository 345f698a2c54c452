"""A dashboard over the API, and whose it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import httpx

from tests.support.chatting import Chat
from tests.support.tiles import content

Json = dict[str, Any]


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


async def request(chat: Chat, method: str, path: str, body: Any = None) -> httpx.Response:
    return await chat.http.request(method, chat.url + path, json=body, headers=chat.auth)


def tile(kind: str, title: str, **more: Any) -> Json:
    return content(kind, title, **more).model_dump(mode="json", exclude_defaults=True)

"""Sending files into conversations, and reading what these tell of them."""

from __future__ import annotations

from typing import Any

import httpx

from tests.support.chatting import Chat


async def new_session(chat: Chat) -> str:
    """Begin a conversation."""
    return (await chat.post("/sessions", {})).json()["id"]


async def send(chat: Chat, where: str, name: str, data: bytes, **headers: str) -> httpx.Response:
    """Send a file."""
    sent = {key.replace("_", "-"): value for key, value in headers.items()}
    return await chat.http.post(
        f"{chat.url}/sessions/{where}/files",
        files={"file": (name, data)},
        headers=chat.auth | sent,
        timeout=120,
    )


async def blocks(chat: Chat, where: str, role: str = "user") -> list[Any]:
    """Return what one side has said."""
    found = (await chat.get(f"/sessions/{where}")).json()["messages"]
    return [block for message in found if message["role"] == role for block in message["blocks"]]


async def told(chat: Chat, where: str) -> list[Any]:
    """Return what the conversation tells of files, once nothing runs in it."""
    while (await chat.get(f"/sessions/{where}/stream")).status_code != 204:
        continue
    return [block for block in await blocks(chat, where) if block["type"] == "file"]

"""Files that people send become data of their conversation, and nobody else's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.chatting import Chat

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]
DATA = Path(__file__).parent / "data" / "analysis"


async def session(chat: Chat) -> str:
    return (await chat.post("/sessions", {})).json()["id"]


async def send(chat: Chat, where: str, name: str, data: bytes, **headers: str) -> httpx.Response:
    return await chat.http.post(
        f"{chat.url}/sessions/{where}/files",
        files={"file": (name, data)},
        headers=chat.auth | headers,
        timeout=60,
    )


async def blocks(chat: Chat, where: str, role: str = "user") -> list[Any]:
    found = (await chat.get(f"/sessions/{where}")).json()["messages"]
    return [block for message in found if message["role"] == role for block in message["blocks"]]


async def told(chat: Chat, where: str) -> list[Any]:
    """Return what the conversation tells beside texts, once nothing runs in it."""
    while (await chat.get(f"/sessions/{where}/stream")).status_code != 204:
        continue
    return [block for block in await blocks(chat, where) if block["type"] != "text"]


async def test_a_file_is_read_stored_and_told_and_nothing_answers_it(chat: Chat) -> None:
    where = await session(chat)
    answer = await send(chat, where, "defeitos.csv", (DATA / "defeitos.csv").read_bytes())
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert (made["dataset"]["rows"], made["dataset"]["columns"]) == (200, 8)
    assert "tipo_defeito: lixo 62, falta_tinta 31" in made["summary"]
    (block,) = await told(chat, where)
    assert block["type"] == "file"
    assert block["datasets"] == [made["dataset"]["id"]]
    assert "Rows: 200" in block["text"]
    assert await blocks(chat, where, "assistant") == []
    listed = (await chat.get(f"/sessions/{where}/files")).json()["datasets"]
    assert [each["name"] for each in listed] == ["defeitos.csv"]
    opened = (await chat.get(f"/files/{made['dataset']['id']}?offset=198")).json()
    assert opened["preview"]["rows"][0][0] == 199
    assert opened["preview"]["next"] is None
    assert opened["profile"][4]["top"][0] == {"value": "lixo", "count": 62}

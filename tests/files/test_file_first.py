"""Somebody new who sends a file first is answered about it, and not asked for a name."""

from __future__ import annotations

import pytest

from tests.support.chance import an_id
from tests.support.chatting import Chat, only, text_of

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]
SALES = b"order;city;amount\n1;Recife;10,50\n2;Olinda;1020,00\n3;Recife;31,00\n"


@pytest.fixture(scope="module")
def worker_env(worker_env: dict[str, str]) -> dict[str, str]:
    keyless = {"ANTHROPIC_API_KEY": "", "BATUTA_MODEL": "local", "BATUTA_PROJECT": ""}
    return worker_env | keyless


async def test_a_file_says_what_a_new_person_wants(chat: Chat) -> None:
    chat.session = str(an_id())
    assert (await chat.post("/sessions", {"id": chat.session})).status_code == 201
    sent = await chat.http.post(
        f"{chat.url}/sessions/{chat.session}/files",
        files={"file": ("sales.csv", SALES)},
        headers=chat.auth,
    )
    assert sent.status_code == 201, sent.text
    events = await chat.say("total amount by city")
    assert only(events, "route")["workflow"] == "analysis"
    assert "1,020" in text_of(events)
    assert "41.5" in text_of(events)


async def test_without_a_file_a_new_person_is_welcomed(chat: Chat) -> None:
    assert only(await chat.say("hello"), "route")["workflow"] == "onboarding"

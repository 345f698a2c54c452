"""Somebody new who sends a file first is answered about it, and not asked for a name."""

from __future__ import annotations

import pytest

from tests.support.chance import an_id
from tests.support.chatting import Chat, every, only, text_of

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


@pytest.mark.parametrize(
    "message", ["save a note: call the supplier", "salva uma nota: ligar para o fornecedor"]
)
async def test_who_is_among_tables_may_still_ask_for_something_else(
    chat: Chat, message: str
) -> None:
    """And the share of the rows that an answer tells can be traced: 42 of 240 are 17.5 %."""
    chat.session = str(an_id())
    assert (await chat.post("/sessions", {"id": chat.session})).status_code == 201
    sent = await chat.http.post(
        f"{chat.url}/sessions/{chat.session}/files",
        files={"file": ("sales.csv", SALES)},
        headers=chat.auth,
    )
    assert sent.status_code == 201, sent.text
    events = await chat.say("how many rows with amount above 1000?")
    assert "33.33%" in text_of(events)
    assert not [e for e in every(events, "guard") if e["category"] == "unsupported_figure"]
    board = only(await chat.say("create a dashboard"), "dashboard")
    tiles = (await chat.get(f"{board['url']}")).json()["widgets"]
    assert "Rows (amount > 1,000)" in [tile["title"] for tile in tiles]
    aside = await chat.say(message)
    assert only(aside, "route")["workflow"] == "root"
    assert only(aside, "tool_approval_request")["tool"] == "save_note"

"""Somebody whose things others try to reach."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from uuid import UUID

import pytest

from tests.support.chance import an_id, code
from tests.support.chatting import Chat, only
from tests.support.isolation import Make, Victim
from tests.support.model_server import ModelServer, call, reply
from tests.support.workers import Worker


async def sent_file(chat: Chat, session: str) -> str:
    """Send a file into a session and return its id."""
    answer = await chat.http.post(
        f"{chat.url}/sessions/{session}/files",
        files={"file": ("mine.csv", b"name,amount\nsecret,12\nother,3\n")},
        headers=chat.auth,
        timeout=60,
    )
    return answer.json()["dataset"]["id"]


async def made_board(chat: Chat, session: str) -> tuple[str, str]:
    """Make a dashboard of a session's file and share it with the organisation's people by name."""
    query = {"dataset": "mine.csv", "columns": ["name", "amount"]}
    widget = {"kind": "table", "title": "secret", "query": query}
    body = {"title": "secret", "widgets": [widget], "session_id": session}
    made = (await chat.post("/dashboards", body)).json()["id"]
    mine = (await chat.get("/me")).json()["email"]
    shared = {"audience": "people", "people": [mine]}
    share = await chat.post(f"/dashboards/{made}/shares", shared)
    return made, share.json()["id"]


@pytest.fixture(scope="module")
async def victim(worker: Worker, person: Make, models: ModelServer) -> AsyncGenerator[Victim]:
    tag = code()
    models.script(
        call("send", {"name": f"letter{tag}"}, match=f"letter {tag}"),
        reply("never ", "seen", match=f"wait {tag}", gate=f"held{tag}", after=1),
    )
    async with Chat(worker.url, await person()) as chat:
        ended = (await chat.say("my own words"))[0]["turn"]
        asked = only(await chat.say(f"letter {tag}"), "tool_approval_request")
        first, chat.session = chat.session, None
        running = await chat.begin(f"wait {tag}")
        await models.until(lambda: models.count(f"wait {tag}") == 1)
        known = (await chat.get("/sessions")).json()["sessions"]
        user = UUID((await chat.get("/me")).json()["id"])
        second = next(s["id"] for s in known if s["id"] != first)
        assert first
        files = [await sent_file(chat, each) for each in (first, second)]
        boards = [await made_board(chat, each) for each in (first, second)]
        ids = {
            "dashboard_id": [board for board, _ in boards],
            "share_id": [share for _, share in boards],
            "artifact_id": [str(an_id())],
            "widget": ["w1"],
            "token": ["x" * 22],
            "turn_id": [ended, running],
            "session_id": [first, second],
            "file_id": files,
            "approval_id": [asked["approval"]],
            "case_id": [str(an_id())],
            "handover_id": [str(an_id())],
            "example_id": [str(an_id())],
            "person_id": [str(user)],
        }
        yield Victim(chat, user, ids)
        models.open(f"held{tag}")
        await chat.follow(running)

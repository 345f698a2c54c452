"""Odd ids and names find nothing and break nothing."""

from __future__ import annotations

from urllib.parse import quote
from uuid import UUID, uuid5

import pytest

from tests.support.chatting import Chat, text_of
from tests.support.isolation import HELLO, WITH_ID, Make, ask
from tests.support.workers import Worker

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]


WEIRD = {
    "a long one": "x" * 5000,
    "NUL": "a\x00b",
    "only a NUL": "\x00",
    "a path": "../../etc/passwd",
    "SQL": "'; drop table batuta.sessions; --",
    "emoji": "🪄🇧🇷",
    "right to left": "\u202eabc",
    "line breaks": "a\r\nset-cookie: x=1",
    "blank": " ",
    "percent": "%00%2e%2e%ff",
    "braces": "{0}{session_id}",
    "almost a UUID": "00000000-0000-0000-0000-00000000000g",
    "a UUID in another dress": "urn:uuid:{00000000-0000-0000-0000-000000000000}",
}


@pytest.mark.parametrize("name", [*WEIRD])
async def test_weird_ids_in_paths_find_nothing(chat: Chat, name: str) -> None:
    """Whatever stands where an id belongs is refused or not found; it breaks nothing."""
    for method, path, row in WITH_ID:
        if "{" in path:
            at = path.replace(path[path.index("{") : path.index("}") + 1], quote(WEIRD[name], ""))
            status, headers, said = await ask(
                chat, method, at, row.body, chat.auth["authorization"]
            )
            assert status == 204 or 400 <= status < 500, (method, path, status, said)
            assert "set-cookie" not in headers
            if status != 204:
                assert headers["content-type"] == "application/problem+json", (method, path)


async def test_bytes_that_are_no_text_in_paths_find_nothing(chat: Chat) -> None:
    """A surrogate, overlong and broken UTF-8 stand for no session."""
    for raw in ("%ED%A0%80", "%C0%AF", "%FF%FE", "%F8%88%80%80%80"):
        for path in (f"/sessions/{raw}", f"/chat/{raw}/events"):
            answer = await chat.get(path)
            assert 400 <= answer.status_code < 500, (path, answer.text)


@pytest.mark.parametrize("name", [*WEIRD])
async def test_weird_session_names_are_names_or_refused(chat: Chat, name: str) -> None:
    """In a body an id that is no UUID names a session of its own, if it is text."""
    for path, body in (
        ("/sessions", {"id": WEIRD[name]}),
        ("/chat", {"message": "hi", "session_id": WEIRD[name]}),
    ):
        status, _, said = await ask(chat, "POST", path, body, chat.auth["authorization"])
        assert status in (200, 201) or 400 <= status < 500, (path, status, said)


async def test_surrogates_in_bodies_are_refused(chat: Chat) -> None:
    """JSON can spell what no text holds."""
    lone = r'"\ud800"'
    bodies = [
        ("POST", "/chat", f'{{"message": {lone}}}'),
        ("POST", "/chat", f'{{"message": "hi", "session_id": {lone}}}'),
        ("POST", "/chat", f'{{"message": "hi", "userId": {lone}}}'),
        ("POST", "/chat", f'{{"message": "hi", "workflow": {lone}}}'),
        ("POST", "/chat", f'{{"message": "hi", "metadata": {{{lone}: 1}}}}'),
        ("POST", "/chat", f'{{"message": "hi", "on_busy": {lone}}}'),
        ("POST", "/chat", f'{{"ui_result": {{"id": {lone}, "value": {lone}}}}}'),
        ("POST", "/sessions", f'{{"id": {lone}}}'),
        ("POST", "/sessions", f'{{"title": {lone}}}'),
        ("PUT", "/me/preferences", f'{{"timezone": {lone}}}'),
        ("PUT", "/me/preferences", f"{{{lone}: 1}}"),
        ("POST", "/auth/login", f'{{"email": {lone}, "password": {lone}}}'),
        ("POST", "/auth/refresh", f'{{"refresh_token": {lone}}}'),
        ("POST", "/auth/link", f'{{"token": {lone}, "password": {lone}}}'),
    ]
    for method, path, body in bodies:
        answer = await chat.http.request(
            method,
            chat.url + path,
            content=body,
            headers=chat.auth | {"content-type": "application/json"},
        )
        assert 400 <= answer.status_code < 500, (path, body, answer.text)
        assert answer.headers["content-type"] == "application/problem+json"


async def test_names_of_sessions_are_each_persons_own(
    worker: Worker, person: Make, chat: Chat
) -> None:
    """Two people may both call a session `support`; neither sees the other's."""
    async with Chat(worker.url, await person()) as other:
        first = await chat.say("echo mine", session_id="support")
        second = await other.say("echo theirs", session_id="support")
        assert first[0]["session"] != second[0]["session"]
        mine = (await chat.get("/sessions/support")).json()
        assert mine["id"] == first[0]["session"]
        assert text_of(second) not in str(mine)
        assert (
            await other.http.delete(f"{other.url}/sessions/support", headers=other.auth)
        ).status_code == 204
        assert (await chat.get("/sessions/support")).status_code == 200


async def test_nobody_takes_the_place_of_anothers_named_session(
    worker: Worker, person: Make, chat: Chat
) -> None:
    """Who knows a person's id could work out what `support` will be called; it is no use."""
    me = UUID((await chat.get("/me")).json()["id"])
    taken = str(uuid5(me, "support"))
    async with Chat(worker.url, await person()) as other:
        await ask(other, "POST", "/sessions", {"id": taken}, other.auth["authorization"])
        await ask(
            other, "POST", "/chat", HELLO | {"session_id": taken}, other.auth["authorization"]
        )
    assert (await chat.say("hello", session_id="support"))[-1]["status"] == "finished"

"""What a message may be, and what is refused before anything starts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import orjson
import pytest

from tests.support.chatting import Chat, Json, text_of
from tests.support.model_server import ModelServer, reply
from tests.support.raw_http import is_problem, raw_json

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]


# --- what a message may be


async def test_the_names_of_other_frontends_are_understood(chat: Chat) -> None:
    """chatInput, sessionId, userId; unknown fields are no mistake."""
    me = (await chat.get("/me")).json()
    answer = await chat.http.post(
        f"{chat.url}/chat",
        json={
            "chatInput": "echo aliased",
            "sessionId": "alias",
            "userId": me["id"],
            "what": {"ever": [1, 2, "x"]},
        },
        headers=chat.auth,
    )
    events = [orjson.loads(line) for line in answer.content.split(b"\n") if line]
    assert text_of(events) == "aliased"
    detail = (await chat.get("/sessions/alias")).json()
    assert detail["messages"][0]["blocks"] == [{"type": "text", "text": "echo aliased"}]
    await chat.http.post(
        f"{chat.url}/chat", json={"message": "echo more", "session": "alias"}, headers=chat.auth
    )
    assert len((await chat.get("/sessions/alias")).json()["messages"]) == 4


async def test_a_message_is_limited_by_its_bytes(chat: Chat) -> None:
    """32 KB of UTF-8 are taken, one byte more is not, whatever characters it is made of."""
    for most in ("x" * 32_768, "é" * 16_384, "🪄" * 8_192):
        assert (await chat.say(most))[-1]["status"] == "finished"
        is_problem(await chat.post("/chat", {"message": most + "x"}), 413, "too_large")


async def test_a_body_is_limited_however_it_is_sent(chat: Chat) -> None:
    """1 MB by its declared length or by what really comes; nobody has to read the rest."""
    frame = b'{"message": "hello", "ignored": {"x": "%s"}}'
    fits = frame % (b"y" * (1_048_576 - len(frame) + 2))
    assert len(fits) == 1_048_576
    assert (await raw_json(chat, "POST", "/chat", fits)).status_code == 200
    over = fits + b" "
    is_problem(await raw_json(chat, "POST", "/chat", over), 413, "too_large")

    async def pieces() -> AsyncGenerator[bytes]:
        for start in range(0, len(over), 65_536):
            yield over[start : start + 65_536]

    for path in ("/chat", "/sessions", "/auth/login", "/me/preferences"):
        method = "PUT" if path == "/me/preferences" else "POST"
        headers = chat.auth | {"content-type": "application/json"}
        answer = await chat.http.request(method, chat.url + path, content=pieces(), headers=headers)
        is_problem(answer, 413, "too_large")


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{",
        "null",
        "[]",
        '"text"',
        "{}",
        '{"message": null}',
        '{"message": ""}',
        '{"message": " \\n\\t "}',
        '{"message": 7}',
        '{"message": ["hello"]}',
        '{"message": {"text": "hello"}}',
        '{"message": "a\\u0000b"}',
        '{"message": "hi", "session_id": 7}',
        '{"message": "hi", "session_id": "%s"}' % ("x" * 201),
        '{"message": "hi", "autonomous": "perhaps"}',
        '{"message": "hi", "on_busy": "wait"}',
        '{"message": "hi", "on_busy": "queue\\n"}',
        '{"message": "hi", "client_state": []}',
        '{"message": "hi", "metadata": "x"}',
        '{"message": "hi", "metadata": {"x": "\\u0000"}}',
        '{"message": "hi", "metadata": {"\\u0000": 1}}',
        '{"message": "hi", "metadata": {"x": %s}}' % ("9" * 400),
        '{"message": "hi", "metadata": {"x": %s}}' % ("9" * 5000),
        '{"message": "hi", "metadata": {"x": -%s}}' % ("9" * 400),
        '{"message": "hi", "client_state": {"x": %s}}' % ("[" * 300 + "]" * 300),
        '{"message": "hi", "client_state": {"x": %s}}' % ("[" * 5_000 + "]" * 5_000),
        '{"message": "hi", "metadata": %s}' % ('{"x":' * 900 + "1" + "}" * 900),
        '{"ui_result": {"id": "x", "value": %s}}' % ("[" * 300 + "]" * 300),
        '{"ui_result": {"id": "x", "value": %s}}' % ('{"x":' * 900 + "1" + "}" * 900),
        '{"ui_result": {"id": "", "value": 1}}',
        '{"ui_result": {"value": 1}}',
        '{"ui_result": []}',
        "[" * 400_000,
        '{"x":' * 150_000,
        "\xff\xfe".encode("latin-1"),
    ],
    ids=lambda body: repr(body)[:50],
)
async def test_a_malformed_message_is_refused_and_starts_nothing(
    chat: Chat, body: str | bytes
) -> None:
    """A problem of the 4xx kind, and no session or turn is left behind."""
    answer = await raw_json(chat, "POST", "/chat", body)
    assert answer.status_code in (400, 413, 422)
    is_problem(answer, answer.status_code)
    assert (await chat.get("/sessions")).json()["sessions"] == []


def nested(levels: int) -> Any:
    return [nested(levels - 1)] if levels else 1


ATTACHED: dict[str, Json] = {
    "bytes": {"metadata": {"x": "y" * 32_768}},
    "bytes of all": {
        "metadata": {"x": "y" * 12_000},
        "client_state": {"x": "y" * 12_000},
        "ui_result": {"id": "form", "value": "y" * 12_000},
    },
    "bytes of names": {"client_state": {f"{n:0100}": 1 for n in range(400)}},
    "levels": {"metadata": {"x": nested(33)}},
    "values": {"ui_result": {"id": "form", "value": [0] * 2_001}},
    "values of all": {"metadata": {"x": [[1]] * 800}, "client_state": {"x": [{"a": 1}] * 800}},
}


@pytest.mark.parametrize("what", list(ATTACHED))
async def test_what_comes_beside_a_message_has_limits_of_its_own(chat: Chat, what: str) -> None:
    """32 KB, 32 levels and 2,000 values for all three together; nothing is begun."""
    refused = await chat.post("/chat", {"message": "hello", **ATTACHED[what]})
    is_problem(refused, 413, "too_large")
    assert "ui_result, client_state, metadata have" in refused.json()["detail"]
    assert (await chat.get("/sessions")).json()["sessions"] == []


async def test_what_fits_beside_a_message_is_taken(chat: Chat) -> None:
    most: Json = {"x": "y" * 16_000, "list": [1.5, None, True] * 300, "deep": [[[[]]]]}
    events = await chat.say("hello", metadata=most, client_state={"x": "y" * 12_000})
    assert events[-1]["status"] == "finished"


@pytest.mark.parametrize("value", ["NaN", "-Infinity", "1e400", "1e-400", "18446744073709551615"])
async def test_numbers_at_the_edge_break_nothing(chat: Chat, value: str) -> None:
    """What JSON readers disagree about is taken or refused, never an error of ours."""
    answer = await raw_json(
        chat, "POST", "/chat", f'{{"message": "hello", "metadata": {{"x": {value}}}}}'
    )
    assert answer.status_code in (200, 400, 422), answer.text


async def test_a_body_that_does_not_say_it_is_json_is_refused(chat: Chat) -> None:
    """A form cannot post to us from another site."""
    for kind in (
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
    ):
        answer = await raw_json(
            chat, "POST", "/chat", b'{"message": "hello"}', **{"content-type": kind}
        )
        assert answer.status_code in (415, 422)
        is_problem(answer, answer.status_code)


async def test_the_same_key_at_once_is_one_turn(chat: Chat, models: ModelServer, tag: str) -> None:
    """Ten clients of one person with one key: one turn, ten equal streams, one model call."""
    models.script(reply("once", match=tag, times=0))
    key = {"idempotency-key": tag}
    streams = await asyncio.gather(*(chat.say(tag, key, session_id="k") for _ in range(10)))
    assert all(s == streams[0] for s in streams)
    assert models.count(tag) == 1

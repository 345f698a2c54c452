"""Refusals have one form, and the API describes itself as it is."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import cast

import asyncpg
import pytest

from contracts.errors import CODES
from contracts.events import EVENT_CLASSES
from tests.support.chatting import Chat, Json, only, text_of
from tests.support.model_server import ModelServer, call, reply
from tests.support.raw_http import is_problem, raw_json
from tests.support.workers import Worker

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]


# --- refusals have one form


async def test_unknown_paths_and_methods_are_problems(chat: Chat) -> None:
    """404 and 405 like any other refusal; /docs is not served."""
    for path in ("/docs", "/redoc", "/docs/oauth2-redirect", "/chat/", "/sessions/", "/x/y"):
        is_problem(await chat.get(path), 404, "not_found")
    for method, path in (
        ("GET", "/chat"),
        ("DELETE", "/me"),
        ("TRACE", "/healthz"),
    ):
        answer = await chat.http.request(method, chat.url + path, headers=chat.auth)
        is_problem(answer, 405)
        assert answer.headers["allow"]


async def test_a_correlation_id_is_taken_over_if_it_is_harmless(chat: Chat) -> None:
    """Ours or the caller's, it is in the answer and in the problem."""
    for path in ("/healthz", "/me", "/nothing-here"):
        answer = await chat.http.get(chat.url + path, headers={"x-correlation-id": "My-id.1_2"})
        assert answer.headers["x-correlation-id"] == "My-id.1_2"
        for bad in ("x" * 65, "a b", "<script>", "ü", ""):
            sent = {b"x-correlation-id": bad.encode("latin-1")}
            answer = await chat.http.get(chat.url + path, headers=sent)
            given = answer.headers["x-correlation-id"]
            assert given != bad
            assert given.isalnum()
    too_long = await raw_json(
        chat, "POST", "/chat", b" " * 1_048_577, **{"x-correlation-id": "big"}
    )
    assert is_problem(too_long, 413)["correlation_id"] == "big"


async def test_an_empty_idempotency_key_is_none(chat: Chat) -> None:
    """Two different messages under it are two messages."""
    first = await chat.say("echo one", {"idempotency-key": ""})
    second = await chat.say("echo two", {"idempotency-key": ""})
    assert (text_of(first), text_of(second)) == ("one", "two")


async def test_a_key_is_good_for_one_message(chat: Chat, tag: str) -> None:
    """Same key and body: the same turn again; another body: a problem; too long: a problem."""
    key = {"idempotency-key": tag}
    first = await chat.say("echo once", key, session_id="keyed")
    assert await chat.say("echo once", key, session_id="keyed") == first
    for body in ({"message": "echo twice", "session_id": "keyed"}, {"message": "echo once"}):
        answer = await chat.http.post(f"{chat.url}/chat", json=body, headers=chat.auth | key)
        is_problem(answer, 422, "invalid_request")
    long = {"idempotency-key": "k" * 201}
    is_problem(
        await chat.http.post(f"{chat.url}/chat", json={"message": "x"}, headers=chat.auth | long),
        422,
    )


# --- what the API says of itself


async def test_the_description_holds_the_union_and_the_problems(worker: Worker, chat: Chat) -> None:
    """OpenAPI: one schema per event with a discriminator, problem+json on each refusal."""
    said = (await chat.get("/openapi.json")).json()
    assert said["openapi"].startswith("3.1")
    schemas = said["components"]["schemas"]
    union = schemas["StreamEvent"]
    assert union["discriminator"]["propertyName"] == "type"
    named = {ref["$ref"].rsplit("/", 1)[-1] for ref in union["oneOf"]}
    assert named == {cls.__name__ for cls in EVENT_CLASSES}
    assert set(union["discriminator"]["mapping"]) == {
        cls.model_fields["type"].default for cls in EVENT_CLASSES
    }
    references = set(_references(said))
    assert {r.rsplit("/", 1)[-1] for r in references} <= schemas.keys()
    assert "HTTPValidationError" not in schemas
    stream = said["paths"]["/chat"]["post"]["responses"]["200"]["content"]
    assert stream.keys() == {"application/x-ndjson", "text/event-stream"}
    for content in stream.values():
        assert content["schema"] == {"$ref": "#/components/schemas/StreamEvent"}
    operations = set[str]()
    for path, methods in said["paths"].items():
        for method, operation in methods.items():
            assert operation["operationId"] not in operations
            operations.add(operation["operationId"])
            failures = {
                s: r for s, r in operation["responses"].items() if s >= "4" or s == "default"
            }
            assert failures, (method, path)
            for answer in failures.values():
                assert answer["content"] == {
                    "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
                }
            public = (path.startswith("/shared/") and "post" not in methods) or path in (
                "/healthz", "/readyz", "/auth/login", "/auth/refresh", "/auth/link",
                "/auth/options", "/auth/browser/login", "/auth/browser/link",
                "/auth/browser/refresh",
                "/auth/browser/logout",
            )  # fmt: skip
            assert ("401" in failures) != public or path.startswith("/auth"), path
            assert bool(operation.get("security")) != public, path
    assert said["components"]["securitySchemes"]
    codes = schemas["Problem"]["properties"]["code"]["enum"]
    assert set(codes) == set(CODES)


def _references(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in cast(Json, value).items():
            if key == "$ref":
                yield str(inner)
            else:
                yield from _references(inner)
    elif isinstance(value, list):
        for inner in cast(list[object], value):
            yield from _references(inner)


async def test_answers_carry_what_browsers_need_to_be_careful(chat: Chat) -> None:
    """No sniffing, no framing, no leak of addresses, and nothing that names the server."""
    for path in ("/healthz", "/me", "/openapi.json", "/nothing", "/metrics"):
        answer = await chat.get(path)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "server" not in answer.headers
        assert "access-control-allow-origin" not in answer.headers
    assert (await chat.get("/me")).headers["cache-control"] == "no-store"


# --- approvals, as an attacker would answer them


async def test_an_approval_takes_no_nonsense(
    chat: Chat, models: ModelServer, pool: asyncpg.Pool, tag: str
) -> None:
    """Refused answers leave it open; edited arguments are held against the tool's schema."""
    models.script(call("send", {"name": f"to{tag}"}, match=tag), reply("sent"))
    asked = only(await chat.say(tag), "tool_approval_request")
    path = f"/approvals/{asked['approval']}"
    for body in (
        "{}",
        '{"approve": "perhaps"}',
        '{"approve": null}',
        '{"approve": true, "edited_args": []}',
        '{"approve": true, "edited_args": {}}',
        '{"approve": true, "edited_args": {"name": {}}}',
        '{"approve": true, "edited_args": {"name": "x", "other": 1}}',
        '{"approve": true, "edited_args": {"name": "\\ud800"}}',
        '{"approve": true, "edited_args": {"name": "a\\u0000b"}}',
        '{"approve": true, "edited_args": {"name": %s}}' % ("[" * 900 + "]" * 900),
    ):
        answer = await raw_json(chat, "POST", path, body)
        assert answer.status_code in (400, 422), (body, answer.text)
        is_problem(answer, answer.status_code)
    assert [a["id"] for a in (await chat.get("/approvals")).json()["approvals"]] == [
        asked["approval"]
    ]
    answers = await asyncio.gather(*(chat.post(path, {"approve": True}) for _ in range(5)))
    assert sorted(a.status_code for a in answers) == [200, 410, 410, 410, 410]
    is_problem(await chat.post(path, {"approve": False}), 410, "expired")

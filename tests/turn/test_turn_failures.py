"""Models that fail: what was said is kept, and the next message is answered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from tests.support.chatting import Chat, only, text_of, types
from tests.support.model_server import ModelServer, fail, reply
from tests.support.model_wire import ScriptedReply
from tests.support.seen import alternates, request, transcript
from tests.support.workers import Worker

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]


# --- models that fail ---


async def test_an_answer_that_breaks_off_keeps_what_was_said(
    launch: Callable[..., Awaitable[Worker]], chat: Chat, models: ModelServer, tag: str
) -> None:
    models.script(reply("This much ", "is said", match=tag, cut=True, after=1))
    events = await chat.say(f"tell {tag}")
    assert text_of(events) == "This much "
    assert types(events)[-2:] == ["error", "done"]
    assert only(events, "error")["code"] == "model_unavailable"
    assert only(events, "error")["retryable"] is True
    assert only(events, "done")["status"] == "failed"
    answer = (await chat.get(f"/sessions/{chat.session}")).json()["messages"][1]
    assert answer["blocks"] == [{"type": "text", "text": "This much", "partial": True}]


async def test_a_worker_whose_model_failed_answers_the_next_message(
    launch: Callable[..., Awaitable[Worker]],
    models: ModelServer,
    tag: str,
    person: Callable[..., Awaitable[str]],
    frail: Worker,
) -> None:
    models.script(reply("Half ", "said", match=f"one {tag}", event_error="api_error", after=1))
    async with Chat(frail.url, await person()) as chat:
        await chat.say(f"one {tag}")
        events = await chat.say(f"echo two {tag}")
    assert text_of(events) == f"two {tag}"
    assert transcript(request(models, f"two {tag}")) == [
        f"user: one {tag}",
        "assistant: Half",
        f"user: echo two {tag}",
    ]


async def test_a_question_that_got_no_answer_does_not_run_into_the_next(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    """The model sees that the first one was left, and not two questions in a row."""
    models.script(fail(400, match=f"one {tag}"))
    events = await chat.say(f"one {tag}")
    assert only(events, "done")["status"] == "failed"
    await chat.say(f"echo two {tag}")
    assert alternates(request(models, f"two {tag}"))


async def test_a_rejected_key_is_said_clearly(
    launch: Callable[..., Awaitable[Worker]],
    person: Callable[..., Awaitable[str]],
) -> None:
    """And `local` does not hide it; what to set is told to those who can."""
    keyless = await launch(ANTHROPIC_API_KEY="bad-key")
    told: dict[str, str] = {}
    for role in ("operator", "user"):
        async with Chat(keyless.url, await person(role)) as chat:
            events = await chat.say("hello")
        told[role] = only(events, "error")["message"]
    keyless.end()
    assert only(events, "error")["code"] == "model_auth"
    assert "ANTHROPIC_API_KEY" in told["operator"]
    assert "API_KEY" not in told["user"]
    assert "whoever runs this" in told["user"]
    assert only(events, "done")["status"] == "failed"
    assert text_of(events) == ""


async def test_when_every_provider_is_overloaded_the_built_in_model_answers_and_says_so(
    models: ModelServer, frail: Worker, person: Callable[..., Awaitable[str]]
) -> None:
    models.script(fail(529, match="what can you do", times=2))
    models.script(fail(529, match="what can you do", provider="gemini", times=2))
    async with Chat(frail.url, await person()) as chat:
        events = await chat.say("what can you do?")
    assert models.count("what can you do", "anthropic", "failed") >= 1
    assert models.count("what can you do", "gemini", "failed") >= 1
    models.steps.clear()
    assert only(events, "usage")["model"] == "local/local"
    assert text_of(events)
    assert only(events, "done")["status"] == "finished"


@pytest.mark.parametrize("stop", ["end_turn", "refusal"])
async def test_an_empty_answer_is_an_error_and_not_silence(
    chat: Chat, models: ModelServer, tag: str, stop: str
) -> None:
    models.script(ScriptedReply(stop=stop, match=tag))
    events = await chat.say(f"well {tag}")
    assert types(events).count("error") == 1
    assert only(events, "error")["code"] == "model_unavailable"
    assert only(events, "done")["status"] == "failed"
    events = await chat.say(f"echo still here {tag}")
    assert text_of(events) == f"still here {tag}"


async def test_nothing_more_to_say_after_a_tool_is_no_error(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    models.script(
        ScriptedReply(text=["I look."], calls=[{"name": "look", "args": {"name": tag}}], match=tag),
        ScriptedReply(match=tag),
    )
    events = await chat.say(f"look {tag}")
    assert text_of(events) == "I look."
    assert only(events, "done")["status"] == "finished"

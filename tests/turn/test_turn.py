"""A turn from the message to its last event."""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable
from datetime import datetime

import pytest

from tests.support.chatting import Chat, Json, check_whole, events_of, every, only, text_of, types
from tests.support.model_server import ModelServer, call, reply
from tests.support.seen import alternates, request, transcript
from tests.support.workers import Worker

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]


# --- answers ---


async def test_a_plain_answer_tells_its_way_in_order(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    models.script(reply("Good ", "day", match=tag))
    events = await chat.say(f"hello {tag}")
    shown = types(events)
    assert shown[:3] == ["turn_start", "route", "state"]
    assert set(shown[3:-2]) == {"text"}
    assert shown[-2:] == ["usage", "done"]
    assert text_of(events) == "Good day"
    assert only(events, "route")["workflow"] == "root"
    assert only(events, "done") | {"status": "finished", "next": "answer"} == only(events, "done")
    used = only(events, "usage")
    assert used["model"].startswith("anthropic/")
    assert used["input"] > 0
    assert used["output"] > 0


async def test_question_and_answer_are_stored(chat: Chat, models: ModelServer, tag: str) -> None:
    models.script(reply("Noted", match=tag))
    events = await chat.say(f"remember {tag}")
    detail = (await chat.get(f"/sessions/{chat.session}")).json()
    question, answer = detail["messages"]
    assert (question["role"], answer["role"]) == ("user", "assistant")
    assert question["blocks"] == [{"type": "text", "text": f"remember {tag}"}]
    assert answer["blocks"] == [{"type": "text", "text": "Noted"}]
    assert answer["id"] == only(events, "done")["message_id"]
    assert answer["workflow"] == "root"
    assert detail["open_turns"] == []


async def test_the_model_sees_the_earlier_turns_with_calls_and_results(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    models.script(
        call("look", {"name": "pen"}, match=f"first {tag}"),
        reply("It is there.", match=f"first {tag}"),
        reply("As I said.", match=f"second {tag}"),
    )
    await chat.say(f"first {tag}")
    await chat.say(f"second {tag}")
    assert transcript(request(models, f"second {tag}")) == [
        f"user: first {tag}",
        "assistant: calls look {'name': 'pen'}",
        "user: result found pen",
        "assistant: It is there.",
        f"user: second {tag}",
    ]
    assert alternates(request(models, f"second {tag}"))


async def test_the_first_piece_is_shown_at_once(chat: Chat, models: ModelServer, tag: str) -> None:
    """The model is held after its first piece: only that piece can have been shown."""
    models.script(reply("one ", "two", match=tag, gate=tag, after=1))
    events: list[Json] = []
    async with chat.open(f"count {tag}") as answer:
        async for event in events_of(answer):
            events.append(event)
            if event["type"] == "text":
                models.open(tag)
    check_whole(events)
    assert [e["content"] for e in every(events, "text")] == ["one ", "two"]


async def test_later_pieces_are_gathered(chat: Chat, tag: str) -> None:
    """Forty pieces 5 ms apart are written in a few rows, 40 ms apart, and lose no word."""
    events = await chat.say("slow 5 say 40 words")
    assert text_of(events) == " ".join(f"w{i}" for i in range(1, 41))
    moments = [datetime.fromisoformat(e["at"]) for e in every(events, "text")]
    assert len(moments) < 30
    gaps = [(b - a).total_seconds() for a, b in itertools.pairwise(moments[:-1])]
    assert all(gap > 0.035 for gap in gaps), gaps


# --- workflows ---


async def test_a_workflow_can_be_asked_for(
    worker: Worker, person: Callable[..., Awaitable[str]]
) -> None:
    """Its `say` states lead on in one turn; at its end the conversation is free again."""
    async with Chat(worker.url, await person("operator")) as chat:
        events = await chat.say("hello there", workflow="greeting")
        assert only(events, "route") | {"workflow": "greeting", "intent": "start"} == only(
            events, "route"
        )
        assert [e["state"] for e in every(events, "state")] == ["hello", "more"]
        assert text_of(events) == "Welcome.\n\nGood to see you."
        assert "usage" not in types(events)
        answer = (await chat.get(f"/sessions/{chat.session}")).json()["messages"][1]
        assert answer["workflow"] == "greeting"
        events = await chat.say("echo and now")
        assert only(events, "route")["workflow"] == "root"


async def test_a_workflow_speaks_the_language_of_the_message(
    worker: Worker, person: Callable[..., Awaitable[str]]
) -> None:
    async with Chat(worker.url, await person("operator")) as chat:
        events = await chat.say("Olá, bom dia!", workflow="greeting")
    assert text_of(events) == "Bem-vindo.\n\nQue bom ver você."


async def test_a_workflow_is_closed_to_who_lacks_its_role(chat: Chat) -> None:
    answer = await chat.post("/chat", chat.body("hello", workflow="greeting"))
    assert answer.status_code == 403
    assert answer.json()["code"] == "forbidden"


async def test_a_workflow_that_nobody_has_is_not_found(chat: Chat) -> None:
    answer = await chat.post("/chat", chat.body("hello", workflow="greetings"))
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"


async def test_a_ui_result_without_a_message_is_answered(chat: Chat, models: ModelServer) -> None:
    await chat.say("echo hello")
    events = await chat.say(None, ui_result={"id": "form-1", "value": {"income": 1200}})
    assert only(events, "done")["status"] == "finished"
    assert alternates(models.requests[-1])
    assert "1200" in transcript(models.requests[-1])[-1]

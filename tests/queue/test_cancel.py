"""A person stops a turn, at whatever it is: it ends at once, and the conversation goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.support.chatting import Chat, Json, check_whole, events_of, only, text_of, types
from tests.support.model_server import ModelServer, call, reply
from tests.support.model_wire import ScriptedReply
from tests.support.seen import alternates, request, transcript
from tests.support.workers import Worker, lines, until

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]


async def stop(chat: Chat, turn: str) -> list[Json]:
    """Cancel a turn that is not over, and read all of it."""
    answer = await chat.post(f"/chat/{turn}/cancel")
    assert answer.status_code == 202, answer.text
    events = await chat.follow(turn)
    check_whole(events)
    assert only(events, "done")["status"] == "cancelled"
    assert "error" not in types(events)
    return events


async def goes_on(chat: Chat, models: ModelServer, tag: str) -> list[str]:
    """The next message is answered, from a history that any provider takes."""
    assert text_of(await chat.say(f"echo next {tag}")) == f"next {tag}"
    received = request(models, f"next {tag}")
    assert alternates(received)
    return transcript(received)


async def test_before_the_first_word(talk: Chat, models: ModelServer, tag: str) -> None:
    """The connection to the provider is closed; the question stays, marked as not answered."""
    models.script(reply("never", match=tag, gate=tag))
    turn = await talk.begin(f"ask {tag}")
    await models.until(lambda: models.count(tag, outcome="open") == 1)
    events = await stop(talk, turn)
    assert text_of(events) == ""
    await models.until(lambda: models.count(tag, outcome="gone") == 1)
    seen = await goes_on(talk, models, tag)
    assert seen[0] == f"user: ask {tag}"
    assert seen[1].startswith("assistant: (no answer")


async def test_in_the_middle_of_the_text(talk: Chat, models: ModelServer, tag: str) -> None:
    """What was said is kept and shown to the model; nothing more is read from the provider."""
    models.script(reply("This far ", "and not", match=tag, gate=tag, after=1))
    async with talk.open(f"tell {tag}") as answer:
        turn = answer.headers["x-turn-id"]
        reader = events_of(answer)
        async for event in reader:
            if event["type"] == "text":
                break
        await talk.post(f"/chat/{turn}/cancel")
        rest = [e async for e in reader]
    assert types(rest) == ["done"], "the open stream ends too"
    await models.until(lambda: models.count(tag, outcome="gone") == 1)
    answer = (await talk.get(f"/sessions/{talk.session}")).json()["messages"][1]
    assert answer["blocks"] == [{"type": "text", "text": "This far", "partial": True}]
    seen = await goes_on(talk, models, tag)
    assert seen[:2] == [f"user: tell {tag}", "assistant: This far"]


async def test_during_a_tool(talk: Chat, models: ModelServer, tag: str, probe_folder: Path) -> None:
    """The call ends as cancelled, for the page and for the model."""
    models.script(
        ScriptedReply(
            text=["I look."], calls=[{"name": "look", "args": {"name": f"held{tag}"}}], match=tag
        )
    )
    turn = await talk.begin(f"look {tag}")
    await until(lambda: lines(probe_folder / f"look-held{tag}"), "the tool runs")
    events = await stop(talk, turn)
    ended = only(events, "tool_end")
    assert ended["status"] == "cancelled"
    assert ended["call"] == only(events, "tool_start")["call"]
    answer = (await talk.get(f"/sessions/{talk.session}")).json()["messages"][1]
    assert [b["type"] for b in answer["blocks"]] == ["text", "tool_use", "tool_result"]
    assert answer["blocks"][2]["status"] == "cancelled"
    seen = await goes_on(talk, models, tag)
    assert "stopped before its end" in seen[3]


async def test_during_a_tool_that_runs_in_a_thread(
    talk: Chat, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    """The turn ends at once, and the function is told to stop."""
    models.script(call("grind", {"name": tag}, match=tag))
    async with talk.open(f"grind {tag}") as answer:
        turn = answer.headers["x-turn-id"]
        async for event in events_of(answer):
            if event["type"] == "tool_progress":
                break
    events = await stop(talk, turn)
    assert only(events, "tool_end")["status"] == "cancelled"
    await until(lambda: lines(probe_folder / f"grind-{tag}") == ["stopped"], "it stops")
    await goes_on(talk, models, tag)


async def test_one_of_two_parallel_tools(
    talk: Chat, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    """The finished one keeps its result."""
    names = [f"quick{tag}", f"held{tag}"]
    calls = [{"name": "look", "args": {"name": name}} for name in names]
    models.script(ScriptedReply(calls=calls, match=tag))
    async with talk.open(f"both {tag}") as answer:
        turn = answer.headers["x-turn-id"]
        async for event in events_of(answer):
            if event["type"] == "tool_end":
                break
    events = await stop(talk, turn)
    assert [e["status"] for e in events if e["type"] == "tool_end"] == ["ok", "cancelled"]
    seen = await goes_on(talk, models, tag)
    assert f"user: result found quick{tag}" in seen


async def test_during_the_pause_before_another_try(
    talk: Chat, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    models.script(call("hang", {"name": tag}, match=tag))
    async with talk.open(f"hang {tag}") as answer:
        turn = answer.headers["x-turn-id"]
        async for event in events_of(answer):
            if event["type"] == "tool_retry":
                break
    events = await stop(talk, turn)
    assert only(events, "tool_end")["status"] == "cancelled"
    assert len(lines(probe_folder / f"hang-{tag}")) == 1
    await goes_on(talk, models, tag)


async def test_while_an_approval_is_carried_out(
    talk: Chat, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    models.script(call("send", {"name": f"held{tag}"}, match=tag))
    asked = only(await talk.say(f"send {tag}"), "tool_approval_request")
    async with talk.http.stream(
        "POST",
        f"{talk.url}/approvals/{asked['approval']}",
        json={"approve": True},
        headers=talk.auth,
    ) as answer:
        turn = answer.headers["x-turn-id"]
        await until(lambda: lines(probe_folder / f"send-held{tag}"), "the tool runs")
    await stop(talk, turn)
    seen = await goes_on(talk, models, tag)
    assert "may or may not have taken effect" in seen[2]
    assert (await talk.get("/approvals")).json() == {"approvals": []}


async def test_a_turn_that_was_about_to_ask_asks_no_more(
    talk: Chat, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    """A later yes must not send the letter of a turn that was stopped."""
    calls = [
        {"name": "send", "args": {"name": tag}},
        {"name": "look", "args": {"name": f"held{tag}"}},
    ]
    models.script(ScriptedReply(calls=calls, match=tag))
    turn = await talk.begin(f"both {tag}")
    await until(lambda: lines(probe_folder / f"look-held{tag}"), "the tool runs")
    events = await stop(talk, turn)
    assert "tool_approval_request" not in types(events)
    assert (await talk.get("/approvals")).json() == {"approvals": []}
    await talk.say("yes")
    assert not lines(probe_folder / f"send-{tag}")


async def test_a_turn_that_waits_in_the_queue(talk: Chat, models: ModelServer, tag: str) -> None:
    models.script(reply("x", match=f"a {tag}", gate=tag))
    first = await talk.begin(f"a {tag}")
    queued = await talk.begin(f"b {tag}")
    assert types(await stop(talk, queued)) == ["queued", "done"]
    models.open(tag)
    await talk.follow(first)
    assert models.count(f"b {tag}") == 0
    await goes_on(talk, models, tag)


async def test_from_another_worker(
    talk: Chat, second: Worker, models: ModelServer, tag: str
) -> None:
    """Also when the turn says nothing that would meet the wish in the database."""
    models.script(reply("one ", "two", match=tag, gate=tag, after=1))
    async with talk.open(f"count {tag}") as answer:
        turn = answer.headers["x-turn-id"]
        async for event in events_of(answer):
            if event["type"] == "text":
                break
    async with Chat(second.url, talk.token, talk.session) as there:
        assert text_of(await stop(there, turn)) == "one "
    await models.until(lambda: models.count(tag, outcome="gone") == 1)
    await goes_on(talk, models, tag)


async def test_twice_and_from_two_workers_at_once(
    talk: Chat, second: Worker, models: ModelServer, tag: str
) -> None:
    models.script(reply("x", match=tag, gate=tag))
    turn = await talk.begin(f"ask {tag}")
    await models.until(lambda: models.count(tag, outcome="open") == 1)
    async with Chat(second.url, talk.token) as there:
        answers = await asyncio.gather(
            *(chat.post(f"/chat/{turn}/cancel") for chat in (talk, there, talk, there))
        )
    assert {a.status_code for a in answers} <= {200, 202}
    events = await talk.follow(turn)
    check_whole(events)
    assert only(events, "done")["status"] == "cancelled"
    await goes_on(talk, models, tag)


async def test_after_its_end_nothing_happens(talk: Chat, models: ModelServer, tag: str) -> None:
    events = await talk.say(f"echo {tag}")
    answer = await talk.post(f"/chat/{events[0]['turn']}/cancel")
    assert (answer.status_code, answer.json()["status"]) == (200, "ended")
    assert await talk.follow(events[0]["turn"]) == events
    await goes_on(talk, models, tag)


async def test_nobody_else_can(
    talk: Chat,
    worker: Worker,
    person: Callable[..., Awaitable[str]],
    models: ModelServer,
    tag: str,
) -> None:
    models.script(reply("undisturbed", match=tag, gate=tag))
    turn = await talk.begin(f"ask {tag}")
    async with Chat(worker.url, await person("admin")) as other:
        answer = await other.post(f"/chat/{turn}/cancel")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    models.open(tag)
    assert text_of(await talk.follow(turn)) == "undisturbed"


async def test_leaving_is_not_cancelling(talk: Chat, models: ModelServer, tag: str) -> None:
    models.script(reply("all ", "of it", match=tag, gate=tag, after=1))
    turn = await talk.begin(f"ask {tag}")
    await models.until(lambda: models.count(tag) == 1)
    models.open(tag)
    events = await talk.follow(turn)
    assert text_of(events) == "all of it"
    assert only(events, "done")["status"] == "finished"


async def test_right_after_it_was_sent(talk: Chat, models: ModelServer, tag: str) -> None:
    """However early the wish comes, the turn ends once, and nothing of it runs on."""
    models.script(reply("x", match=tag, gate=tag, times=0))
    turns: list[str] = []
    for _ in range(10):
        turn = await talk.begin(f"ask {tag}")
        turns.append(turn)
        await stop(talk, turn)
    await models.until(lambda: models.count(tag, outcome="open") == 0)
    models.steps.clear()
    await goes_on(talk, models, tag)

"""A plan is shown as it goes, is there again on reload, and is closed honestly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.chatting import Chat, Json, every, only, types
from tests.support.model_server import ModelServer, call, reply
from tests.support.model_wire import ScriptedReply
from tests.support.seen import request, transcript

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]

PLAN = ["Look it up", "Write to Ann", "Tell the others"]


def planned(tag: str) -> ScriptedReply:
    return ScriptedReply(calls=[{"name": "plan_tasks", "args": {"tasks": PLAN}}], match=tag)


def marked(tag: str, task: str, status: str, *more: dict[str, Any], **told: str) -> ScriptedReply:
    args = {"id": task, "status": status, **told}
    return ScriptedReply(calls=[{"name": "update_task", "args": args}, *more], match=tag)


async def stored(chat: Chat) -> list[list[str]]:
    """The plans of the stored answers: each as the states of its tasks."""
    messages = (await chat.get(f"/sessions/{chat.session}")).json()["messages"]
    events = [b["event"] for m in messages for b in m["blocks"] if b["type"] == "widget"]
    return [[t["status"] for t in e["tasks"]] for e in events if e["type"] == "task_list"]


def updates(events: list[Json]) -> list[tuple[str, str]]:
    return [(e["id"], e["status"]) for e in every(events, "task_update")]


async def test_a_plan_is_shown_as_it_goes_and_is_there_again_on_reload(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    models.script(
        planned(tag),
        marked(tag, "1", "running", {"name": "look", "args": {"name": tag}}),
        marked(tag, "1", "done", {"name": "update_task", "args": {"id": "2", "status": "skipped"}}),
        marked(tag, "3", "failed", error="nobody was there"),
        reply("All done.", match=tag),
    )
    events = await chat.say(f"do it all {tag}")
    listed = only(events, "task_list")["tasks"]
    assert [(t["id"], t["description"], t["status"]) for t in listed] == [
        ("1", PLAN[0], "pending"),
        ("2", PLAN[1], "pending"),
        ("3", PLAN[2], "pending"),
    ]
    assert sorted(updates(events)) == [
        ("1", "done"), ("1", "running"), ("2", "skipped"), ("3", "failed"),
    ]  # fmt: skip
    assert every(events, "task_update")[-1]["error"] == "nobody was there"
    shown = types(events)
    assert shown.index("task_list") < shown.index("task_update") < shown.index("done")
    assert await stored(chat) == [["done", "skipped", "failed"]]


async def test_what_nobody_marked_is_told_as_skipped_at_the_end(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    models.script(planned(tag), marked(tag, "1", "done"), reply("Well.", match=tag))
    events = await chat.say(f"do it {tag}")
    assert updates(events) == [("1", "done"), ("2", "skipped"), ("3", "skipped")]
    assert every(events, "task_update")[-1]["error"] == "nobody said that it is done"
    assert await stored(chat) == [["done", "skipped", "skipped"]]


async def test_what_was_under_way_in_a_turn_that_is_cancelled_has_failed(
    chat: Chat, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    held = {"name": "look", "args": {"name": f"held{tag}"}}
    models.script(planned(tag), marked(tag, "1", "running", held))
    turn = await chat.begin(f"do it {tag}")
    seen = 0
    async with chat.http.stream(
        "GET", f"{chat.url}/chat/{turn}/events", headers=chat.auth
    ) as answer:
        async for line in answer.aiter_lines():
            seen += '"type":"task_update"' in line
            if seen:
                break
    await chat.post(f"/chat/{turn}/cancel")
    events = await chat.follow(turn)
    assert only(events, "done")["status"] == "cancelled"
    assert updates(events) == [
        ("1", "running"),
        ("1", "failed"),
        ("2", "skipped"),
        ("3", "skipped"),
    ]
    (probe_folder / f"open-held{tag}").touch()


async def test_a_plan_waits_with_its_turn_and_goes_on_with_the_answer(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    send = {"name": "send", "args": {"name": tag}}
    models.script(planned(tag), marked(tag, "2", "running", send))
    waiting = await chat.say(f"do it {tag}")
    assert only(waiting, "done")["status"] == "waiting"
    assert updates(waiting) == [("2", "running")]
    models.script(marked(tag, "2", "done"), reply("Sent.", match=tag))
    events = await chat.approve(only(waiting, "tool_approval_request")["approval"])
    again = only(events, "task_list")["tasks"]
    assert [t["status"] for t in again] == ["pending", "running", "pending"]
    assert updates(events) == [("2", "done"), ("1", "skipped"), ("3", "skipped")]
    assert await stored(chat) == [["pending", "running", "pending"], ["skipped", "done", "skipped"]]


async def test_a_task_that_is_not_planned_goes_back_to_the_model(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    models.script(marked(tag, "7", "done"), reply("Sorry.", match=tag))
    events = await chat.say(f"do it {tag}")
    assert only(events, "tool_end")["status"] == "error"
    assert "call plan_tasks first" in transcript(request(models, tag))[-1]
    assert not every(events, "task_update")


async def test_a_single_action_needs_no_plan(chat: Chat, models: ModelServer, tag: str) -> None:
    models.script(
        call("plan_tasks", {"tasks": ["One thing"]}, match=tag), reply("So be it.", match=tag)
    )
    events = await chat.say(f"do it {tag}")
    assert only(events, "tool_end")["status"] == "error"
    assert not every(events, "task_list")

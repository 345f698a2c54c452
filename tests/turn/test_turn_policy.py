"""The rules of tools in a turn: failures, memory, autonomy that is changed meanwhile, limits."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import orjson
import pytest

from tests.support.chatting import Chat, Json, check_whole, events_of, every, only, text_of
from tests.support.model_server import ModelServer, call, reply
from tests.support.model_wire import ScriptedReply
from tests.support.workers import lines

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]


async def prefer(chat: Chat, **wishes: object) -> None:
    path = f"{chat.url}/me/preferences"
    stored = await chat.http.put(path, json=wishes, headers=chat.auth)
    assert stored.status_code == 200, stored.text


# --- failures and results ---


async def test_a_tool_that_fails_once_in_passing_is_tried_again_unasked(
    chat: Chat, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    models.script(call("stumble", {"name": tag}, match=tag), reply("Fine.", match=tag))
    events = await chat.say(f"walk {tag}")
    assert only(events, "tool_retry")["attempt"] == 2
    assert only(events, "tool_end")["output"] == f"stood up {tag}"
    assert not every(events, "tool_approval_request")
    assert len(lines(probe_folder / f"stumble-{tag}")) == 2


async def test_a_hundred_megabytes_become_a_few_kilobytes_that_say_so(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    models.script(call("flood", {"name": tag}, match=tag), reply("Much.", match=tag))
    events = await chat.say(f"flood {tag}")
    ended = only(events, "tool_end")
    assert ended["status"] == "ok"
    told = orjson.dumps(ended["output"]).decode()
    assert len(told) < 9_000
    assert "of 1000000 characters shown" in told
    assert text_of(events) == "Much."


async def test_a_remembered_result_is_found_however_the_call_is_spelled_and_is_counted(
    chat: Chat, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    (probe_folder / f"page-{tag}").write_text("open")
    seen: list[Json] = []
    for name in (tag, f" {tag} "):
        models.script(call("fetch", {"name": name}, match=tag), reply("Read.", match=tag))
        seen.append(only(await chat.say(f"read {tag}"), "tool_end"))
    assert [end["cached"] for end in seen] == [False, True]
    assert len(lines(probe_folder / f"fetch-{tag}")) == 1
    counted = (await chat.http.get(f"{chat.url}/metrics")).text
    for outcome in ("hit", "miss"):
        assert f'batuta_tool_cache_total{{outcome="{outcome}",tool="fetch"}}' in counted


async def test_a_failure_is_not_remembered(
    chat: Chat, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    models.script(call("fetch", {"name": tag}, match=tag))
    asked = only(await chat.say(f"read {tag}"), "tool_approval_request")
    assert asked["kind"] == "retry"
    (probe_folder / f"page-{tag}").write_text("open")
    models.script(reply("Read.", match=tag))
    events = await chat.approve(asked["approval"])
    assert only(events, "tool_end")["cached"] is False
    assert only(events, "tool_end")["status"] == "ok"


# --- autonomy that changes while a turn runs ---

Meanwhile = Callable[[], Awaitable[None]]


async def during(
    chat: Chat,
    models: ModelServer,
    tag: str,
    folder: Path,
    tool: str,
    change: Meanwhile,
    option: bool | None = None,
) -> list[Json]:
    """Say something that takes a while and then calls a tool; change something in between."""
    models.script(
        call("look", {"name": f"held{tag}"}, match=tag),
        call(tool, {"name": tag}, match=tag),
        reply("Done.", match=tag),
    )
    events: list[Json] = []
    more = {} if option is None else {"autonomous": option}
    async with chat.open(f"do it {tag}", None, **more) as answer:
        async for event in events_of(answer):
            events.append(event)
            if event["type"] == "tool_start" and event["tool"] == "look":
                await change()
                (folder / f"open-held{tag}").touch()
    check_whole(events)
    return events


@pytest.mark.parametrize(
    ("before", "after", "option", "runs"),
    [(False, True, None, True), (True, False, None, False), (False, True, False, False)],
)
async def test_a_changed_preference_holds_from_the_next_tool_on(
    chat: Chat,
    models: ModelServer,
    tag: str,
    probe_folder: Path,
    before: bool,
    after: bool,
    option: bool | None,
    runs: bool,
) -> None:
    await prefer(chat, autonomous=before)
    events = await during(
        chat, models, tag, probe_folder, "send", lambda: prefer(chat, autonomous=after), option
    )
    assert only(events, "done")["status"] == ("finished" if runs else "waiting")
    assert len(lines(probe_folder / f"send-{tag}")) == int(runs)


async def test_no_preference_skips_a_tool_that_always_asks(
    chat: Chat, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    events = await during(
        chat, models, tag, probe_folder, "wipe", lambda: prefer(chat, autonomous=True)
    )
    assert only(events, "tool_approval_request")["tool"] == "wipe"
    assert not lines(probe_folder / f"wipe-{tag}")


# --- limits ---


async def test_a_person_s_own_limit_of_steps_stops_and_goes_on(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    await prefer(chat, max_steps=2)
    models.script(*(call("look", {"name": f"{tag}{n}"}, match=tag) for n in range(3)))
    events = await chat.say(f"dig {tag}")
    assert only(events, "error")["code"] == "iteration_limit"
    assert models.count(tag) == 2
    asked = only(events, "tool_approval_request")
    assert asked["kind"] == "continue"
    models.script(reply("That was all.", match=tag))
    events = await chat.approve(asked["approval"])
    assert text_of(events) == "That was all."
    assert len(every(events, "tool_start")) == 1, "the third call, which was not made before"


async def test_an_agent_s_own_budget_of_steps_counts_instead_and_offers_to_go_on(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    """Six steps where the worker allows four; the state has no way of errors."""
    models.script(*(call("look", {"name": f"{tag}{n}"}, match=tag) for n in range(6)))
    events = await chat.say(f"dig {tag}", workflow="dig")
    assert models.count(tag) == 6
    asked = only(events, "tool_approval_request")
    assert asked["kind"] == "continue"
    models.script(reply("Here it is.", match=tag))
    events = await chat.approve(asked["approval"])
    assert text_of(events) == "Here it is.\n\nThat is all."


async def test_calls_of_a_tool_that_is_not_there_are_a_loop_too(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    models.script(
        *(ScriptedReply(calls=[{"name": "nothing", "args": {}}], match=tag) for _ in "123")
    )
    events = await chat.say(f"again {tag}")
    assert only(events, "error")["code"] == "loop_detected"

"""Tools in a turn: their ways, their failures and their limits."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncpg
import orjson
import pytest

from tests.support.chatting import Chat, Json, check_whole, events_of, every, only, text_of
from tests.support.model_server import ModelServer, call, reply
from tests.support.model_wire import ScriptedReply
from tests.support.seen import alternates, request, transcript
from tests.support.workers import Worker, lines, until
from workflows.machine.cursor import Cursor

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]


# --- tools ---


async def test_a_tool_call_goes_out_and_comes_back(
    chat: Chat, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    models.script(
        ScriptedReply(
            text=["Let me look."], calls=[{"name": "look", "args": {"name": tag}}], match=tag
        ),
        reply("Found.", match=tag),
    )
    events = await chat.say(f"find {tag}")
    started, ended = only(events, "tool_start"), only(events, "tool_end")
    assert started["call"] == ended["call"]
    assert started["args"] == {"name": tag}
    assert (ended["status"], ended["output"]) == ("ok", f"found {tag}")
    assert text_of(events) == "Let me look.\n\nFound."
    (used,) = only(events, "usage")["agents"]  # one line for the agent, of both its calls
    assert (used["calls"], used["input"]) == (2, only(events, "usage")["input"])
    assert transcript(request(models, tag))[-1] == f"user: result found {tag}"
    assert len(lines(probe_folder / f"look-{tag}")) == 1
    answer = (await chat.get(f"/sessions/{chat.session}")).json()["messages"][1]
    assert [b["type"] for b in answer["blocks"]] == ["text", "tool_use", "tool_result", "text"]


async def test_parallel_calls_run_at_the_same_time_and_end_when_they_end(
    chat: Chat, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    """The quick one's end is shown while the slow one is still held."""
    calls = [
        {"name": "look", "args": {"name": f"held{tag}"}},
        {"name": "look", "args": {"name": f"quick{tag}"}},
    ]
    models.script(ScriptedReply(calls=calls, match=tag), reply("Both.", match=tag))
    events: list[Json] = []
    async with chat.open(f"both {tag}") as answer:
        async for event in events_of(answer):
            events.append(event)
            if event["type"] == "tool_end" and "quick" in event["output"]:
                (probe_folder / f"open-held{tag}").touch()
    check_whole(events)
    ends = every(events, "tool_end")
    assert [e["output"] for e in ends] == [f"found quick{tag}", f"found held{tag}"]
    results = [x for x in transcript(request(models, tag)) if "result" in x]
    assert results == [
        f"user: result found held{tag}",
        f"user: result found quick{tag}",
    ]


async def test_wrong_arguments_go_back_to_the_model(
    chat: Chat, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    models.script(
        call("look", {"nmae": tag}, match=tag),
        call("look", {"name": tag}, match=tag),
        reply("Now I have it.", match=tag),
    )
    events = await chat.say(f"look {tag}")
    assert [e["status"] for e in every(events, "tool_end")] == ["error", "ok"]
    told = transcript(request(models, tag, 1))[-1]
    assert "'nmae' is not an argument" in told
    assert "'name' is missing" in told
    assert text_of(events) == "Now I have it."
    assert only(events, "done")["status"] == "finished"


async def test_every_end_of_a_call_has_its_beginning(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    """Also a call that is refused before it runs, so that a page can show it."""
    models.script(
        call("look", {"wrong": 1}, match=tag),
        call("nosuch", {"a": 1}, match=tag),
        call("restricted", {"name": "x"}, match=tag),
        reply("I give up.", match=tag),
    )
    events = await chat.say(f"try {tag}")
    started = [e["call"] for e in every(events, "tool_start")]
    assert started == [e["call"] for e in every(events, "tool_end")]
    assert len(set(started)) == 3


async def test_an_expected_failure_goes_back_to_the_model(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    models.script(call("crash", {"name": "expected"}, match=tag), reply("None there.", match=tag))
    events = await chat.say(f"crash {tag}")
    ended = only(events, "tool_end")
    assert ended["status"] == "error"
    assert ended["output"] == "there is none of that name; ask for another"
    assert "ask for another" in transcript(request(models, tag))[-1]
    assert only(events, "done")["status"] == "finished"


async def test_how_a_tool_was_called_wrongly_is_told_to_the_model_and_not_to_the_person(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    models.script(call("crash", {"nome": "x"}, match=tag), reply("It needs a name.", match=tag))
    ended = only(await chat.say(f"crash {tag}"), "tool_end")
    assert ended["output"].startswith("“Crash” cannot be done like this")
    assert "name" in transcript(request(models, tag))[-1]


async def test_an_unforeseen_exception_shows_nothing_of_the_inside(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    """The tool may run again, so the person is asked; neither they nor the model see the text."""
    models.script(call("crash", {"name": "badly"}, match=tag))
    events = await chat.say(f"crash {tag}")
    assert "“Crash” does not work right now" in only(events, "tool_end")["output"]
    assert only(events, "tool_approval_request")["kind"] == "retry"
    stored = (await chat.get(f"/sessions/{chat.session}")).text
    assert "secret detail" not in str(events) + stored
    assert "ZeroDivision" not in str(events) + stored


@pytest.mark.parametrize("name", ["countdown", "nosuch"])
async def test_a_tool_that_the_agent_was_not_given_never_runs(
    chat: Chat, models: ModelServer, tag: str, name: str
) -> None:
    """One that exists, and one that does not: the model is told and goes on."""
    models.script(call(name, {"seconds": 1}, match=tag), reply("Then not.", match=tag))
    events = await chat.say(f"use {tag}")
    assert only(events, "tool_end")["status"] in ("denied", "error")
    told = transcript(request(models, tag))[-1]
    assert f"no tool '{name}'" in told
    assert text_of(events) == "Then not."


async def test_a_tool_is_closed_to_who_lacks_its_role(
    chat: Chat,
    models: ModelServer,
    tag: str,
    probe_folder: Path,
    worker: Worker,
    person: Callable[..., Awaitable[str]],
) -> None:
    models.script(
        call("restricted", {"name": tag}, match=f"a user {tag}"),
        reply("Not for you.", match=f"a user {tag}"),
        call("restricted", {"name": tag}, match=f"an operator {tag}"),
        reply("Done.", match=f"an operator {tag}"),
    )
    events = await chat.say(f"I am a user {tag}")
    assert only(events, "tool_end")["status"] == "denied"
    assert "operator" in only(events, "tool_end")["output"]
    assert not lines(probe_folder / f"restricted-{tag}")
    async with Chat(worker.url, await person("operator")) as operator:
        events = await operator.say(f"I am an operator {tag}", workflow="root")
    assert only(events, "tool_end")["status"] == "ok"
    assert len(lines(probe_folder / f"restricted-{tag}")) == 1


async def test_a_tool_that_times_out_is_tried_again_and_then_the_person_decides(
    chat: Chat, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    """Once by itself; then a yes tries again, and a no tells the model."""
    models.script(call("hang", {"name": tag}, match=tag))
    events = await chat.say(f"hang {tag}")
    assert only(events, "tool_retry") | {"attempt": 2, "max": 2} == only(events, "tool_retry")
    assert only(events, "tool_end")["status"] == "timeout"
    asked = only(events, "tool_approval_request")
    assert asked["kind"] == "retry"
    assert only(events, "done")["status"] == "waiting"
    assert len(lines(probe_folder / f"hang-{tag}")) == 2
    (probe_folder / f"open-{tag}").touch()
    models.script(reply("At last.", match=tag))
    events = await chat.approve(asked["approval"])
    assert only(events, "tool_end")["status"] == "ok"
    assert text_of(events) == "At last."
    assert len(lines(probe_folder / f"hang-{tag}")) == 3


async def test_a_no_to_another_try_is_told_to_the_model(
    chat: Chat, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    models.script(call("crash", {"name": "badly"}, match=tag), reply("Left.", match=tag))
    asked = only(await chat.say(f"crash {tag}"), "tool_approval_request")
    events = await chat.approve(asked["approval"], False)
    assert only(events, "tool_end")["status"] == "denied"
    assert "declined" in transcript(request(models, tag))[-1]
    assert text_of(events) == "Left."


# --- limits ---


async def test_a_model_that_repeats_itself_is_stopped_and_may_go_on(
    chat: Chat, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    models.script(call("look", {"name": tag}, match=tag, times=3))
    events = await chat.say(f"again {tag}")
    assert only(events, "error")["code"] == "loop_detected"
    asked = only(events, "tool_approval_request")
    assert asked["kind"] == "continue"
    assert only(events, "done")["status"] == "waiting"
    assert len(lines(probe_folder / f"look-{tag}")) == 2, "the third call is not made"
    models.script(reply("Enough.", match=tag))
    events = await chat.approve(asked["approval"])
    assert text_of(events) == "Enough."
    assert only(events, "done")["status"] == "finished"


async def test_a_turn_that_uses_up_its_steps_asks_whether_to_go_on(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    """The worker allows four model calls a turn (see `worker_env`)."""
    models.script(*(call("look", {"name": f"{tag}{n}"}, match=tag) for n in range(4)))
    events = await chat.say(f"dig {tag}")
    assert models.count(tag) == 4
    assert only(events, "error")["code"] == "iteration_limit"
    asked = only(events, "tool_approval_request")
    assert asked["kind"] == "continue"
    models.script(reply("That was all.", match=tag))
    events = await chat.approve(asked["approval"])
    assert text_of(events) == "That was all."
    assert alternates(request(models, tag))


@pytest.mark.parametrize("limit", ["loop_detected", "iteration_limit"])
@pytest.mark.parametrize("goes_on", [True, False])
async def test_what_was_interrupted_is_still_there_after_a_digression_hits_a_limit(
    chat: Chat, models: ModelServer, pool: asyncpg.Pool, tag: str, limit: str, goes_on: bool
) -> None:
    name = "Z" + tag.translate(str.maketrans("0123456789", "bcdfghjklm"))
    await chat.say(f"Meu nome é {name}", workflow="enrol")
    for at in range(4):
        same = name if limit == "loop_detected" else f"{name}{at}"
        models.script(call("look", {"name": same}, match=f"procure {name}"))
    stopped = await chat.say(f"por favor, procure {name} para mim", workflow="root")
    assert only(stopped, "error")["code"] == limit
    offer = only(stopped, "tool_approval_request")
    assert offer["kind"] == "continue"
    models.script(reply("Era isso.", match=name))
    if goes_on:
        answered = await chat.approve(offer["approval"])
    else:
        await chat.approve(offer["approval"], False)
        answered = await chat.say(f"deixe {name} para outra hora", workflow="root")
    assert text_of(answered).startswith("Era isso.")
    assert text_of(answered).endswith("Quantos anos você tem?")
    stored = await pool.fetchval(
        "select cursor from batuta.sessions where id = $1::uuid", chat.session
    )
    position = Cursor.read(orjson.loads(stored))
    assert (position.workflow, position.state, position.language) == ("enrol", "collect", "pt")
    assert position.frames[-1].slots == {"name": name}


async def test_going_on_long_after_the_limit_still_asks_the_model_properly(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    """The talk has gone on since; the request must not end with the model's own words."""
    models.script(*(call("look", {"name": f"{tag}{n}"}, match=tag) for n in range(4)))
    asked = only(await chat.say(f"dig {tag}"), "tool_approval_request")
    await chat.say("echo meanwhile")
    events = await chat.approve(asked["approval"])
    assert only(events, "done")["status"] == "finished"
    assert alternates(models.requests[-1])


async def test_a_no_to_going_on_ends_it(chat: Chat, models: ModelServer, tag: str) -> None:
    models.script(call("look", {"name": tag}, match=tag, times=3))
    asked = only(await chat.say(f"again {tag}"), "tool_approval_request")
    before = models.count()
    events = await chat.approve(asked["approval"], False)
    assert only(events, "done")["status"] == "finished"
    assert models.count() == before


async def test_the_slow_tool_of_a_thread_shows_how_far_it_is(
    chat: Chat, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    models.script(call("grind", {"name": tag}, match=tag), reply("Ground.", match=tag))
    async with chat.open(f"grind {tag}") as answer:
        events: list[Json] = []
        async for event in events_of(answer):
            events.append(event)
            if event["type"] == "tool_progress":
                (probe_folder / f"open-{tag}").touch()
    check_whole(events)
    assert only(events, "tool_progress")["note"] == "grinding"
    assert only(events, "tool_end")["output"] == f"ground {tag}"
    await until(lambda: lines(probe_folder / f"grind-{tag}"), "noted", 1)

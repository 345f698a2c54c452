"""Agents that work beside one another, and agents that answer in a form: nobody hears them."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from uuid import UUID

import asyncpg
import pytest

from tests.support.chatting import Chat, every, only, text_of, types
from tests.support.model_server import ModelServer, call, fail, reply
from tests.support.model_wire import ScriptedReply
from tests.support.workers import PROJECT, Worker, lines

pytestmark = pytest.mark.anyio
KEPT = "select true from batuta.turn_steps where turn_id = $1 and key like 'model/advice_%' limit 1"
THIRD_OR_END = """
select status <> 'running' or exists (
  select from batuta.turn_steps where turn_id = $1 and key like 'model/advice_%/3')
from batuta.turns where id = $1"""

ADVICE = """
workflow: advice
version: 1
title: {en: Advice, pt: Conselho}
agents:
  lawyer: {prompt: "You are the lawyer.", tools: [look]}
  doctor: {prompt: "You are the doctor.", tools: [look]}
  judge:
    prompt: "You are the judge."
    output: {type: object, properties: {risk: {type: integer}}, required: [risk]}
start: ask
states:
  ask: {parallel: [{agent: lawyer}, {agent: doctor}, {tool: look, args: {name: third}}], on_error: sorry, go: weigh}
  weigh: {agent: judge, retry: 1, on_error: sorry, go: [{if: results.weigh.risk > 5, to: stop}, {to: done}]}
  stop: {say: {en: "Too risky.", pt: "Arriscado demais."}, end: completed}
  done:
    say:
      en: "Law: {results.ask.lawyer.text} Health: {results.ask.doctor.text}"
      pt: "Lei: {results.ask.lawyer.text} Saúde: {results.ask.doctor.text}"
    end: completed
  sorry: {say: {en: "Nobody could say.", pt: "Ninguém soube."}, end: cancelled}
"""  # noqa: E501


@pytest.fixture(scope="module")
def worker_env(
    worker_env: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    project = shutil.copytree(PROJECT, tmp_path_factory.mktemp("advice") / "project")
    (project / "workflows" / "advice.yaml").write_text(ADVICE)
    return worker_env | {"BATUTA_PROJECT": str(project), "BATUTA_MODEL_RETRIES": "0"}


def system_of(models: ModelServer, tag: str) -> list[str]:
    """The system prompts of the requests of a test, in order."""
    found: list[str] = []
    for request in [r for r in list(models.requests) if tag in str(r.body)]:
        prompt = request.body["system"]
        found.append(prompt if isinstance(prompt, str) else prompt[0]["text"])
    return found


async def test_agents_work_at_the_same_time_and_only_their_results_are_used(
    chat: Chat, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    models.script(
        reply("Fine.", match=tag), reply("Fine.", match=tag), reply('{"risk": 2}', match=tag)
    )
    events = await chat.say(f"may I sail {tag}", workflow="advice")
    assert text_of(events) == "Law: Fine. Health: Fine."
    assert [e["state"] for e in every(events, "state")] == ["ask", "weigh", "done"]
    assert types(events).count("text") >= 1
    assert len(every(events, "tool_end")) == 1
    prompts = system_of(models, tag)
    assert {"lawyer" in p for p in prompts[:2]} == {True, False}
    assert '"risk"' in prompts[2]
    told = (await chat.get(f"/sessions/{chat.session}")).json()["messages"][-1]["blocks"]
    assert [b["text"] for b in told if b["type"] == "text"] == ["Law: Fine. Health: Fine."]
    assert len(lines(probe_folder / "look-third")) >= 1


async def test_an_agent_beside_others_may_use_its_tools(
    chat: Chat, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    models.script(
        call("look", {"name": tag}, match=tag),
        reply("Sure.", match=tag),
        reply("Sure.", match=tag),
        reply('{"risk": 9}', match=tag),
    )
    events = await chat.say(f"is it allowed {tag}", workflow="advice")
    assert text_of(events).endswith("Too risky.")
    assert len(lines(probe_folder / f"look-{tag}")) == 1


async def test_an_answer_that_does_not_fit_is_asked_for_again_and_then_fails(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    models.script(
        reply("Yes.", match=tag),
        reply("Yes.", match=tag),
        reply('{"risk": "high"}', match=tag),
        reply("It is high.", match=tag),
    )
    events = await chat.say(f"tell me {tag}", workflow="advice")
    assert text_of(events).endswith("Nobody could say.")
    assert "It is high." not in text_of(events)
    assert len(system_of(models, tag)) == 4


async def test_one_that_fails_fails_them_all(
    launch: Callable[..., Awaitable[Worker]],
    person: Callable[..., Awaitable[str]],
    models: ModelServer,
    tag: str,
) -> None:
    alone = await launch(BATUTA_MODEL="anthropic/claude-sonnet-5")
    async with Chat(alone.url, await person()) as chat:
        models.script(fail(400, match=tag), reply("Yes.", match=tag))
        events = await chat.say(f"go {tag}", workflow="advice")
        assert text_of(events).endswith("Nobody could say.")
        assert only(events, "done")["status"] == "finished"
    alone.end()


async def test_one_that_goes_in_circles_stops_the_turn_whatever_another_fails_of(
    launch: Callable[..., Awaitable[Worker]],
    person: Callable[..., Awaitable[str]],
    models: ModelServer,
    pool: asyncpg.Pool,
    tag: str,
) -> None:
    alone = await launch(BATUTA_MODEL="anthropic/claude-sonnet-5")
    async with Chat(alone.url, await person()) as chat:
        models.script(
            call("look", {"name": tag}, gate=f"{tag}-circles", match=tag),
            fail(400, gate=f"{tag}-fails", match=tag),
            call("look", {"name": tag}, match=tag, times=2),
        )
        turn = await chat.begin(f"go {tag}", workflow="advice")
        await models.until(lambda: models.count(tag, outcome="open") == 2)
        models.open(f"{tag}-circles")
        while not await pool.fetchval(THIRD_OR_END, UUID(turn)):  # noqa: ASYNC110  # another process writes
            await asyncio.sleep(0.02)
        models.open(f"{tag}-fails")
        events = await chat.follow(turn)
        assert only(events, "error")["code"] == "loop_detected"
        assert only(events, "tool_approval_request")["kind"] == "continue"
        assert only(events, "done")["status"] == "waiting"
        assert text_of(events) == ""
    alone.end()


async def test_equal_calls_of_two_agents_are_no_circle(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    gates = [f"{tag}-{n}" for n in range(4)]
    models.script(
        *[call("look", {"name": tag}, gate=gate, match=tag) for gate in gates],
        reply("Fine.", match=tag),
        reply("Fine.", match=tag),
        reply('{"risk": 2}', match=tag),
    )
    turn = await chat.begin(f"may I sail {tag}", workflow="advice")
    for asked, gate in zip([2, 3, 4, 4], gates, strict=True):  # one agent after the other, twice
        await models.until(lambda asked=asked: models.count(tag) == asked)
        models.open(gate)
    assert text_of(await chat.follow(turn)) == "Law: Fine. Health: Fine."


async def test_an_agent_that_goes_in_circles_is_not_saved_by_the_calls_of_another(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    circles, other, last = f"{tag}-circles", f"{tag}-other", f"{tag}-last"
    models.script(
        call("look", {"name": tag}, gate=circles, match=tag),
        call("look", {"name": "other"}, gate=other, match=tag),
        call("look", {"name": tag}, gate=last, match=tag),
        reply("Fine.", match=tag),
        call("look", {"name": tag}, match=tag),
    )
    turn = await chat.begin(f"may I sail {tag}", workflow="advice")
    for asked, gate in zip([2, 3, 4], [circles, other, last], strict=True):
        await models.until(lambda asked=asked: models.count(tag) == asked)
        models.open(gate)
    assert only(await chat.follow(turn), "error")["code"] == "loop_detected"


async def test_a_worker_that_dies_repeats_no_agent_that_had_finished(
    launch: Callable[..., Awaitable[Worker]],
    person: Callable[..., Awaitable[str]],
    models: ModelServer,
    pool: asyncpg.Pool,
    tag: str,
) -> None:
    first, second = await launch(), await launch()
    models.script(
        reply("Fine.", match=tag),
        ScriptedReply(text=["Well", "."], gate=tag, after=1, match=tag),
        reply("Well.", match=tag),
        reply('{"risk": 1}', match=tag),
    )
    async with Chat(first.url, await person()) as chat:
        turn = await chat.begin(f"may I sail {tag}", workflow="advice")
        await models.until(lambda: models.count(tag, outcome="done") == 1)
        await models.until(lambda: models.count(tag, outcome="open") == 1)
        while not await pool.fetchval(KEPT, UUID(turn)):  # noqa: ASYNC110  # another process writes
            await asyncio.sleep(0.02)
        first.kill()
        events = await chat.follow_stubbornly(turn, [second.url])
    assert text_of(events) in {"Law: Fine. Health: Well.", "Law: Well. Health: Fine."}
    assert len(system_of(models, tag)) == 4
    second.end()

"""Where somebody else is asked about a message, the answer is written meanwhile, and held."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncGenerator, Awaitable, Callable
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import asyncpg
import orjson
import pytest

from agent.serving.route_infos import route_infos
from cli._project import project_at
from router.info import RouteContext
from router.route import Router
from tests.support.chance import code
from tests.support.chatting import Chat, every, only, text_of
from tests.support.model_server import ModelServer, Received, call, reply
from tests.support.workers import PROJECT, Worker, lines, until
from tests.test_routing import DELIVERY

pytestmark = pytest.mark.anyio

JUDGE, ROUTER = "You judge one text", "You decide which workflow"  # of whose instructions
CARE = """
workflow: care
version: 1
title: {en: Care, pt: Cuidado}
route:
  when: The person has trouble with something they bought.
  examples: [something is wrong with what I bought, the lamp you sent me flickers,
    my new kettle leaks, o fogão que comprei não liga, o abajur veio com defeito]
agents: {clerk: {model: fast, prompt: "You take care.", tools: [look, pay]}}
start: help
states: {help: {agent: clerk}}
"""
# What is doubted shifts a little with each example that the router learns: it chooses itself.
MAYBE = {
    "en": (("the item", "the thing", "my lamp", "the stove", "my purchase", "the kettle"),
           ("came wet", "smells", "is making noise", "arrived open", "is cold",
            "came late and is broken", "has no light"), ("", ", what now?", ", see?")),
    "pt": (("o abajur", "o fogão", "o produto", "a compra", "a chaleira"),
           ("faz barulho", "veio aberto", "atrasou e veio quebrado", "veio na cor errada",
            "está frio", "cheira mal", "não tem luz"), ("", ", e agora?", ", viu?")),
}  # fmt: skip
CLEAR = {"en": "my new kettle leaks, {tag}", "pt": "o abajur veio com defeito, {tag}"}


def told(**fields: object) -> str:
    return orjson.dumps(fields).decode()


ALLOWED = told(verdict="allow", category="other")
BLOCKED = told(verdict="block", category="harm")
STAYS = told(intent="start", workflow="care", confidence=0.9, reason="it leaks")
MOVES = told(intent="start", workflow="delivery", confidence=0.9, reason="it is a parcel")


@cache
def _router() -> Router:
    with TemporaryDirectory() as folder:
        workflows = Path(folder) / "workflows"
        workflows.mkdir()
        (workflows / "care.yaml").write_text(CARE)
        (workflows / "delivery.yaml").write_text(DELIVERY)
        return Router(route_infos(project_at(Path(folder)).served))


async def doubtful(language: str, tag: str) -> str:
    """Return a message that is most likely for the clerk, and that a model is asked about."""
    for said in product(*MAYBE[language]):
        message = f"{said[0]} {said[1]}{said[2]} {tag}"
        opinion = await _router().consider(message, RouteContext(None))
        if opinion.doubtful and opinion.likely.workflow == "care" and not opinion.serial:
            return message
    raise AssertionError("the router doubts none of these any more: write another one")


@pytest.fixture(scope="module")
def worker_env(
    tmp_path_factory: pytest.TempPathFactory, models: ModelServer, probe_folder: Path
) -> dict[str, str]:
    """A shop whose judge is asked about every message, and may think for long."""
    shop = tmp_path_factory.mktemp("shop")
    (shop / "workflows").mkdir()
    shutil.copytree(PROJECT / "tools", shop / "tools")
    (shop / "workflows" / "care.yaml").write_text(CARE)
    (shop / "workflows" / "delivery.yaml").write_text(DELIVERY)
    (shop / "guardrails.yaml").write_text('judge: always\n"off": [heads]\njudge_seconds: 20\n')
    return {
        "BATUTA_PROJECT": str(shop),
        "BATUTA_TEST_PROBES": str(probe_folder),
        "ANTHROPIC_API_KEY": "test-key",
        "ANTHROPIC_BASE_URL": models.url,
        "BATUTA_RATE_PER_MINUTE": "0",
        "BATUTA_LEASE_SECONDS": "1",
    }


@pytest.fixture
async def first(launch: Callable[..., Awaitable[Worker]]) -> AsyncGenerator[Worker]:
    """A worker that will die."""
    started = await launch()
    yield started
    started.end()


def asked(models: ModelServer, tag: str, whom: str = "") -> list[Received]:
    """Return the calls of one turn: all, or those of the judge or the router."""
    return [r for r in list(models.requests) if tag in r.text and whom in r.system]


def answers(models: ModelServer, tag: str) -> list[Received]:
    return [r for r in asked(models, tag) if JUDGE not in r.system and ROUTER not in r.system]


async def shown(pool: asyncpg.Pool, turn: str) -> list[str]:
    """Return the events that are committed: nobody can have seen more."""
    rows = await pool.fetch(
        "select type from batuta.turn_events where turn_id = $1::uuid order by seq", turn
    )
    return [row["type"] for row in rows]


async def answer_is_kept(pool: asyncpg.Pool, turn: str) -> None:
    """Wait until the answer is committed, though nobody may see it yet."""
    asked_for = (
        "select 1 from batuta.turn_steps where turn_id = $1::uuid and key like 'model/care%'"
    )
    async with asyncio.timeout(40):
        while not await pool.fetchval(asked_for, turn):  # noqa: ASYNC110  # another process
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("language", ["en", "pt"])
async def test_judge_router_and_answer_are_asked_at_once_and_nothing_shows_before_they_agree(
    chat: Chat, models: ModelServer, pool: asyncpg.Pool, tag: str, language: str
) -> None:
    models.script(
        reply(ALLOWED, match=tag, system=JUDGE, gate=f"judge{tag}"),
        reply(STAYS, match=tag, system=ROUTER, gate=f"router{tag}"),
        reply("Unplug it.", match=tag),
    )
    turn = await chat.begin(await doubtful(language, tag))
    await until(lambda: len(asked(models, tag)) == 3, "all three are asked")
    await answer_is_kept(pool, turn)
    assert await shown(pool, turn) == ["turn_start"]
    models.open(f"judge{tag}")
    await until(lambda: asked(models, tag, JUDGE)[0].outcome == "done", "the judge agrees")
    assert await shown(pool, turn) == ["turn_start"]
    models.open(f"router{tag}")
    events = await chat.follow(turn)
    assert [e["type"] for e in events] == [
        "turn_start", "route", "state", "text", "usage", "done",
    ]  # fmt: skip
    assert (only(events, "route")["workflow"], text_of(events)) == ("care", "Unplug it.")
    assert only(events, "route")["reason"] == "it leaks"
    assert len(asked(models, tag)) == 3


async def test_no_tool_is_called_for_a_message_that_the_judge_then_blocks(
    chat: Chat, models: ModelServer, pool: asyncpg.Pool, probe_folder: Path
) -> None:
    tag = code()
    models.script(
        reply(BLOCKED, match=tag, system=JUDGE, gate=f"judge{tag}"),
        call("look", {"name": tag}, match=tag),
    )
    turn = await chat.begin(CLEAR["en"].format(tag=tag))
    await until(lambda: answers(models, tag), "the answer is asked for")
    await until(lambda: answers(models, tag)[0].outcome == "done", "a tool is wanted")
    await answer_is_kept(pool, turn)
    assert await shown(pool, turn) == ["turn_start"]
    models.open(f"judge{tag}")
    events = await chat.follow(turn)
    assert only(events, "done")["status"] == "blocked"
    assert every(events, "tool_start") == every(events, "route") == every(events, "state") == []
    assert not lines(probe_folder / f"look-{tag}")
    used = [each["agent"] for each in only(events, "usage")["agents"]]
    assert sorted(used) == ["care_clerk", "guard"], "what was paid is told"


async def test_a_tool_waits_for_the_judge_and_is_called_once_he_agrees(
    chat: Chat, models: ModelServer, probe_folder: Path
) -> None:
    tag = code()
    models.script(
        reply(ALLOWED, match=f", {tag}", system=JUDGE, gate=f"judge{tag}"),
        reply(ALLOWED, match=f"found {tag}", system=JUDGE),
        call("look", {"name": tag}, match=tag),
        reply("I have looked.", match=tag),
    )
    turn = await chat.begin(CLEAR["pt"].format(tag=tag))
    await until(lambda: answers(models, tag), "the answer is asked for")
    await until(lambda: answers(models, tag)[0].outcome == "done", "a tool is wanted")
    assert not lines(probe_folder / f"look-{tag}")
    models.open(f"judge{tag}")
    events = await chat.follow(turn)
    assert text_of(events) == "I have looked."
    assert len(lines(probe_folder / f"look-{tag}")) == 1
    order = [e["type"] for e in events if e["type"] in ("route", "tool_start", "text", "done")]
    assert order == ["route", "tool_start", "text", "done"]


async def test_a_route_that_the_model_changes_leaves_nothing_of_what_was_begun(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    models.script(
        reply(ALLOWED, match=tag, system=JUDGE),
        reply(MOVES, match=tag, system=ROUTER, gate=f"router{tag}"),
        reply("Unplug it.", match=tag),
    )
    turn = await chat.begin(await doubtful("en", tag))
    await until(lambda: answers(models, tag), "the answer is asked for")
    await until(lambda: answers(models, tag)[0].outcome == "done", "the answer is written")
    models.open(f"router{tag}")
    events = await chat.follow(turn)
    assert only(events, "route")["workflow"] == "delivery"
    assert text_of(events) == "What is the tracking code?"
    assert [e["workflow"] for e in every(events, "state")] == ["delivery"]
    session = only(events, "turn_start")["session"]
    stored = (await chat.get(f"/sessions/{session}")).text
    assert "Unplug" not in stored


async def test_a_worker_that_dies_before_the_verdict_has_shown_nothing_and_nothing_is_paid_twice(
    first: Worker,
    worker: Worker,
    person: Callable[..., Awaitable[str]],
    models: ModelServer,
    pool: asyncpg.Pool,
) -> None:
    tag = code()
    models.script(
        reply(ALLOWED, match=tag, system=JUDGE, gate=f"never{tag}"),
        reply(STAYS, match=tag, system=ROUTER),
        reply("Unplug ", "it.", match=tag),
        reply(ALLOWED, match=tag, system=JUDGE),
    )
    async with Chat(first.url, await person()) as chat:
        turn = await chat.begin(await doubtful("en", tag))
        await until(lambda: asked(models, tag, ROUTER), "the router is asked")
        await until(lambda: answers(models, tag), "the answer is asked for")
        await answer_is_kept(pool, turn)
        assert await shown(pool, turn) == ["turn_start"]
        first.kill()
        events = await chat.follow_stubbornly(turn, [worker.url])
    assert text_of(events) == "Unplug it."
    assert len(every(events, "route")) == 1
    assert len(answers(models, tag)) == 1, "the answer was paid once"
    assert len(asked(models, tag, ROUTER)) == 1, "and so was the router's"
    assert len(asked(models, tag, JUDGE)) == 2, "the judge had not answered"
    used = sorted(each["agent"] for each in only(events, "usage")["agents"])
    assert used == ["care_clerk", "guard", "router"]


async def test_a_worker_that_dies_after_a_change_of_route_leaves_it_changed(
    first: Worker,
    worker: Worker,
    person: Callable[..., Awaitable[str]],
    models: ModelServer,
    pool: asyncpg.Pool,
) -> None:
    tag = code()
    home = told(intent="start", workflow="root", confidence=0.9, reason="small talk")
    models.script(
        reply(ALLOWED, match=tag, system=JUDGE),
        reply(home, match=tag, system=ROUTER, gate=f"router{tag}"),
        reply("Unplug it.", match=tag, system="You take care"),
        reply("One moment.", match=tag, gate=f"never{tag}"),
        reply("Hello there.", match=tag),
    )
    async with Chat(first.url, await person()) as chat:
        turn = await chat.begin(await doubtful("pt", tag))
        await until(lambda: answers(models, tag), "the answer is asked for")
        await answer_is_kept(pool, turn)
        models.open(f"router{tag}")
        await until(lambda: len(answers(models, tag)) == 2, "the root is asked")
        first.kill()
        events = await chat.follow_stubbornly(turn, [worker.url])
    assert text_of(events) == "Hello there."
    assert only(events, "route")["workflow"] == "root"
    assert len(asked(models, tag, ROUTER)) == len(asked(models, tag, JUDGE)) == 1
    used = sorted(each["agent"] for each in only(events, "usage")["agents"])
    assert used == ["care_clerk", "guard", "root_assistant", "router"]


async def test_who_cancels_before_the_verdict_has_seen_and_done_nothing(
    chat: Chat, models: ModelServer, pool: asyncpg.Pool, tag: str
) -> None:
    models.script(
        reply(ALLOWED, match=tag, system=JUDGE, gate=f"never{tag}"),
        reply("Unplug it.", match=tag),
    )
    turn = await chat.begin(CLEAR["en"].format(tag=tag))
    await until(lambda: answers(models, tag), "the answer is asked for")
    await until(lambda: answers(models, tag)[0].outcome == "done", "the answer is written")
    assert (await chat.post(f"/chat/{turn}/cancel")).status_code < 300
    events = await chat.follow(turn)
    assert only(events, "done")["status"] == "cancelled"
    assert text_of(events) == ""
    assert await shown(pool, turn) == [e["type"] for e in events]

"""What an advisor has answered holds after a takeover for the text it was asked about alone."""

from __future__ import annotations

import shutil
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path

import orjson
import pytest

from tests.support.chance import code
from tests.support.chatting import Chat, only, text_of
from tests.support.model_server import ModelServer, call, reply
from tests.support.workers import PROJECT, Worker, lines, until

pytestmark = pytest.mark.anyio

HARMLESS = orjson.dumps({"verdict": "allow", "category": "other"}).decode()
RETRYING = """
workflow: retrying
version: 1
title: Retrying
agents: {clerk: {model: fast, prompt: "Work.", tools: [look], budget: {steps: 1}}}
start: work
states:
  work: {agent: clerk, retry: 1, on_error: over, go: over}
  over: {say: "That is all.", end: completed}
"""
JUDGE = "You judge one text"  # stands in the instructions of the guardrails' agent alone
ORDERS = orjson.dumps({"verdict": "block", "category": "injection"}).decode()


@pytest.fixture(scope="module")
def worker_env(
    tmp_path_factory: pytest.TempPathFactory, models: ModelServer, probe_folder: Path
) -> dict[str, str]:
    """A project whose guardrails' agent is asked about every text."""
    project = shutil.copytree(PROJECT, tmp_path_factory.mktemp("judged") / "project")
    (project / "workflows" / "retrying.yaml").write_text(RETRYING)
    (project / "guardrails.yaml").write_text('judge: always\n"off": [heads]\n')
    return {
        "BATUTA_PROJECT": str(project),
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


async def test_a_result_is_not_taken_for_the_message_that_was_judged_before_the_worker_died(
    first: Worker,
    worker: Worker,
    person: Callable[..., Awaitable[str]],
    models: ModelServer,
    probe_folder: Path,
) -> None:
    name = f"held{code()}"
    models.script(
        reply(HARMLESS, system=JUDGE, match=name, usage={"input": 900, "output": 9}),
        call("look", {"name": name}, match=name),
    )
    async with Chat(first.url, await person()) as chat:
        turn = await chat.begin(f"look for {name}", workflow="root")
        await until(lambda: lines(probe_folder / f"look-{name}"), "the tool runs")
        first.kill()
        models.script(
            reply(ORDERS, system=JUDGE, match=f"found {name}"), reply("I may not.", match=name)
        )
        (probe_folder / f"open-{name}").touch()
        events = await chat.follow_stubbornly(turn, [worker.url])
    assert "withheld" in only(events, "tool_end")["output"]
    assert text_of(events) == "I may not."
    judged = [r for r in list(models.requests) if name in r.text and JUDGE in r.system]
    assert len(judged) == 2, "the message once, the result once"
    (guard,) = [a for a in only(events, "usage")["agents"] if a["agent"] == "guard"]
    assert guard["input"] > 900, "what was used before counts, too"


async def test_an_agent_that_tries_again_goes_on_behind_what_it_did_before_the_worker_died(
    first: Worker,
    worker: Worker,
    person: Callable[..., Awaitable[str]],
    models: ModelServer,
    probe_folder: Path,
) -> None:
    tag = code()
    models.script(
        reply(HARMLESS, system=JUDGE, match=f"look for {tag}"),
        call("look", {"name": f"quick{tag}"}, match=f"look for {tag}"),
        reply(HARMLESS, system=JUDGE, match=f"found quick{tag}"),
        call("look", {"name": f"held{tag}"}, match=f"look for {tag}"),
        reply(HARMLESS, system=JUDGE, match=f"found held{tag}"),
    )
    async with Chat(first.url, await person()) as chat:
        turn = await chat.begin(f"look for {tag}", workflow="retrying")
        await until(lambda: lines(probe_folder / f"look-held{tag}"), "the second try runs")
        first.kill()
        (probe_folder / f"open-held{tag}").touch()
        events = await chat.follow_stubbornly(turn, [worker.url])
        chat.url = worker.url
        session = only(events, "turn_start")["session"]
        kept = (await chat.get(f"/sessions/{session}")).json()["messages"][-1]["blocks"]
    calls = [b["type"] for b in kept if b["type"].startswith("tool_")]
    assert calls == ["tool_use", "tool_result"] * 2, "what the first try did is told, too"
    assert "That is all." in text_of(events)
    assert len(lines(probe_folder / f"look-held{tag}")) == 2
    assert len(lines(probe_folder / f"look-quick{tag}")) == 1
    assert models.count(tag) == 5
    used = sorted(a["agent"] for a in only(events, "usage")["agents"])
    assert used == ["guard", "retrying_clerk"]

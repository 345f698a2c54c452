"""The rules of tools hold although the worker dies and readers come and go."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.support.chatting import Chat, every, only, text_of
from tests.support.model_server import ModelServer, call, reply
from tests.support.workers import Worker, lines, until

pytestmark = pytest.mark.anyio
Launch = Callable[..., Awaitable[Worker]]


@pytest.fixture
async def doomed(launch: Launch) -> Worker:
    """A worker that its test kills."""
    return await launch()


async def prefer(chat: Chat, url: str, **wishes: object) -> None:
    stored = await chat.http.put(f"{url}/me/preferences", json=wishes, headers=chat.auth)
    assert stored.status_code == 200, stored.text


@pytest.mark.parametrize("autonomous", [True, False])
async def test_a_preference_that_is_changed_elsewhere_holds_after_a_takeover(
    doomed: Worker,
    worker: Worker,
    models: ModelServer,
    probe_folder: Path,
    person: Callable[..., Awaitable[str]],
    tag: str,
    autonomous: bool,
) -> None:
    """The reader is cut off again and again meanwhile, and misses nothing."""
    models.script(
        call("look", {"name": f"held{tag}"}, match=tag),
        call("send", {"name": tag}, match=tag),
        reply("Done.", match=tag),
    )
    async with Chat(doomed.url, await person()) as chat:
        await prefer(chat, worker.url, autonomous=not autonomous)
        turn = await chat.begin(f"do it {tag}")
        await until(lambda: lines(probe_folder / f"look-held{tag}"), "the tool runs")
        await prefer(chat, worker.url, autonomous=autonomous)
        doomed.kill()
        (probe_folder / f"open-held{tag}").touch()
        events = await chat.follow_stubbornly(turn, [worker.url], read_for=0.3)
        assert only(events, "done")["status"] == ("finished" if autonomous else "waiting")
        assert len(lines(probe_folder / f"send-{tag}")) == int(autonomous)
        if not autonomous:
            chat.url = worker.url
            asked = only(events, "tool_approval_request")
            assert text_of(await chat.approve(asked["approval"])) == "Done."
            assert len(lines(probe_folder / f"send-{tag}")) == 1


async def test_a_call_that_was_let_through_is_not_asked_about_again_after_a_takeover(
    doomed: Worker,
    worker: Worker,
    models: ModelServer,
    probe_folder: Path,
    person: Callable[..., Awaitable[str]],
    tag: str,
) -> None:
    """Autonomy is taken away while it runs: that it may have happened is what is asked now."""
    models.script(call("send", {"name": f"held{tag}"}, match=tag), reply("Done.", match=tag))
    async with Chat(doomed.url, await person()) as chat:
        await prefer(chat, worker.url, autonomous=True)
        turn = await chat.begin(f"do it {tag}")
        await until(lambda: lines(probe_folder / f"send-held{tag}"), "the tool runs")
        await prefer(chat, worker.url, autonomous=False)
        doomed.kill()
        events = await chat.follow_stubbornly(turn, [worker.url])
        assert only(events, "tool_approval_request")["kind"] == "repeat"
        assert len(lines(probe_folder / f"send-held{tag}")) == 1


async def test_repetitions_are_counted_across_a_takeover(
    doomed: Worker,
    worker: Worker,
    models: ModelServer,
    probe_folder: Path,
    person: Callable[..., Awaitable[str]],
    tag: str,
) -> None:
    models.script(
        call("look", {"name": tag}, match=tag, times=2),
        reply("I ", "think", match=tag, gate=f"g{tag}", after=1),
        call("look", {"name": tag}, match=tag),
    )
    async with Chat(doomed.url, await person()) as chat:
        turn = await chat.begin(f"look {tag}")
        await models.until(lambda: models.count(tag) == 3)
        doomed.kill()
        events = await chat.follow_stubbornly(turn, [worker.url])
        assert only(events, "error")["code"] == "loop_detected"
        assert only(events, "tool_approval_request")["kind"] == "continue"
        assert len(every(events, "tool_start")) == 2
        assert len(lines(probe_folder / f"look-{tag}")) == 2


async def test_a_plan_is_shown_once_and_goes_on_after_a_takeover(
    doomed: Worker,
    worker: Worker,
    models: ModelServer,
    probe_folder: Path,
    person: Callable[..., Awaitable[str]],
    tag: str,
) -> None:
    models.script(
        call("plan_tasks", {"tasks": ["Look", "Tell"]}, match=tag),
        call("update_task", {"id": "1", "status": "running"}, match=tag),
        call("look", {"name": f"held{tag}"}, match=tag),
        call("update_task", {"id": "1", "status": "done"}, match=tag),
        reply("Done.", match=tag),
    )
    async with Chat(doomed.url, await person()) as chat:
        turn = await chat.begin(f"do it {tag}")
        await until(lambda: lines(probe_folder / f"look-held{tag}"), "the tool runs")
        doomed.kill()
        (probe_folder / f"open-held{tag}").touch()
        events = await chat.follow_stubbornly(turn, [worker.url], read_for=0.3)
        assert len(every(events, "task_list")) == 1
        assert [(e["id"], e["status"]) for e in every(events, "task_update")] == [
            ("1", "running"), ("1", "done"), ("2", "skipped"),
        ]  # fmt: skip
        chat.url, session = worker.url, only(events, "turn_start")["session"]
        blocks = (await chat.get(f"/sessions/{session}")).json()["messages"][-1]["blocks"]
        plans = [b["event"]["tasks"] for b in blocks if b["type"] == "widget"]
        assert [[t["status"] for t in tasks] for tasks in plans] == [["done", "skipped"]]

"""A workflow conducted on a real worker: what people see, what survives, what comes back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncpg
import orjson
import pytest

from tests.support.chance import code
from tests.support.chatting import Chat, Json, every, only, text_of, types
from tests.support.model_server import ModelServer, call, reply
from tests.support.workers import Worker, lines, until

pytestmark = pytest.mark.anyio


@pytest.fixture
def name() -> str:
    """A name of this test's own: a capital and letters."""
    letters = str.maketrans("0123456789abcdef", "abcdefghijklmnop")
    return "Z" + code().translate(letters)


def states(events: list[Json]) -> list[str]:
    return [e["state"] for e in every(events, "state")]


async def test_several_data_a_correction_and_a_yes_lead_to_the_end(
    chat: Chat, name: str, probe_folder: Path
) -> None:
    first = await chat.say(f"Sou a {name}, 17 anos, de Recife", workflow="enrol")
    assert states(first) == ["collect", "confirm"]
    assert text_of(first) == f"Certo, {name}?"
    asked = only(first, "choices")
    assert [o["label"] for o in asked["options"]] == ["Sim", "Não"]
    assert only(first, "ui")["props"] == {"name": name, "age": 17}
    assert "result_schema" not in only(first, "ui")  # it only shows
    assert only(first, "route")["code"] == "requested"
    assert only(first, "done")["next"] == "confirm"
    second = await chat.say("não, tenho 18")
    assert states(second) == ["collect", "confirm"]
    third = await chat.say("sim")
    assert states(third) == ["reserve", "form"]
    assert types(third).index("tool_start") < types(third).index("ui")
    assert only(third, "ui")["props"] == {"age": 18}
    assert only(third, "ui")["result_schema"]["type"] == "object"
    assert len(lines(probe_folder / f"book-{name}")) == 1
    last = await chat.say(None, ui_result={"id": "enrol.form", "value": {"income": 900}})
    assert states(last) == ["done"]
    assert text_of(last) == f"Tudo pronto, {name}!"
    assert only(last, "done").get("next") is None


async def test_questions_are_stored_and_shown_again_with_their_widgets(
    chat: Chat, name: str
) -> None:
    await chat.say(f"My name is {name} and I am 20 years old", workflow="enrol")
    detail = (await chat.get(f"/sessions/{chat.session}")).json()
    kinds = [b["type"] for b in detail["messages"][-1]["blocks"]]
    assert kinds == ["widget", "text"]
    assert detail["messages"][-1]["workflow"] == "enrol"
    widget = detail["messages"][-1]["blocks"][0]["event"]
    assert widget["turn"] == detail["messages"][-1]["turn"]
    assert "result_schema" not in widget


async def test_a_digression_is_answered_and_comes_back_to_the_question(
    chat: Chat, models: ModelServer, name: str
) -> None:
    await chat.say("hello", workflow="enrol")
    models.script(reply("It is noon.", match=f"time {name}"))
    aside = await chat.say(f"what is the time {name}", workflow="root")
    assert text_of(aside).startswith("It is noon.")
    assert text_of(aside).endswith("What is your name?")
    assert only(aside, "done")["next"] == "collect"
    back = await chat.say(f"{name}")
    assert text_of(back) == "How old are you?"


async def test_leaving_forgets_and_the_next_message_goes_elsewhere(
    chat: Chat, models: ModelServer, name: str
) -> None:
    await chat.say("hello", workflow="enrol")
    left = await chat.say("cancel")
    assert text_of(left) == "All right, I have stopped this."
    models.script(reply("Hi.", match=name))
    assert only(await chat.say(f"hello {name}"), "route")["workflow"] == "root"


async def test_a_person_can_be_asked_for(chat: Chat) -> None:
    await chat.say("oi, tudo bem com você?", workflow="enrol")
    handed = await chat.say("quero falar com um atendente")
    assert states(handed) == ["human"]
    assert "support" in text_of(handed)


async def test_a_tool_that_asks_first_waits_for_the_person_and_then_goes_on(
    chat: Chat, name: str, probe_folder: Path
) -> None:
    await chat.say("hello", workflow="parcel")
    waiting = await chat.say(name)
    assert only(waiting, "done")["status"] == "waiting"
    assert states(waiting) == ["both", "post"]
    assert {e["tool"] for e in every(waiting, "tool_end")} == {"look", "leak"}
    asked = only(waiting, "tool_approval_request")
    told = await chat.say("one more thing")
    assert "waiting for your decision" in text_of(told)
    done = await chat.approve(asked["approval"])
    assert states(done) == ["greet", "rate"]
    rated = await chat.say("five")
    assert states(rated) == ["thank", "sorted", "done"]
    assert text_of(rated).endswith(f"Posted to {name}.")
    assert len(lines(probe_folder / f"send-{name}")) == 1


async def test_a_declined_tool_takes_the_way_of_errors(
    chat: Chat, name: str, probe_folder: Path
) -> None:
    await chat.say("hello", workflow="parcel")
    asked = only(await chat.say(name), "tool_approval_request")
    done = await chat.approve(asked["approval"], False)
    assert states(done) == ["failed"]
    assert text_of(done).endswith("Not posted.")
    assert lines(probe_folder / f"send-{name}") == []


async def test_a_correction_takes_back_what_waits_for_approval_and_asks_anew(
    chat: Chat, name: str, probe_folder: Path
) -> None:
    other = name.replace("Z", "Y", 1)
    await chat.say("hello", workflow="parcel")
    asked = only(await chat.say(name), "tool_approval_request")
    corrected = await chat.say(f"no, my name is {other}")
    assert states(corrected) == ["both", "post"]
    anew = only(corrected, "tool_approval_request")
    assert anew["args"] == {"name": other}
    opened = (await chat.get("/approvals")).json()["approvals"]
    assert [one["id"] for one in opened] == [anew["approval"]]
    late = await chat.post(f"/approvals/{asked['approval']}", {"approve": True})
    assert late.status_code == 410
    await chat.approve(anew["approval"])
    assert lines(probe_folder / f"send-{name}") == []
    assert len(lines(probe_folder / f"send-{other}")) == 1


async def test_what_is_cancelled_can_be_approved_no_more(
    chat: Chat, name: str, probe_folder: Path
) -> None:
    await chat.say("hello", workflow="parcel")
    asked = only(await chat.say(name), "tool_approval_request")
    await chat.say("forget about it")
    late = await chat.post(f"/approvals/{asked['approval']}", {"approve": True})
    assert late.status_code == 410
    assert lines(probe_folder / f"send-{name}") == []


async def test_a_conversation_of_an_older_version_goes_on_where_its_map_says(
    chat: Chat, pool: asyncpg.Pool, name: str
) -> None:
    await chat.say("hello", workflow="enrol")
    old = {"workflow": "enrol", "version": 1, "state": "ask_name", "slots": {"age": 33, "x": 1}}
    await pool.execute(
        "update batuta.sessions set cursor = $2::jsonb where id = $1::uuid",
        chat.session,
        orjson.dumps({"frames": [old]}).decode(),
    )
    events = await chat.say(f"my name is {name}")
    assert states(events) == ["confirm"]
    assert only(events, "ui")["props"] == {"name": name, "age": 33}


async def test_what_is_saved_in_the_profile_is_there_in_the_next_conversation(
    chat: Chat, pool: asyncpg.Pool, name: str
) -> None:
    await chat.say(f"my name is {name}", workflow="enrol")
    row = await pool.fetchval(
        "select data from batuta.profiles p join batuta.sessions s using (user_id)"
        " where s.id = $1::uuid",
        chat.session,
    )
    assert orjson.loads(row) == {"name": name}


async def test_a_closed_workflow_is_not_conducted(
    chat: Chat, person: Callable[..., Awaitable[str]]
) -> None:
    async with chat.open("hello", workflow="greeting") as answer:
        assert answer.status_code == 403


async def test_a_worker_killed_between_states_is_not_noticed(
    launch: Callable[..., Awaitable[Worker]],
    worker: Worker,
    person: Callable[..., Awaitable[str]],
    probe_folder: Path,
) -> None:
    first = await launch()
    place = f"held{code()}"
    async with Chat(first.url, await person()) as chat:
        await chat.say("hello", workflow="journey")
        turn = await chat.begin(place)
        await until(lambda: len(lines(probe_folder / f"book-{place}")) == 1, "the first booking")
        first.kill()
        await until(lambda: len(lines(probe_folder / f"book-{place}")) == 2, "the second booking")
        (probe_folder / f"open-{place}").touch()
        events = await chat.follow_stubbornly(turn, [worker.url])
        assert states(events) == ["before", "take", "after"]
        before, after = text_of(events).split("\n\n")
        assert before in ("One moment.", "Um momento.")
        assert after.endswith(f": booked {place}.")
        assert len({note.split()[1] for note in lines(probe_folder / f"book-{place}")}) == 1
        assert only(events, "done").get("next") is None


async def test_a_cascade_is_kept_whatever_the_model_wants(
    chat: Chat, models: ModelServer, name: str
) -> None:
    models.script(
        call("leak", {"name": "b"}, match=name),
        call("look", {"name": "a"}, match=name),
        call("leak", {"name": "b"}, match=name),
        reply("Found a.", match=name),
    )
    events = await chat.say(f"find {name}", workflow="search")
    assert states(events) == ["find", "found"]
    assert [e["tool"] for e in every(events, "tool_start")] == ["look"]
    assert text_of(events) == "Found a.\n\nThat is all."


async def test_a_budget_that_is_used_up_takes_the_way_of_errors(
    chat: Chat, models: ModelServer, name: str
) -> None:
    models.script(*[call("look", {"name": f"n{i}"}, match=name) for i in range(6)])
    events = await chat.say(f"find {name}", workflow="search")
    assert states(events) == ["find", "sorry"]
    assert models.count(name) == 4
    assert "budget of 4 model calls" in text_of(events)
    assert only(events, "done")["status"] == "finished"

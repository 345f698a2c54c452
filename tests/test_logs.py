"""What people write and what is secret is found in the conversation, and nowhere else."""

from __future__ import annotations

import logging
import signal
from collections.abc import Awaitable, Callable

import asyncpg
import orjson
import pytest

from server.logs import JsonFormatter, TextFormatter
from tests.support.chance import code
from tests.support.chatting import Chat, Json, only
from tests.support.model_server import ModelServer, ScriptedReply, call, fail, reply
from tests.support.workers import Worker, lines, until

pytestmark = pytest.mark.anyio

Make = Callable[..., Awaitable[str]]
SECRETS = {
    "cpf": "529.982.247-25",
    "card": "4111 1111 1111 1111",
    "password": "password=hunter2-Rosebud",
    "name": "Marília Quintanilha-Vasconcelos",
    "key": "sk-ant-api03-Zq7_thisIsNoRealKey",
}


def spoken(*more: str) -> str:
    """A sentence with all that must not leak."""
    return " ".join([*SECRETS.values(), *more])


async def a_day_of_mishaps(chat: Chat, models: ModelServer, tag: str) -> None:
    """Say secrets in every way in which a turn can go well or wrong."""
    said = spoken(tag)
    models.script(
        call("look", {"name": said}, match=f"{tag} tool"),
        reply(said, " and ", said, match=f"{tag} tool"),
        call("look", {"wrong": said}, match=f"{tag} wrong"),
        reply(said, match=f"{tag} wrong"),
        call("nonsense", {"name": said}, match=f"{tag} unknown"),
        reply(said, match=f"{tag} unknown"),
        call("crash", {"name": said}, match=f"{tag} crash"),
        reply(said, match=f"{tag} crash"),
        call("send", {"name": said}, match=f"{tag} ask"),
        fail(400, error=said, match=f"{tag} bad", times=0),
        fail(401, error=said, match=f"{tag} key", times=0),
        fail(529, error=said, match=f"{tag} busy", times=0),
        ScriptedReply(
            text=[said, said], event_error="overloaded_error", after=1, match=f"{tag} half"
        ),
        ScriptedReply(text=[said, said], cut=True, after=1, match=f"{tag} cut"),
        ScriptedReply(text=[said, said], truncate=True, after=1, match=f"{tag} end"),
    )
    stories = ("tool", "wrong", "unknown", "crash", "bad", "key", "busy", "half", "cut", "end")
    for story in stories:
        events = await chat.say(f"{said} {story}", session_id=f"{story} {said}"[:190])
        assert events[-1]["type"] == "done"
    asked = only(await chat.say(f"{said} ask", session_id="ask"), "tool_approval_request")
    await chat.post(
        f"/approvals/{asked['approval']}", {"approve": True, "edited_args": {"x": said}}
    )
    await chat.post("/chat", {"message": said, "session_id": said * 9})
    await chat.post("/chat", {"message": [said], "workflow": said})
    await chat.post("/chat", {"message": "x", "workflow": said[:60], "metadata": {said: said}})
    await chat.post("/auth/login", {"email": said, "password": said})
    await chat.post("/auth/refresh", {"refresh_token": said[:200]})
    await chat.post("/feedback", {"comment": said})
    await chat.get("/sessions/" + said.replace(" ", "%20"))
    await chat.http.get(f"{chat.url}/me?q={said}", headers={"authorization": f"Bearer {tag}"})


@pytest.fixture
def found_in() -> Callable[[str, str, str], None]:
    """Complain about any secret in a text, and about the words of this very conversation."""

    def look(text: str, where: str, tag: str) -> None:
        for name, secret in {**SECRETS, "tag": tag}.items():
            forms = {secret, orjson.dumps(secret).decode()[1:-1], ascii(secret)[1:-1]}
            for form in forms | {secret.encode().hex()}:
                assert form not in text, f"the {name} is in {where}: …{_around(text, form)}…"

    return look


def _around(text: str, form: str) -> str:
    at = text.index(form)
    return text[max(0, at - 200) : at + 100]


async def test_secrets_are_in_no_log_no_engine_table_and_no_metric(
    launch: Callable[..., Awaitable[Worker]],
    person: Make,
    models: ModelServer,
    dsn: str,
    found_in: Callable[[str, str, str], None],
) -> None:
    """Messages, arguments, outputs, errors of providers and tools, refused requests: nowhere."""
    tag = f"zq{code()}"
    worker = await launch(BATUTA_LOG_LEVEL="DEBUG", BATUTA_MODEL_RETRIES="1")
    async with Chat(worker.url, await person(email=f"{tag}@example.org")) as chat:
        await a_day_of_mishaps(chat, models, tag)
        metrics = (await chat.http.get(f"{chat.url}/metrics")).text
        token = chat.token
    worker.signal(signal.SIGTERM)
    await until(lambda: worker.process and worker.process.poll() is not None, "the worker ends")
    log = worker.log.read_text()
    assert "turn ended" in log
    found_in(log, "the log", tag)
    found_in(metrics, "the metrics", tag)
    assert token not in log
    assert token.split(".")[2] not in log
    assert "test-key" not in log
    link = await asyncpg.connect(dsn)
    try:
        tables = await link.fetch(
            "select c.oid::regclass::text as name from pg_class c"
            " where c.relnamespace = 'dbos'::regnamespace and c.relkind = 'r'"
        )
        assert any(t["name"].endswith("workflow_status") for t in tables)
        for table in tables:
            rows = await link.fetch(f"select t::text from {table['name']} t")
            for row in rows:
                found_in(row[0], table["name"], tag)
        rows = await link.fetch("select t::text from batuta.audit t")
        for row in rows:
            for name in ("cpf", "card", "password", "key"):
                assert SECRETS[name] not in row[0]
    finally:
        await link.close()


@pytest.mark.parametrize("form", [JsonFormatter(), TextFormatter()])
async def test_a_credential_in_a_fact_of_a_log_is_not_written(form: logging.Formatter) -> None:
    key = "ghp_" + "a1b2c3d4e5" * 4
    record = logging.makeLogRecord({"msg": f"failed with {key}", "levelno": 40})
    record.place = "postgres://app:hunter2hunter2@db/x"
    record.nested = {"key": [key]}
    line = form.format(record)
    assert "a1b2c3" not in line
    assert "hunter2" not in line
    assert "failed with [credential]" in line


async def test_every_log_line_is_json_and_a_turns_lines_are_found_by_its_id(
    launch: Callable[..., Awaitable[Worker]], person: Make, models: ModelServer
) -> None:
    """Whatever library speaks: one object a line, with the id by which a person may ask."""
    worker = await launch()
    async with Chat(worker.url, await person()) as chat:
        models.script(call("crash", {"name": "x"}, match="now crash"), reply("well"))
        turn = (await chat.say("now crash"))[0]["turn"]
        given = {"x-correlation-id": "find-me", **chat.auth}
        await chat.http.get(f"{chat.url}/nothing", headers=given)
    worker.signal(signal.SIGTERM)
    await until(lambda: worker.process and worker.process.poll() is not None, "the worker ends")
    found: list[Json] = []
    for line in lines(worker.log):
        if line.startswith("{"):
            found.append(orjson.loads(line))
            assert {"at", "level", "logger", "message"} <= found[-1].keys()
        else:  # the greeting
            assert not line or line.startswith(" "), line
    mine = [x for x in found if x.get("correlation_id") == turn]
    assert {x["message"] for x in mine} >= {"turn ended", "tool failed unexpectedly"}
    crash = next(x for x in mine if x["message"] == "tool failed unexpectedly")
    assert crash["trace"].startswith("ZeroDivisionError at ")
    assert "secret detail" not in worker.log.read_text()
